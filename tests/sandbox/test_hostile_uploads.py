"""Archives and sources made to break whoever reads them: refused with a sentence, or read within bounds."""

import io
import random
import stat
import string
import struct
import tracemalloc
import zipfile
import zlib
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox.archive import DEPTH, ENTRIES, NAME_BYTES, PACKED_BYTES, UNPACKED_BYTES, read_archive
from sandbox.image.modules import PLAIN
from sandbox.limits import Limits
from sandbox.upload import UploadRefused, read_upload
from tests.sandbox.bots import program
from tests.sandbox.containers import containers, session
from tests.sandbox.test_upload import HONEST, bot_with, refusal, zipped

DIRECTORY, LOCAL, END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"


def changed(data: bytes, signature: bytes, at: int, value: bytes, *, last: bool = True) -> bytes:
    """The archive with a field of its last (or first) record of a kind set."""
    forged = bytearray(data)
    start = forged.rindex(signature) if last else forged.index(signature)
    forged[start + at : start + at + len(value)] = value
    return bytes(forged)


@contextmanager
def at_most(memory: int):
    """What is done within takes this process no more bytes at any one time."""
    tracemalloc.start()
    try:
        yield
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < memory


def overlapping() -> bytes:
    """Many entries that all unpack the same bytes: small to store, large to read."""
    kernel = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = kernel.compress(bytes(900_000)) + kernel.flush()
    local = struct.pack(
        "<4s5H3L2H", LOCAL, 20, 0, 8, 0, 0, zlib.crc32(bytes(900_000)), len(body), 900_000, 1, 0
    )
    out, entries = io.BytesIO(), []
    out.write(local + b"x" + body)
    for number in range(190):
        name = f"{number:03}".encode()
        entries.append(
            struct.pack("<4s6H3L5H2L", DIRECTORY, 20, 20, 0, 8, 0, 0, zlib.crc32(bytes(900_000)), len(body),
                        900_000, len(name), 0, 0, 0, 0, 0, 0) + name
        )  # fmt: skip
    start = out.tell()
    out.writelines(entries)
    out.write(struct.pack("<4s4H2LH", END, 0, 0, 190, 190, out.tell() - start, start, 0))
    return out.getvalue()


def crowded() -> bytes:
    """As many entries as a megabyte holds, each of nothing."""
    entry = struct.pack("<4s6H3L5H2L", DIRECTORY, 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"x"
    count = (PACKED_BYTES - 22) // len(entry)
    size = count * len(entry)
    return entry * count + struct.pack("<4s4H2LH", END, 0, 0, count & 0xFFFF, count & 0xFFFF, size, 0, 0)


def nested() -> bytes:
    inner = zipped([("main.py", HONEST), ("zeros", bytes(1 << 20))])
    for _ in range(5):
        inner = zipped([("main.py", HONEST), ("inner.zip", inner)])
    return inner


PLAIN_ZIP = bot_with(("book.txt", b"cards"))
HOSTILE_ZIPS = {
    "overlapping entries": overlapping(),
    "crowded": crowded(),
    "every method": changed(PLAIN_ZIP, DIRECTORY, 10, b"\x63\0"),
    "a strong encryption": changed(PLAIN_ZIP, DIRECTORY, 8, b"\x41\0"),
    "another name inside": changed(PLAIN_ZIP, LOCAL, 30, b"cook.txt"),
    "a wrong checksum": changed(PLAIN_ZIP, DIRECTORY, 16, b"\1\2\3\4"),
    "an offset past the end": changed(PLAIN_ZIP, DIRECTORY, 42, b"\xff\xff\xff\x7f"),
    "a directory before the start": changed(PLAIN_ZIP, END, 16, b"\xff\xff\xff\x7f"),
    "a directory of 4 GB": changed(PLAIN_ZIP, END, 12, b"\xff\xff\xff\xff"),
    "version 255": changed(PLAIN_ZIP, DIRECTORY, 6, b"\xff\0"),
    "a name that is no UTF-8": changed(bot_with(("b\u00e9", b"")), DIRECTORY, 46, b"\xff\xfe"),
    "cut in the middle": PLAIN_ZIP[: len(PLAIN_ZIP) // 2],
    "cut at its end": PLAIN_ZIP[:-4],
    "stored as a stream of noise": bot_with(("noise", random.Random(1).randbytes(4096)))[:-60],
    "zeros": bot_with(("zeros", bytes(4 << 20))),
    "a symbolic link out": bot_with(
        ("link", b"/etc/passwd"),
        change=lambda entry: setattr(entry, "external_attr", (stat.S_IFLNK | 0o777) << 16),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE_ZIPS)
def test_a_hostile_archive_is_refused_in_a_sentence_and_costs_little(name):
    with at_most(2 << 20):  # beside the upload itself, a copy of it that is passed on
        assert len(refusal(HOSTILE_ZIPS[name])) > 20


# Odd, but nothing is gained by it: what counts is what comes out.
ODD_ZIPS = {
    "a zip in a zip in a zip": nested(),
    "something before it": b"#!/usr/bin/python3\n" + PLAIN_ZIP,
    "a comment": changed(PLAIN_ZIP, END, 20, b"\x09\0") + b"x" * 9,
    "a size of 4 GB": changed(PLAIN_ZIP, DIRECTORY, 24, b"\xff\xff\xff\xff"),
    "a packed size of 4 GB": changed(PLAIN_ZIP, DIRECTORY, 20, b"\xfe\xff\xff\xff"),
    "more disks": changed(PLAIN_ZIP, END, 4, b"\7\0\7\0"),
    "an extra field too long": changed(PLAIN_ZIP, DIRECTORY, 30, b"\xff\xff"),
    "a name too long": changed(PLAIN_ZIP, DIRECTORY, 28, b"\xff\xff"),
    "names of Windows": bot_with(("aux.py", b""), ("con", b"")),
}


@pytest.mark.parametrize("name", ODD_ZIPS)
def test_an_odd_archive_is_taken_for_what_is_in_it(name):
    read = read_upload(filename="bot.zip", data=ODD_ZIPS[name])

    assert read.files["main.py"] == HONEST


def test_an_entry_with_a_second_name_is_refused(monkeypatch):
    """Python 3.12 and later take the name from an extra field, where the first one has been looked at."""

    def decode(self, *_):
        self.filename = "../../evil.py" if self.filename == "book.txt" else self.filename

    monkeypatch.setattr(zipfile.ZipInfo, "_decodeExtra", decode)

    with pytest.raises(UploadRefused, match=r"'book.txt' has a second name, '../../evil.py'"):
        read_archive(PLAIN_ZIP)


NAMES = [
    "main.py\u200b",  # a space of no width
    "\u202eyp.niam",  # read from right to left
    "main\u00ad.py",  # a hyphen that is not shown
    "\ufeffmain.py",
    "a\x1b[2Jb",
    "a\u2028b",
    "..\\..\\x",
    "a/\x7f",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_looks_like_another_is_refused(name):
    assert "use plain relative paths" in refusal(bot_with((name, b"")))


@pytest.mark.parametrize(
    "pair", [("\ufb01x", "fix"), ("K.py", "\u212a.py"), ("\u0130.py", "i\u0307.py"), ("\u00c5", "\u212b")]
)
def test_names_that_some_system_takes_for_one_are_refused(pair):
    assert "one name on some systems" in refusal(bot_with(*((name, b"") for name in pair)))


def chain(link: str, times: int, end: str = "") -> bytes:
    return (link * times + end).encode()


HOSTILE_SOURCES = {
    "brackets": chain("[", 60_000, "]"),
    "calls": chain("f(", 50_000),
    "nots": chain("not ", 60_000, "1"),
    "lambdas": chain("lambda:", 30_000, "1"),
    "powers": chain("2**", 60_000, "2"),
    "subscripts": b"a" + chain("[0]", 60_000),
    "branches": b"if a: pass\n" + chain("elif a: pass\n", 15_000),
    "f-strings": b"x = " + b"f'{" * 200 + b"1" + b"}'" * 200,
    "a string without end": b"x = '''" + b"a" * 200_000,
    "escape without end": b"x = '\\N{" + b"A" * 200_000,
    "decorators": chain("@a\n", 60_000, "def f(): pass"),
    "walruses": chain("(a:=", 20_000, "1"),
    "comparisons": b"x = a" + chain("<a", 90_000),
    "conditions": chain("1 if a else ", 20_000, "2"),
    "with": chain("with a: \n", 1, "") * 2000,
    "classes": b"".join(b" " * depth + b"class A:\n" for depth in range(99)) + b" " * 99 + b"pass",
    "parameters twice": b"def f(" + b",".join(b"a" for _ in range(9000)) + b"): pass",
    "modules without end": b"".join(b"import m%d\n" % number for number in range(20_000)),
    "tabs and spaces": b"if 1:\n\tx\n        y\n",
    "an escape for terminals": b"x = '\x1b]0;owned\x07\x1b[2J' y",
    "a reversed line": "x = '\u202e' y".encode(),
}


@pytest.mark.parametrize("name", HOSTILE_SOURCES)
def test_a_hostile_source_is_refused_or_taken_and_never_breaks_the_parser(name):
    try:
        with at_most(4 << 20):
            read = read_upload(filename="bot.py", data=HOSTILE_SOURCES[name][: 256 << 10])
    except UploadRefused as refused:
        assert str(refused).isprintable()  # noqa: PT017 - either way out is fine, any other is the failure
        assert len(str(refused)) < 400  # noqa: PT017 - likewise
    else:
        assert "main.py" in read.files


def test_more_modules_than_any_program_needs_are_refused_at_once():
    told = refusal(HOSTILE_SOURCES["modules without end"][: 256 << 10], "bot.py")

    assert told == "main.py: more than 1000 different modules are imported: import fewer"


@pytest.mark.parametrize("name", ["an escape for terminals", "a reversed line"])
def test_what_a_refusal_quotes_of_a_source_steers_no_terminal(name):
    assert "\N{REPLACEMENT CHARACTER}" in refusal(HOSTILE_SOURCES[name], "bot.py")


def test_a_module_by_another_spelling_of_its_name_is_missing_all_the_same():
    assert "numpy is not in this" in refusal("import \uff4e\uff55\uff4d\uff50\uff59".encode(), "bot.py")


@pytest.mark.parametrize("module", ["winreg", "msvcrt", "nt", "_tkinter"])
def test_a_module_of_another_system_is_missing(module):
    assert f"{module} is not in this competition's image" in refusal(f"import {module}".encode(), "bot.py")


@pytest.mark.parametrize("test", ["TYPE_CHECKING", "typing.TYPE_CHECKING"])
def test_what_is_imported_for_a_type_checker_alone_is_not_missing(test):
    source = f"import typing\nfrom typing import TYPE_CHECKING\nif {test}:\n    import numpy\n".encode()

    assert read_upload(filename="bot.py", data=source).files == {"main.py": source}


def test_the_first_place_of_a_missing_module_is_named():
    files = [("b.py", b"import pandas\n"), ("a.py", b"\n\nimport pandas\nimport pandas\n")]

    assert "a.py, line 3: pandas" in refusal(bot_with(*files))


SIGNATURES = st.sampled_from([b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"PK\x07\x08", b""])
ENTRY_NAMES = st.text(string.printable + "\u00e9\u202e\0\\", min_size=1, max_size=12)
FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def archives(draw):
    """A zip with entries of any names and modes, then cut, mixed and overwritten at its records."""

    def forge(entry):
        entry.external_attr = draw(st.integers(0, 0xFFFF)) << 16
        entry.flag_bits = draw(st.sampled_from([0, 0, 0, 1, 8, 0x40, 0x800]))
        entry.extra = draw(
            st.sampled_from([b"", b"", b"\1\0\x10\0" + b"\xff" * 16, b"up\5\0\1\0\0\0\0", b"\xff"])
        )

    names = draw(st.lists(ENTRY_NAMES, max_size=4))
    packed = bytearray(zipped([("main.py", HONEST), *((name, b"x" * 99) for name in names)], change=forge))
    for _ in range(draw(st.integers(0, 4))):
        start = max(0, packed.find(draw(SIGNATURES), draw(st.integers(0, len(packed)))))
        at = start + draw(st.integers(0, 46))
        packed[at : at + 4] = draw(st.binary(min_size=1, max_size=4))
    return bytes(packed)


@FUZZ
@given(archives())
def test_whatever_an_archive_says_what_comes_out_is_within_the_rules(data):
    try:
        files = read_archive(data)
    except UploadRefused as refused:
        assert len(str(refused)) > 10  # noqa: PT017 - either way out is fine, any other is the failure
        return
    assert "main.py" in files
    assert len(files) <= ENTRIES
    assert sum(map(len, files.values())) <= UNPACKED_BYTES
    for name in files:
        parts = name.split("/")
        assert name.isprintable()
        assert not {"", ".", ".."} & {*parts}
        assert len(parts) <= DEPTH
        assert len(name.encode()) <= NAME_BYTES


PIECES = [
    "import os\n", "from x import *\n", "try:\n", "except:\n", " pass\n", "(", ")", "'", '"""', "\\\n", "\t",
    "\f", "\ufeff", "\0", "# coding: latin-1\n", "f'{", "}", "lambda:", "async ", "match x:\n", "0x",
    "\u202e", "=", "if 1:\n", "9" * 50, "def f():\n",
]  # fmt: skip
SNIPPETS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@settings(FUZZ, max_examples=25)  # each a child process
@given(SNIPPETS)
def test_pieces_of_python_in_any_order_are_refused_or_taken(source):
    try:
        read_upload(filename="bot.py", data=source.encode())
    except UploadRefused as refused:
        assert str(refused).isprintable()  # noqa: PT017 - either way out is fine, any other is the failure


FIND = """
import importlib.util, sys
for wanted in sys.stdin:
    print(importlib.util.find_spec(wanted.strip()) is not None, flush=True)
"""


@pytest.mark.docker
def test_every_module_that_the_check_lets_through_is_in_the_image(tmp_path):
    with containers(tmp_path / "slots") as sandbox:
        bot = session(sandbox, program(FIND), Limits(cpu_bank_ms=30_000))
        missing = [name for name in sorted(PLAIN - {"__main__"}) if bot.ask(name.encode()).line != b"True"]

    assert missing == []
