"""Lines from programs that nobody vouches for: what is forgiven, and the sentence for all that is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strict_json import NotStrict, quote, read_object

NESTED = b'{"a":' + b"[" * 7 + b"]" * 7 + b"}"


def refusal(line: bytes) -> str:
    with pytest.raises(NotStrict) as refused:
        read_object(line)
    return str(refused.value)


@pytest.mark.parametrize("line", [b'{"a":1}', b'{"a":1}\r', b'  {"a" : 1}\t ', b'\r\n{"a":1}\r\n'])
def test_blanks_and_carriage_returns_round_the_object_are_forgiven(line):
    assert read_object(line) == {"a": 1}


def test_debugging_output_is_quoted_with_the_advice_to_use_stderr():
    assert refusal(b"my hand is strong") == (
        'not JSON: "my hand is strong": print debugging output to stderr'
    )


@pytest.mark.parametrize("line", [b"", b"   ", b"\r"])
def test_an_empty_line_is_no_object(line):
    assert refusal(line) == 'not JSON: "": print debugging output to stderr'


def test_an_object_that_breaks_off_is_told_where():
    assert refusal(b'{"id": "9f", ').startswith("not JSON (Expecting property name")
    assert "at character 1" in refusal(b'{"id": "9f", ')


@pytest.mark.parametrize("line", [b"5", b'"stock"', b"[1]", b"null", b"true"])
def test_json_that_is_no_object_is_refused(line):
    assert refusal(line).startswith(f"a reply is one JSON object, not {quote(line.decode())}")


def test_two_objects_on_a_line_are_refused():
    assert "Extra data" in refusal(b'{"a":1}{"a":1}')


def test_a_byte_order_mark_is_refused():
    assert refusal(b'\xef\xbb\xbf{"a":1}') == "starts with a byte order mark: write UTF-8 without one"


def test_what_is_not_utf_8_is_refused_with_the_byte():
    assert refusal(b'{"a":"\xe9"}').startswith("not UTF-8 (byte 6 is 0xe9)")


def test_utf_16_is_refused():
    assert refusal('{"a":1}'.encode("utf-16")).endswith("write text, not binary")


def test_nul_is_refused():
    assert refusal(b'{"a":1}\0').startswith("holds a NUL byte")


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_refused(name):
    assert refusal(b'{"a":%s}' % name.encode()) == f"{name} is not a JSON number"


def test_a_key_given_twice_is_refused_by_name():
    assert refusal(b'{"id":"1","draw":"stock","id":"2"}') == 'the key "id" is given twice in one object'


def test_a_key_given_twice_further_in_is_refused_too():
    assert "given twice" in refusal(b'{"hit":[{"card":"W","card":"W"}]}')


def test_eight_levels_are_read_and_nine_refused():
    assert read_object(NESTED)
    assert refusal(NESTED.replace(b"[", b"[[", 1).replace(b"]", b"]]", 1)).startswith("nested deeper than 8")


def test_brackets_in_text_are_no_levels():
    assert read_object(b'{"a":"[[[[[[[[[[\\"[[[[","b":[]}') == {"a": '[[[[[[[[[["[[[[', "b": []}


def test_a_line_of_nothing_but_brackets_is_refused_without_recursing():
    assert refusal(b"[" * 100_000).startswith("nested deeper than 8")


def test_eighteen_digits_are_read_and_nineteen_refused():
    assert read_object(b'{"a":%d}' % 10**17) == {"a": 10**17}
    assert refusal(b'{"a":%d}' % 10**18).startswith("a number has more than 18 digits")


def test_a_fraction_of_many_digits_is_refused():
    assert refusal(b'{"a":0.1234567890123456789}').startswith("a number has more than 18 digits")


def test_long_lines_are_cut_in_the_sentence():
    assert len(refusal(b"x" * 4000)) < 250
    assert "(4000 characters)" in refusal(b"x" * 4000)


def test_control_characters_come_out_escaped():
    assert quote("\x1b[31m\n") == '"\\u001b[31m\\n"'


@given(st.binary(max_size=60))
def test_any_bytes_end_in_an_object_or_in_a_sentence(line):
    try:
        ended: object = read_object(line)
    except NotStrict as refused:
        ended = str(refused)
    assert isinstance(ended, dict) or (isinstance(ended, str) and ended.isprintable())


@given(
    st.dictionaries(st.text(max_size=5), st.integers(-(10**17), 10**17) | st.booleans() | st.text(max_size=9))
)
def test_a_plain_object_comes_out_as_it_went_in(value):
    if "\0" not in repr(value):
        assert read_object(json.dumps(value, ensure_ascii=True).encode()) == value
