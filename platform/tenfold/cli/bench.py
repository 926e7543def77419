"""`tenfold bench`: what a bot's answers cost, beside what the site allows."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from arena.records import GameRecord
from tenfold.cli.bots import find_bots
from tenfold.cli.dossier import Found, dossiers, faults_of, hint
from tenfold.cli.options import AsJson, Rules, Seed, rules_of
from tenfold.cli.outcome import Exit, Refused, out, print_json
from tenfold.cli.play import MOST, interrupted, progress
from tenfold.cli.playing import line_up, new_seed
from tenfold.cli.timing import KINDS, Timings, Used, timed, used_of_limits
from tenfold.cli.words import counted

#: A bot that has used this share of a limit may break it on a slower machine.
NEAR = 0.5


def bench(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to time: a file, or a house bot.")],
    opponents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[OPPONENT…]", help="Whom it plays.", show_default="greedy"),
    ] = None,
    *,
    blocks: Annotated[
        int, typer.Option("--blocks", "-n", metavar="N", min=1, help="How many decks to play.")
    ] = 5,
    seed: Seed = None,
    rules: Rules = "standard",
    as_json: AsJson = False,
) -> None:
    """Time a bot's answers against the site's limits.

    It plays one game at a time, as a plain process of yours. CPU time is what the site charges; how fast
    its machine is beside yours nobody knows, so leave room.
    """
    names = [bot, *(opponents or ["greedy"])]
    if len(names) > MOST:
        raise Refused(f"a table has up to {MOST} bots, not {len(names)}")
    chosen = seed or new_seed()
    line = line_up(find_bots(names), rules_of(rules), chosen)
    try:
        with progress(blocks * len(names), f"timing {line.names[0]}") as on_game:
            timings, games = timed(line, blocks=blocks, on_game=on_game)
    except KeyboardInterrupt:
        raise typer.Exit(interrupted()) from None
    faults = [found for found in faults_of(games) if found.fault.bot == 0]
    if as_json:
        print_json({"bot": line.names[0], "seed": chosen} | _result(timings, games, faults))
    else:
        _report(line.names, timings, games, faults)
        title = " · ".join(line.names)
        out.print(f"{title}: {counted(len(games), 'game')}, seed {chosen}.", style="dim", markup=False)
    raise typer.Exit(Exit.NO if faults else Exit.FINE)


def _report(
    names: Sequence[str], timings: Timings, games: Sequence[GameRecord], faults: Sequence[Found]
) -> None:
    if timings.answers:
        _report_timings(timings, games)
    for dossier in dossiers(faults, names):
        out.print(dossier)


def _report_timings(timings: Timings, games: Sequence[GameRecord]) -> None:
    out.print(_kinds(timings))
    if rate := timings.decisions_per_second():
        out.print(f"{rate:,.0f} decisions a second, the way to the bot and back included", style="bold")
    out.print()
    out.print(_limits(used_of_limits(timings, games)))
    out.print()


def _kinds(timings: Timings) -> Table:
    """What each kind of request costs."""
    table = _table("Asked", "Times", "CPU ms", "99%", "Max", "Wall max")
    for kind in KINDS:
        if spent := timings.spent(kind):
            cpu = (f"{value:.2f}" for value in (spent.cpu_mean, spent.cpu_p99, spent.cpu_max))
            table.add_row(kind, f"{spent.times:,}", *cpu, f"{spent.wall_max:.1f}")
    return table


def _limits(uses: Sequence[Used]) -> Table:
    """What the bot used of each limit, at worst."""
    table = _table("At worst", "Used", "Allowed", "Share")
    for what, used, allowed, unit in uses:
        if used is None:
            table.add_row(what, "not measured", f"{allowed:,} {unit}")
            continue
        share = used / allowed
        style = "red" if share >= NEAR else "green"
        table.add_row(what, f"{used:,.0f} {unit}", f"{allowed:,} {unit}", f"[{style}]{share:.0%}[/]")
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _result(timings: Timings, games: Sequence[GameRecord], faults: Sequence[Found]) -> dict[str, Any]:
    return {
        "games": len(games),
        "decisions_per_second": timings.decisions_per_second(),
        "asked": {kind: spent for kind in KINDS if (spent := timings.spent(kind))},
        "limits": [used._asdict() for used in used_of_limits(timings, games)],
        "faults": [{"fault": found.fault, "hint": hint(found.fault)} for found in faults],
    }
