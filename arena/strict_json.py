"""Reads a line of JSON from a program that nobody vouches for; what is wrong with it becomes a sentence."""

import json
import re
from itertools import accumulate
from typing import NoReturn

DEPTH = 8
DIGITS = 18
QUOTED = 120

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}


class NotStrict(ValueError):
    """A line that is not the JSON we take. The message says what came and what to do."""


def quote(text: str, longest: int = QUOTED) -> str:
    """What came, on one line of plain ASCII, cut to a length that a sentence bears."""
    shown = json.dumps(text if len(text) <= longest else text[:longest])
    return shown if len(text) <= longest else f"{shown}... ({len(text)} characters)"


def read_object(line: bytes) -> dict[str, object]:
    """The JSON object that a line holds; blanks round it and a CR before the line's end are forgiven.

    Refused with NotStrict: anything but UTF-8, a byte order mark, NUL, NaN and its kin, a key given twice,
    nesting deeper than 8, numbers of more than 18 digits, and whatever is not one object.
    """
    text = _decoded(line).strip(" \t\r\n")
    if _depth(text) > DEPTH:
        raise NotStrict(f"nested deeper than {DEPTH} levels: {quote(text)}")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise NotStrict(_no_json(text, error)) from None
    if type(value) is not dict:
        raise NotStrict(f"a reply is one JSON object, not {quote(text)}: print debugging output to stderr")
    return value


def _no_json(text: str, error: json.JSONDecodeError) -> str:
    if text[:1] != "{":  # then where it stopped being JSON tells nothing
        return f"not JSON: {quote(text)}: print debugging output to stderr"
    where = error.pos
    return f"not JSON ({error.msg} at character {where}): {quote(text)}: print debugging output to stderr"


def _decoded(line: bytes) -> str:
    if line.startswith(b"\xef\xbb\xbf"):
        raise NotStrict("starts with a byte order mark: write UTF-8 without one")
    if b"\0" in line:
        shown = quote(line.decode("utf-8", "replace"))
        raise NotStrict(f"holds a NUL byte: {shown}: write text, not binary")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        shown = quote(line.decode("utf-8", "replace"))
        raise NotStrict(f"not UTF-8 (byte {error.start} is 0x{line[error.start]:02x}): {shown}") from None


def _depth(text: str) -> int:
    """Counted before parsing, which would recurse as deep as a hostile line goes."""
    if text.count("[") + text.count("{") <= DEPTH:
        return 0
    return max(accumulate(_STEP.get(token, 0) for token in _BRACKETS.findall(text)), default=0)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotStrict(f"the key {quote(twice)} is given twice in one object")
    return found


def _short(text: str) -> str:
    if sum(character.isdigit() for character in text) > DIGITS:
        raise NotStrict(f"a number has more than {DIGITS} digits: {quote(text)}")
    return text


def _no_constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is not a JSON number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once,
    parse_int=lambda text: int(_short(text)),
    parse_float=lambda text: float(_short(text)),
    parse_constant=_no_constant,
)
