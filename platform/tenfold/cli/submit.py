"""`tenfold submit`: hand a bot in to a site, and follow it until it is ready or refused."""

import os
from pathlib import Path
from time import sleep
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import typer
from rich.text import Text

from tenfold.cli.bots import no_file
from tenfold.cli.dossier import STDERR_LINES
from tenfold.cli.options import AsJson
from tenfold.cli.outcome import Exit, Refused, err, out, print_json
from tenfold.cli.site import TOKEN, Site, site_at

_BOTS: Final = "/api/v1/bots"
_EVERY_S: Final = 1.0
#: As the site has it.
MOST_BYTES: Final = 1 << 20
_UNDER_WAY: Final = {
    "received": "waiting for a worker",
    "checking": "being checked",
    "trial": "playing its trial match",
}
# What people call every bot's file; its folder tells more.
_NO_NAME: Final = {"bot", "main"}


def submit(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The bot: a .py, or a .zip with main.py in it.")
    ],
    *,
    site: Annotated[
        str, typer.Option("--site", envvar="TENFOLD_SITE", metavar="ADDRESS", help="Where it is to play.")
    ],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", show_default="the file's or its folder's", help="The bot's name there."),
    ] = None,
    wait: Annotated[bool, typer.Option(help="Follow it until it is ready or refused.")] = True,
    as_json: AsJson = False,
) -> None:
    """Hand a bot in to a site.

    It becomes the next version of your bot of that name, or the first of a new one. The site checks it and
    lets it play a trial match, as with any upload. The token of your account is read from TENFOLD_TOKEN.
    """
    there, data = site_at(site, os.environ.get(TOKEN)), _read(file)
    called = name or _name_of(file)
    bot = _bot_called(called, there)
    version = there.upload(f"{_BOTS}/{bot}/versions", file.name, data)
    tell = err if as_json else out
    tell.print(f"{called}, version {version['number']}: {there.address}{version['url']}", markup=False)
    try:
        while wait and version["state"] in _UNDER_WAY:
            version = _followed(version, there)
    except KeyboardInterrupt:
        err.print("The site goes on with it.")
        raise typer.Exit(Exit.INTERRUPTED) from None
    if as_json:
        print_json(version)
    elif wait:
        _report(version)
    raise typer.Exit(Exit.NO if version["state"] == "refused" else Exit.FINE)


def _read(file: Path) -> bytes:
    """What would be refused at the door is refused here, before a bot is made for it."""
    if not file.is_file():
        raise Refused(no_file(file))
    data = file.read_bytes()
    if not 0 < len(data) <= MOST_BYTES:
        raise Refused(f"{file} has {len(data):,} bytes; a bot has 1 to {MOST_BYTES:,}")
    return data


def _name_of(file: Path) -> str:
    return file.resolve().parent.name if file.stem in _NO_NAME else file.stem


def _bot_called(name: str, site: Site) -> int:
    """The number of one's own bot of that name, in whichever case; a new one where there is none."""
    asked = "mine=true"
    while asked:
        listed = site.get(f"{_BOTS}?{asked}")
        for bot in listed["results"]:
            if bot["name"].casefold() == name.casefold():
                return int(bot["id"])
        asked = urlsplit(listed["next"] or "").query
    return int(site.post(_BOTS, {"name": name})["id"])


def _followed(version: dict[str, Any], site: Site) -> dict[str, Any]:
    """The version once it is in another state."""
    address = f"{_BOTS}/{version['bot']}/versions/{version['number']}"
    now: dict[str, Any] = version
    with err.status(f"{_UNDER_WAY[version['state']]} …"):
        while now["state"] == version["state"]:
            sleep(_EVERY_S)
            now = site.get(address)
    return now


def _report(version: dict[str, Any]) -> None:
    if version["state"] != "refused":
        out.print("[green]✓[/] ready: it may enter competitions")
        return
    out.print(Text.assemble(("✗", "red"), f" refused: {version['reason']}"))
    dossier = version["dossier"] or {}
    for label, part in (
        ("it was asked", "request"),
        ("it answered", "reply"),
        ("it wrote to stderr", "stderr"),
    ):
        if said := dossier.get(part):
            end = "\n".join(str(said).splitlines()[-STDERR_LINES:])
            out.print(Text.assemble((f"{label}:\n", "bold"), end))
