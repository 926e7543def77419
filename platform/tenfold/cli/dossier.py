"""What went wrong with a bot, as its author needs it: what was asked, what came, what it wrote to stderr."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.records import FaultRecord, GameRecord
from arena.seat import FaultKind

# The first of its kind tells most; whoever wants them all saves the games.
SHOWN = 4
STDERR_LINES = 12

STDOUT_HINT = "Stdout is for replies alone. To debug: print(..., file=sys.stderr)"


@dataclass(frozen=True, slots=True)
class Found:
    """A fault and the game it fell into."""

    fault: FaultRecord
    block: int
    rotation: int


def faults_of(games: Sequence[GameRecord]) -> list[Found]:
    """All faults of some games, in the order of blocks."""
    ordered = sorted(games, key=lambda game: (game.block, game.rotation))
    return [Found(fault, game.block, game.rotation) for game in ordered for fault in game.faults]


def hint(fault: FaultRecord) -> str | None:
    """Advice beyond the fault's own sentence: a reply begins with a brace, debugging output does not."""
    talks = fault.kind in {FaultKind.BAD_REPLY, FaultKind.UNASKED_OUTPUT, FaultKind.OUTPUT_TOO_LONG}
    came = fault.reply.removeprefix("b").lstrip("'\" ")
    return STDOUT_HINT if talks and came and not came.startswith("{") else None


def dossiers(found: Sequence[Found], names: Sequence[str]) -> Iterator[RenderableType]:
    """The first fault of each kind of each bot in full, and how many there are."""
    kinds: dict[tuple[int, FaultKind], list[Found]] = {}
    for one in found:
        kinds.setdefault((one.fault.bot, one.fault.kind), []).append(one)
    for (bot, _), same in list(kinds.items())[:SHOWN]:
        yield _dossier(same[0], names[bot], len(same))
    left = len(found) - sum(len(same) for same in list(kinds.values())[:SHOWN])
    if left:
        yield Text(f"and {left} faults of other kinds", style="dim")


def _dossier(one: Found, name: str, count: int) -> RenderableType:
    fault = one.fault
    title = Text.assemble((f"{name}: {str(fault.kind).replace('_', ' ')}", "bold red"))
    where = f"block {one.block}, rotation {one.rotation}, turn {fault.turn + 1}, seat {fault.seat + 1}"
    title.append(f"  {where}" + (f", the first of {count}" if count > 1 else ""), style="dim")
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim")
    rows.add_column(overflow="fold")
    rows.add_row("asked", Text(fault.request))
    rows.add_row("came", Text(fault.reply) if fault.reply else Text("nothing", style="dim"))
    if fault.stderr.strip():
        rows.add_row("stderr", Text(_tail(fault.stderr)))
    if known := ", ".join(f"{name} {value}" for name, value in fault.detail.items() if _telling(name, value)):
        rows.add_row("process", Text(known))
    if advice := hint(fault):
        rows.add_row("hint", Text(advice, style="yellow"))
    return Group(title, Padding(Group(Text(fault.message), rows), (0, 0, 1, 2)))


def _telling(name: str, value: object) -> bool:
    return value is not None and name != "raw"


def _tail(stderr: str) -> str:
    lines = stderr.rstrip().splitlines()
    cut = ["…"] if len(lines) > STDERR_LINES else []
    return "\n".join([*cut, *lines[-STDERR_LINES:]])
