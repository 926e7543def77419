import io
import stat
import warnings
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox.archive import ENTRIES, PACKED_BYTES, UNPACKED_BYTES
from sandbox.reader import SOURCE_BYTES
from sandbox.upload import UploadRefused, read_upload, unpack

HONEST = b"import sys\nfor line in sys.stdin:\n    print(line)\n"


def zipped(files, *, change=None, method=zipfile.ZIP_DEFLATED):
    """A zip of names and bodies; `change` may forge each entry before it is written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that come twice, which is the point
        for name, body in files:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            if change:
                change(entry)
            archive.writestr(entry, body)
    return packed.getvalue()


def bot_with(*files, **how):
    return zipped([("main.py", HONEST), *files], **how)


def refusal(data, filename="bot.zip"):
    with pytest.raises(UploadRefused) as refused:
        read_upload(filename=filename, data=data)
    return str(refused.value)


def test_a_single_file_becomes_main_py():
    program = read_upload(filename="My Bot.PY", data=HONEST)

    assert program.files == {"main.py": HONEST}


def test_a_zip_keeps_its_files_and_folders():
    program = read_upload(filename="bot.zip", data=bot_with(("book/openings.json", b"{}"), ("book/", b"")))

    assert program.files == {"main.py": HONEST, "book/openings.json": b"{}"}


def test_what_a_mac_adds_is_left_out():
    program = read_upload(
        filename="bot.zip", data=bot_with(("__MACOSX/._main.py", b"\0"), ("a/.DS_Store", b"\0"))
    )

    assert list(program.files) == ["main.py"]


@pytest.mark.parametrize("filename", ["bot.txt", "bot", "bot.py.exe", ""])
def test_only_py_and_zip_are_taken(filename):
    assert "neither a .py nor a .zip" in refusal(HONEST, filename)


SINGLE = {
    "empty": (b" \n", "the file is empty"),
    "large": (b"#" * (SOURCE_BYTES + 1), f"may have {SOURCE_BYTES}"),
    "syntax": (b"x = 1\ndef f(:\n", "main.py, line 2: invalid syntax: def f(:"),
    "latin-1": (b"x = '\xe4'\n", "line 1: byte 0xe4 is not UTF-8"),
    "utf-7": (b"# coding: utf-7\n+AGEAPQAx-\n", "its encoding is utf-7"),
    "latin cookie": (b"#!python\n# -*- coding: latin-1 -*-\n", "its encoding is iso-8859-1"),
    "no encoding": (b"# coding: wurst\n", "unknown encoding: wurst"),
    "cookie after mark": (b"\xef\xbb\xbf# coding: latin-1\n", "save it as UTF-8"),
    "nul": (b"x = 1\0\n", "holds a NUL byte"),
    "parser's memory": (b"-" * 200_000 + b"1", "nested too deeply"),
    "compiler's recursion": (b"x = a" + b".a" * 100_000, "nested too deeply"),
    "sums": (b"x = a" + b"+a" * 100_000, "nested too deeply"),
    "parentheses": (b"(" * 250 + b")" * 250, "too many nested parentheses"),
    "indentation": (b"".join(b" " * n + b"if 1:\n" for n in range(120)), "too many levels of indentation"),
    "long number": (b"x = " + b"9" * 100_000, "main.py, line 1: Exceeds the limit"),
    "surrogate": (b"'\\ud800'\n\xed\xa0\x80", "byte 0xed is not UTF-8"),
    "missing module": (
        b"import json\n\nimport pandas.io\n",
        "line 3: pandas is not in this competition's image",
    ),
    "missing from": (b"def f():\n    from numpy import array\n", "line 2: numpy is not in this"),
    "left out": (b"import tkinter\n", "tkinter is not in this competition's image"),
}


@pytest.mark.parametrize("name", SINGLE)
def test_a_source_that_cannot_be_run_is_refused_with_the_place(name):
    source, sentence = SINGLE[name]

    assert sentence in refusal(source, "bot.py")


def test_an_import_that_the_program_can_do_without_is_taken():
    source = b"try:\n    import numpy\nexcept ImportError:\n    numpy = None\n"

    assert read_upload(filename="bot.py", data=source).files["main.py"] == source


def test_own_modules_and_those_of_the_image_can_be_imported():
    main = b"import helper, book.moves\nfrom . import x\nimport numpy\n"
    data = zipped([("main.py", main), ("helper.py", b""), ("book/moves.py", b"")])

    program = read_upload(filename="bot.zip", data=data, modules={"numpy"})

    assert set(program.files) == {"main.py", "helper.py", "book/moves.py"}


def test_a_byte_order_mark_and_a_strange_escape_are_taken():
    source = b"\xef\xbb\xbfx = '\\d'\n"

    assert read_upload(filename="bot.py", data=source).files == {"main.py": source}


def test_an_upload_that_passed_before_is_unpacked_without_being_compiled_again():
    assert unpack(filename="bot.py", data=b"def f(:").files == {"main.py": b"def f(:"}


NAMES = [
    "/main.py",
    "../x.py",
    "a/../../x",
    "a/./x",
    "a//x",
    "a\\b.py",
    "C:x.py",
    "tab\there",
    "bell\a",
    "n" * 201,
]
NAMES += ["a/" * 9 + "x", "right\u202eto left"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_could_lead_elsewhere_is_refused(name):
    assert "use plain relative paths" in refusal(bot_with((name, b"")))


def test_a_name_with_a_nul_is_refused():
    data = bot_with(("helperX.py", b"")).replace(b"helperX.py", b"helper\0.py")

    assert "cannot be printed" in refusal(data)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_are_refused(kind):
    def forge(entry):
        entry.external_attr = (kind | 0o777) << 16

    assert "is a link or a device" in refusal(bot_with(change=forge))


TWICE = [("a.txt", "a.txt"), ("A.txt", "a.TXT"), ("\u00e9.txt", "e\u0301.txt"), ("ma\u00df.txt", "MASS.txt")]


@pytest.mark.parametrize(("one", "other"), TWICE)
def test_two_names_that_mean_one_file_somewhere_are_refused(one, other):
    assert "one name on some systems" in refusal(bot_with((one, b"1"), (other, b"2")))


def test_a_name_that_is_file_and_folder_is_refused():
    assert "and a folder of that name" in refusal(bot_with(("book", b""), ("Book/x", b"")))


def test_an_encrypted_entry_is_refused():
    data = bytearray(bot_with())
    data[data.index(b"PK\x01\x02") + 8] |= 1

    assert "is encrypted" in refusal(bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_packing_is_refused(method):
    assert "use the usual one, deflate" in refusal(bot_with(method=method))


@pytest.mark.parametrize("name", ["fast.so", "fast.PYD", "main.pyc"])
def test_compiled_code_is_refused(name):
    assert "is compiled code" in refusal(bot_with((name, b"")))


def test_too_many_entries_are_refused():
    files = [(f"{number}.txt", b"") for number in range(ENTRIES)]

    assert f"may have {ENTRIES}" in refusal(bot_with(*files))


def test_a_zip_too_large_is_refused_before_it_is_read():
    assert f"may have {PACKED_BYTES}" in refusal(b"x" * (PACKED_BYTES + 1))


def test_a_bomb_is_refused_by_its_ratio():
    assert "more than 50 times its own size" in refusal(bot_with(("zeros", bytes(4 << 20))))


def test_many_small_files_count_together():
    noise = bytes(range(256)) * 4096  # packs to a few kilobytes, far above the ratio's limit each
    files = [(f"{number}.bin", noise) for number in range(8)]

    assert f"unpacks to more than {UNPACKED_BYTES} bytes" in refusal(bot_with(*files))


def test_a_bomb_that_lies_about_its_size_is_refused():
    data = bytearray(bot_with(("zeros", bytes(4 << 20))))
    directory = data.rindex(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = (10).to_bytes(4, "little")

    assert refusal(bytes(data))


def test_main_py_in_a_folder_is_explained():
    assert "main.py lies in 'bot/': zip the files themselves" in refusal(zipped([("bot/main.py", HONEST)]))


def test_a_zip_without_main_py_is_explained():
    assert "the zip has no main.py" in refusal(zipped([("bot.py", HONEST)]))


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + bytes(18), b"not a zip"])
def test_what_is_no_zip_is_refused(data):
    assert refusal(data)


FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@settings(FUZZ, max_examples=25)  # each a child process
@given(st.data())
def test_a_damaged_zip_is_refused_or_read_and_never_breaks_the_reader(data):
    packed = bytearray(bot_with(("book/moves.json", b"[1, 2]")))
    for place in data.draw(st.lists(st.integers(0, len(packed) - 1), max_size=6)):
        packed[place] = data.draw(st.integers(0, 255))
    try:
        program = read_upload(filename="bot.zip", data=bytes(packed))
    except UploadRefused as refused:
        assert len(str(refused)) > 10  # noqa: PT017 - either way out is fine, any other is the failure
    else:
        assert "main.py" in program.files


@settings(FUZZ, max_examples=25)  # each a child process
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_as_source_are_refused_or_taken(source):
    try:
        program = read_upload(filename="bot.py", data=source)
    except UploadRefused as refused:
        assert len(str(refused)) > 10  # noqa: PT017 - either way out is fine, any other is the failure
    else:
        assert program.files == {"main.py": source}
