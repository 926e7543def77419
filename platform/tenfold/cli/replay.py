"""`tenfold replay`: a game as text."""

from pathlib import Path
from typing import Annotated

import typer

from tenfold.cli.outcome import Refused, out, print_json
from tenfold.cli.saved import open_all
from tenfold.cli.words import told


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A saved game (.t10), or a replay from a site (.json).")
    ],
    *,
    deal: Annotated[
        list[int] | None, typer.Option("--deal", metavar="N", help="This deal alone; may be repeated.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the replay document that the viewer reads.")
    ] = False,
) -> None:
    """Tell a game turn by turn, all hands open."""
    games = open_all(file)
    if len(games) > 1:
        raise Refused(f"{file} holds {len(games)} games: name one of them, such as {games[0].path}")
    document = games[0].document()
    if deal and not set(deal) <= set(range(1, len(document.deals) + 1)):
        raise Refused(f"the game has deals 1 to {len(document.deals)}, not {', '.join(map(str, deal))}")
    if as_json:
        print_json(document)
        return
    for line in told(document, games[0].names, deal and [number - 1 for number in deal]):
        out.print(line, markup=False, soft_wrap=True)
