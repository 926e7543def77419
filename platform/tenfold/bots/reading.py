"""An upload as its author reads it: files of numbered lines, with nothing in them that a page would obey."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from sandbox.upload import UploadRefused, unpack
from tenfold.bots.models import BotVersion
from tenfold.pages.figures import figure
from tenfold.pages.said import in_words
from tenfold.refusal import Refused

# Of a longer line the rest is left out where it is shown.
LONGEST_LINE: Final = 500


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of an upload. `lines` are as they came, without their ends; None where it is no text."""

    name: str
    size: int
    lines: Sequence[str] | None


def files_of(version: BotVersion) -> dict[str, SourceFile]:
    """The files by name, `main.py` first. Raises Refused where the upload cannot be unpacked."""
    try:
        program = unpack(filename=version.filename, data=bytes(version.source))
    except UploadRefused as no:
        raise Refused(
            _("Its files cannot be shown, as %(reason)s. Download it instead.") % {"reason": in_words(no)}
        ) from no
    names = sorted(program.files, key=lambda name: (name != "main.py", name))
    return {name: _file(name, program.files[name]) for name in names}


def _file(name: str, body: bytes) -> SourceFile:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return SourceFile(name, len(body), None)
    if "\0" in text:
        return SourceFile(name, len(body), None)
    # As Python counts lines, so that the numbers are those of a traceback.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return SourceFile(name, len(body), lines[:-1] if lines[-1] == "" else lines)


def shown(line: str) -> str:
    """The line, what cannot be seen in it made visible: marks that turn the way of reading hide code."""
    cut = line[:LONGEST_LINE]
    text = "".join(char if char.isprintable() or char == "\t" else f"[U+{ord(char):04X}]" for char in cut)
    left = len(line) - len(cut)
    return text + _(" … and %(number)s more characters") % {"number": figure(left)} if left else text
