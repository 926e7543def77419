"""`tenfold play`: bots at a table, on the same decks from every seat."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from arena.records import GameRecord, MatchRecord
from tenfold.cli.bots import Bot, find_bots
from tenfold.cli.dossier import dossiers, faults_of, hint
from tenfold.cli.options import CORES, AsJson, Jobs, Rules, Seed, rules_of
from tenfold.cli.outcome import Exit, Refused, err, out, print_json
from tenfold.cli.playing import Line, OnGame, line_up, new_seed
from tenfold.cli.playing import play as play_blocks
from tenfold.cli.saved import require_empty, save
from tenfold.cli.tally import Tally, tally
from tenfold.cli.words import counted

LEAST, MOST = 2, 6


def play(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT…", help="Two to six: files, or house bots by name.")
    ],
    *,
    blocks: Annotated[
        int, typer.Option("--blocks", "-n", metavar="N", min=1, help="How many decks to play.")
    ] = 20,
    jobs: Jobs = CORES,
    seed: Seed = None,
    rules: Rules = "standard",
    save_to: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Keep the games for watch, replay, verify.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play, and tell how sure the result is.

    In each block the same decks are played from every seat, so that luck falls out. The bots run as plain
    processes of yours, under the site's limits of time: run only bots that you trust.
    """
    table, chosen = _table(bots), seed or new_seed()
    line = line_up(table, rules_of(rules), chosen)
    if save_to is not None:
        require_empty(save_to)
    stretches, ends = _play_on(line, blocks, jobs)
    games = [game for stretch in stretches for game in stretch.games]
    if save_to is not None:
        save(save_to, seed=chosen, line=line, bots=table, games=games)
    if as_json:
        print_json(_result(line, stretches, chosen))
    else:
        _report(line, stretches, chosen)
        if save_to is not None:
            out.print(f"Saved {len(games)} games: tenfold watch {save_to}", markup=False)
    raise typer.Exit(ends or (Exit.NO if faults_of(games) else Exit.FINE))


def _play_on(line: Line, blocks: int, jobs: int) -> tuple[list[MatchRecord], Exit]:
    """What was played, and whether that was all of it."""
    stretches: list[MatchRecord] = []
    try:
        with progress(blocks * len(line.names), " · ".join(line.names)) as on_game:
            for stretch in play_blocks(line, blocks=blocks, jobs=jobs, on_game=on_game):
                stretches.append(stretch)  # noqa: PERF402 - what came before an interrupt is kept
    except KeyboardInterrupt:
        return stretches, interrupted(stretches)
    return stretches, Exit.FINE


def _table(names: Sequence[str]) -> list[Bot]:
    if not LEAST <= len(names) <= MOST:
        raise Refused(f"a table has {LEAST} to {MOST} bots, not {len(names)}")
    return find_bots(names)


@contextmanager
def progress(games: int, title: str) -> Iterator[OnGame]:
    """A bar on stderr that counts games."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(title, total=games)
        yield lambda: bar.advance(task)


def interrupted(stretches: Sequence[MatchRecord] = ()) -> Exit:
    """Tell what counts of games that were interrupted, and end the command when that is nothing."""
    if not stretches:
        err.print("Interrupted: nothing is counted, nothing is saved.")
        raise typer.Exit(Exit.INTERRUPTED)
    err.print(f"Interrupted: {counted(blocks_of(stretches), 'block')} count, those that were over.")
    return Exit.INTERRUPTED


def blocks_of(stretches: Sequence[MatchRecord]) -> int:
    return sum(len(stretch.margins) for stretch in stretches)


def _report(line: Line, stretches: Sequence[MatchRecord], seed: str) -> None:
    blocks = blocks_of(stretches)
    out.print(result_table(tally(line.names, stretches)))
    out.print(
        f"{counted(blocks, 'block')}, {blocks * len(line.names)} games, seed {seed}. "
        "Margin: phases better than the table on the same cards (100 points count as one, and all of them as "
        "no more than all phases), with its interval of 95%. Milliseconds are those of one answer: on "
        "average, and the slowest.",
        style="dim",
    )
    games = [game for stretch in stretches for game in stretch.games]
    for number, dossier in enumerate(dossiers(faults_of(games), line.names)):
        if number == 0:
            out.print()
        out.print(dossier)


def result_table(rows: Sequence[Tally]) -> Table:
    """One line a bot, the best first."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Bot", overflow="fold")
    for heading in ("Margin", "95%", "Wins", "Place", "Phases", "CPU ms", "Max ms", "Faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        faults = sum(row.faults.values())
        table.add_row(
            Text(row.name, style="bold"),
            f"{row.margin.value:+.2f}",
            f"{row.margin.low:+.2f} … {row.margin.high:+.2f}",
            f"{row.wins}/{row.games}",
            f"{row.mean_place:.2f}",
            f"{row.phases:.1f}",
            f"{row.cpu_ms:.2f}",
            f"{row.slowest_ms:.0f}",
            Text(str(faults), style="red" if faults else "dim"),
        )
    return table


def _result(line: Line, stretches: Sequence[MatchRecord], seed: str) -> dict[str, Any]:
    games: list[GameRecord] = [game for stretch in stretches for game in stretch.games]
    return {
        "blocks": blocks_of(stretches),
        "games": len(games),
        "seed": seed,
        "rules": line.rules.to_dict(),
        "bots": tally(line.names, stretches),
        "faults": [
            {
                "name": line.names[found.fault.bot],
                "block": found.block,
                "rotation": found.rotation,
                "fault": found.fault,
                "hint": hint(found.fault),
            }
            for found in faults_of(games)
        ],
    }
