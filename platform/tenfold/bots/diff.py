"""What changed from one version to another, line by line.

Uploads are their authors' to invent, and the usual ways to compare take hours for some. This one
(E. W. Myers, 1986) finds the fewest changed lines in time that grows with their number, and gives up in
time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from django.utils.translation import gettext as _

from tenfold.bots.reading import SourceFile, shown
from tenfold.pages.figures import figure

# Lines changed on one page, over all files: about a second of work at worst.
MOST_CHANGED: Final = 1_000
CONTEXT: Final = 3

Sign = Literal["+", "-", " "]


class Edit(NamedTuple):
    """A line kept (" ", at `old` and `new`), taken out ("-", at `old`) or put in ("+", at `new`); from 0."""

    sign: Sign
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a diff; its numbers count from 1, and are None on the side where it is not."""

    sign: Sign
    old: int | None
    new: int | None
    text: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """What became of one file. Without `hunks`, `how` says all there is to show.

    `given_up`: it was compared as far as there was room, and that was not enough.
    """

    name: str
    how: str
    added: int = 0
    removed: int = 0
    hunks: Sequence[Sequence[Line]] = ()
    given_up: bool = False


def changes(old: Mapping[str, SourceFile], new: Mapping[str, SourceFile], *, equal: bool) -> list[FileChange]:
    """The files that differ; `equal` says whether the uploads are the same to the last byte."""
    if equal:
        return []
    room = MOST_CHANGED
    found: list[FileChange] = []
    for name in sorted({*old, *new}, key=lambda name: (name != "main.py", name)):
        change = _change(name, old.get(name), new.get(name), room)
        if change:
            found.append(change)
            room -= change.added + change.removed
            # Work grows with the square of the room, so a thousand such files cost little more than one.
            room //= 2 if change.given_up else 1
    return found


def _change(name: str, old: SourceFile | None, new: SourceFile | None, most: int) -> FileChange | None:
    if old == new:
        return None
    how = _("added") if old is None else _("removed") if new is None else _("changed")
    before, after = (() if file is None else file.lines for file in (old, new))
    if before is None or after is None:
        return FileChange(name, _("%(how)s; it is no text") % {"how": how})
    script = edits(before, after, most=most)
    if script is None:
        too_many = _(
            "%(how)s in more lines than are compared here (%(before)s lines before, %(after)s after)"
        )
        sizes = {"before": figure(len(before)), "after": figure(len(after))}
        return FileChange(name, too_many % {"how": how, **sizes}, given_up=True)
    added, removed = (sum(edit.sign == sign for edit in script) for sign in "+-")
    if not added + removed:
        return FileChange(name, _("changed only in how its lines end"))
    return FileChange(name, how, added, removed, list(_hunks(script, before, after)))


def edits(old: Sequence[str], new: Sequence[str], *, most: int) -> list[Edit] | None:
    """The fewest edits that make `new` of `old`, kept lines among them; None when more than `most` change."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    room = shorter - head
    tail = next((at for at in range(room) if old[-1 - at] != new[-1 - at]), room)
    middle = _shortest(old[head : len(old) - tail], new[head : len(new) - tail], most)
    if middle is None:
        return None
    script = [Edit(" ", at, at) for at in range(head)]
    script += [Edit(sign, x + head, y + head) for sign, x, y in middle]
    ends = zip(range(len(old) - tail, len(old)), range(len(new) - tail, len(new)), strict=True)
    return script + [Edit(" ", x, y) for x, y in ends]


def _shortest(old: Sequence[str], new: Sequence[str], most: int) -> list[Edit] | None:
    """With c changes one comes, on the diagonal x - y = k, at best as far as `far[k]` lines into `old`."""
    far = {1: 0}
    passed: list[dict[int, int]] = []
    for count in range(min(most, len(old) + len(new)) + 1):
        passed.append({k: far[k] for k in range(-count - 1, count + 2) if k in far})
        for k in range(-count, count + 1, 2):
            x = far[k + 1] if _puts_in(far, k, count) else far[k - 1] + 1
            while x < len(old) and 0 <= x - k < len(new) and old[x] == new[x - k]:
                x += 1
            far[k] = x
            if x >= len(old) and x - k >= len(new):
                return _walked_back(passed, len(old), len(new))
    return None


def _puts_in(far: Mapping[int, int], k: int, count: int) -> bool:
    """Whether the last of `count` changes that lead to this diagonal puts a line in."""
    return k == -count or (k != count and far[k - 1] < far[k + 1])


def _walked_back(passed: Sequence[Mapping[int, int]], x: int, y: int) -> list[Edit]:
    script: list[Edit] = []
    for count in range(len(passed) - 1, -1, -1):
        far, k = passed[count], x - y
        puts_in = _puts_in(far, k, count)
        start = 0 if count == 0 else far[k + 1] if puts_in else far[k - 1]
        kept_from = start if count == 0 or puts_in else start + 1
        while x > kept_from:
            x, y = x - 1, y - 1
            script.append(Edit(" ", x, y))
        if count:
            y, x = (y - 1, x) if puts_in else (y, x - 1)
            script.append(Edit("+" if puts_in else "-", x, y))
    return script[::-1]


def _hunks(script: Sequence[Edit], old: Sequence[str], new: Sequence[str]) -> Iterator[list[Line]]:
    """The changed lines with some around them; what lies close together in one piece."""
    changed = [at for at, edit in enumerate(script) if edit.sign != " "]
    start, end = changed[0], changed[0]
    for at in [*changed[1:], None]:
        if at is not None and at - end <= 2 * CONTEXT:
            end = at
            continue
        piece = script[max(0, start - CONTEXT) : end + CONTEXT + 1]
        yield [_line(edit, old, new) for edit in piece]
        if at is not None:
            start = end = at


def _line(edit: Edit, old: Sequence[str], new: Sequence[str]) -> Line:
    sign, x, y = edit
    return Line(
        sign,
        None if sign == "+" else x + 1,
        None if sign == "-" else y + 1,
        shown(new[y] if sign == "+" else old[x]),
    )
