"""`tenfold compare`: is the second version better? Played until that is known."""

from collections.abc import Sequence
from contextlib import closing
from typing import Annotated

import typer

from arena.records import MatchRecord
from arena.sequential import Decision, Look, look
from tenfold.cli.bots import find_bots
from tenfold.cli.dossier import dossiers, faults_of
from tenfold.cli.options import CORES, AsJson, Jobs, Rules, Seed, rules_of
from tenfold.cli.outcome import Exit, out, print_json
from tenfold.cli.play import interrupted, progress
from tenfold.cli.playing import Line, line_up, new_seed
from tenfold.cli.playing import play as play_blocks
from tenfold.cli.words import counted

ENDS = {
    Decision.BETTER: Exit.FINE,
    Decision.WORSE: Exit.NO,
    Decision.ALIKE: Exit.UNDECIDED,
    Decision.OPEN: Exit.UNDECIDED,
}


def compare(
    first: Annotated[str, typer.Argument(metavar="FIRST", help="The bot as it was.")],
    second: Annotated[str, typer.Argument(metavar="SECOND", help="The bot as it is now.")],
    *,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Give up after so many blocks.")
    ] = 400,
    jobs: Jobs = CORES,
    seed: Seed = None,
    rules: Rules = "standard",
    as_json: AsJson = False,
) -> None:
    """Find out whether the second version is better.

    The two play each other on the same decks until that is decided. After every few blocks the difference
    is judged by a test that may be looked at as often as one likes: it calls equal bots different once in
    twenty times at most. Ends with 0 when the second is better, with 1 when it is worse, with 3 when they
    play alike or it stays undecided.
    """
    chosen = seed or new_seed()
    line = line_up(find_bots([first, second]), rules_of(rules), chosen)
    stretches, ends = _until_decided(line, most, jobs)
    seen = look(_differences(stretches))
    faults = faults_of([game for stretch in stretches for game in stretch.games])
    if as_json:
        print_json(
            {"first": line.names[0], "second": line.names[1], "seed": chosen, "faults": len(faults)}
            | _shown(seen)
        )
    else:
        out.print(seen.sentence(*line.names), style="bold", markup=False)
        out.print(f"{counted(seen.blocks, 'block')}, {2 * seen.blocks} games, seed {chosen}.", style="dim")
        for dossier in dossiers(faults, line.names):
            out.print(dossier)
    raise typer.Exit(ends or ENDS[seen.decision])


def _until_decided(line: Line, most: int, jobs: int) -> tuple[list[MatchRecord], Exit]:
    """What was played, and whether it could go on as long as it had to."""
    stretches: list[MatchRecord] = []
    try:
        with (
            progress(most * 2, " against ".join(line.names)) as on_game,
            closing(play_blocks(line, blocks=most, jobs=jobs, on_game=on_game)) as played,
        ):
            for stretch in played:
                stretches.append(stretch)
                if look(_differences(stretches)).decision is not Decision.OPEN:
                    break
    except KeyboardInterrupt:
        return stretches, interrupted(stretches)
    return stretches, Exit.FINE


def _differences(stretches: Sequence[MatchRecord]) -> list[float]:
    return [second - first for stretch in stretches for first, second in stretch.margins]


def _shown(seen: Look) -> dict[str, object]:
    """The look as JSON has it, which knows no infinity."""
    return {
        "decision": str(seen.decision),
        "blocks": seen.blocks,
        "difference": seen.difference,
        "low": seen.low if seen.low > -float("inf") else None,
        "high": seen.high if seen.high < float("inf") else None,
    }
