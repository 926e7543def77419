"""`tenfold check`: what the site does with an upload, done here."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from arena.phase10.rules import STANDARD
from arena.records import GameRecord
from sandbox.limits import Limits
from sandbox.upload import UploadRefused, read_upload
from tenfold.cli.bots import Bot, find_bot, no_file
from tenfold.cli.dossier import Found, dossiers, faults_of, hint
from tenfold.cli.outcome import Exit, Refused, err, out, print_json
from tenfold.cli.playing import cannot_run, line_up, new_seed, play
from tenfold.seats import ours

# As the site has it: one block against this house bot.
OPPONENT, BLOCKS = "greedy", 1


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The bot: a .py, or a .zip with main.py in it.")
    ],
    *,
    trial: Annotated[bool, typer.Option(help="Play the trial match, too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a bot as the site does, with a trial match.

    It is read and compiled, and plays a block against a house bot. Any fault in that refuses it, here as
    there. The trial runs the bot as a plain process of yours, under the site's limits of time and memory.
    """
    refusal = _refusal(file)
    if refusal is not None:
        _report_refusal(file, refusal, as_json=as_json)
        raise typer.Exit(Exit.NO)
    if not as_json:
        out.print("[green]✓[/] read: it compiles and imports what the site has")
    missing = cannot_run() if trial else "as you asked"
    games = [] if missing else _trial(find_bot(str(file)))
    faults = [found for found in faults_of(games) if found.fault.bot == 0]
    if as_json:
        print_json(_result(file, None, games, faults))
    else:
        _report_trial(games, faults, missing)
    raise typer.Exit(Exit.NO if faults else Exit.FINE)


def _refusal(file: Path) -> str | None:
    """Why the site would not take the file; None when it would."""
    if not file.is_file():
        raise Refused(no_file(file))
    try:
        with ours():
            read_upload(filename=file.name, data=file.read_bytes())
    except UploadRefused as refused:
        return str(refused)
    return None


def _trial(bot: Bot) -> list[GameRecord]:
    opponent = find_bot(OPPONENT)
    line = line_up([bot, opponent], STANDARD, new_seed())
    with err.status(f"trial match against {OPPONENT} …"):
        stretches = list(play(line, blocks=BLOCKS, jobs=1, on_game=lambda: None))
    return [game for stretch in stretches for game in stretch.games]


def _report_refusal(file: Path, reason: str, *, as_json: bool) -> None:
    if as_json:
        print_json(_result(file, reason, [], []))
    else:
        out.print(Text.assemble(("✗", "red"), f" refused: {reason}"))


def _report_trial(games: list[GameRecord], faults: list[Found], missing: str | None) -> None:
    if missing:
        out.print(Text.assemble(("–", "yellow"), f" trial match: left out, {missing}"))
        return
    if faults:
        out.print(f"[red]✗[/] trial match against {OPPONENT}: refused\n")
        for dossier in dossiers(faults, ("your bot", OPPONENT)):
            out.print(dossier)
        return
    used = _used(games)
    out.print(f"[green]✓[/] trial match against {OPPONENT}: {len(games)} games without a fault")
    bank, more = Limits().cpu_bank_ms, Limits().cpu_per_move_ms
    out.print(
        f"  CPU in the dearest game: {used['cpu_ms_per_game']:,.0f} ms of {bank:,} and {more} a request"
    )
    out.print(f"  slowest answer: {used['slowest_ms']:,.0f} ms")
    out.print("The site would take this bot.", style="bold")


def _used(games: list[GameRecord]) -> dict[str, float]:
    """What the bot used in its dearest game and for its slowest answer, in milliseconds."""
    outcomes = [game.outcome[game.seats.index(0)] for game in games]
    return {
        "cpu_ms_per_game": max((outcome.cpu_ms for outcome in outcomes), default=0.0),
        "slowest_ms": max((outcome.slowest_ms for outcome in outcomes), default=0.0),
    }


def _result(file: Path, reason: str | None, games: list[GameRecord], faults: list[Found]) -> dict[str, Any]:
    return {
        "file": str(file),
        "ok": reason is None and not faults,
        "refused": reason,
        "trial": {"opponent": OPPONENT, "games": len(games), **_used(games)} if games else None,
        "faults": [{"fault": found.fault, "hint": hint(found.fault)} for found in faults],
    }
