"""Figures as they are written in the language of whoever reads them.

A bare number in a template stays as machines read it, with a point and without groups, since it may be a
place in a drawing or in data (`tenfold/formats`). What a person reads goes through these.
"""

from typing import Final

from django.utils.translation import get_language

_SPACE: Final = "\N{NO-BREAK SPACE}"
#: What stands before the decimals, and between thousands, where it is not as in English.
_MARKS: Final = {"nb": str.maketrans({".": ",", ",": _SPACE})}


def figure(value: float, digits: int = 0) -> str:
    """The number with so many decimals, its thousands grouped: 12,345.6 in English, 12 345,6 in Norwegian."""
    return in_language(f"{value:,.{digits}f}")


def in_language(written: str) -> str:
    """A number that is written as in English, in the reader's way."""
    marks = _MARKS.get(get_language() or "en")
    return written.translate(marks) if marks else written
