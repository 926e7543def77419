"""`tenfold watch`: the site's replay viewer on games of one's own."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tenfold.cli.outcome import out
from tenfold.cli.saved import open_all
from tenfold.cli.viewer import Gallery, address_of, server_for, title_of


def watch(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A folder of play --save, a game (.t10), or a replay from a site (.json)."
        ),
    ],
    *,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, show_default="a free one", help="Where to listen.")
    ] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
) -> None:
    """Watch games in the browser, card by card.

    They are served to this machine alone; Ctrl-C ends it.
    """
    games = open_all(path)
    for game in games[:1]:
        game.document()  # refuses a game that cannot be shown here rather than in the browser
    with server_for(Gallery(title_of(path), games), port) as server:
        address = address_of(server)
        out.print(f"{address}  (Ctrl-C ends it)", soft_wrap=True)
        if open_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            out.print()
