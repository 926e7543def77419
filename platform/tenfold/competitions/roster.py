"""Reads the list of who may enter, from a file or as it was pasted."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tenfold.pages.figures import figure
from tenfold.refusal import Refused

MOST_ON_ROSTER: Final = 5_000
_ERRORS_SHOWN: Final = 10
# What Django lets a username be made of.
_NAME: Final = re.compile(r"[A-Za-z0-9_.@+-]{2,150}")
_HEADS: Final = {"username", "name", "user", "e-mail", "email"}


def read_roster(data: bytes) -> list[str]:
    """The names of a CSV: the first field of each line. `Refused` names the lines that hold none."""
    rows = [(number, row[0].strip()) for number, row in _rows(_decoded(data)) if row and row[0].strip()]
    if rows and rows[0][1].lower() in _HEADS:
        rows = rows[1:]
    return checked_names(rows)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before, wrong = error.object[: error.start], error.object[error.start]
        raise Refused(
            _(
                "Line %(number)s is not in UTF-8: the byte %(byte)s came. Nothing was changed: save the list"
                " as CSV in UTF-8 and send it again."
            )
            % {"number": before.count(b"\n") + 1, "byte": f"0x{wrong:02x}"}
        ) from error


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each row, with the number of the line on which it begins: a field may have several."""
    lines = list(io.StringIO(text, newline=""))
    reader, begun = csv.reader(lines, strict=True), 0
    try:
        for row in reader:
            yield begun + 1, row
            begun = reader.line_num
    except csv.Error as error:
        raise Refused(
            _(
                "Line %(number)s cannot be read as CSV: %(line)s came. A name stands there without quotation"
                " marks, or between two of them. Nothing was changed: mend the list and send it again."
            )
            % {"number": begun + 1, "line": f"{lines[begun].rstrip()!r:.40}"}
        ) from error


def checked_names(rows: Sequence[tuple[int, str]]) -> list[str]:
    """The names of a list, each once, in small letters; `Refused` tells by number which are none."""
    if not rows:
        raise Refused(_("No name came: choose a file or paste the names. The list is as it was."))
    if len(rows) > MOST_ON_ROSTER:
        raise Refused(
            _(
                "The list has %(number)s names; %(most)s is the most. Nothing was changed: take out those"
                " from line %(line)s on, or others."
            )
            % {"number": figure(len(rows)), "most": figure(MOST_ON_ROSTER), "line": rows[MOST_ON_ROSTER][0]}
        )
    wrong = [
        _("line %(number)s: %(name)s") % {"number": number, "name": f"{name!r:.40}"}
        for number, name in rows
        if not _NAME.fullmatch(name)
    ]
    if wrong:
        raise Refused(
            _(
                "No names that one signs in with stand on %(lines)s. Such a name has 2 to 150 letters A–Z,"
                " digits and any of _ . @ + -, and a comma parts it from what else its line has. Nothing was"
                " changed: mend the list and send it again."
            )
            % {"lines": _first_of(wrong)}
        )
    return sorted({name.lower() for _, name in rows})


def _first_of(lines: Sequence[str]) -> str:
    shown, further = "; ".join(lines[:_ERRORS_SHOWN]), len(lines) - _ERRORS_SHOWN
    if further <= 0:
        return shown
    return _("%(lines)s, and %(number)s more") % {"lines": shown, "number": further}
