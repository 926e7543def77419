"""`tenfold submit`: hand a bot in to a site, and follow it until it is ready or refused."""

import os
from pathlib import Path
from time import sleep
from typing import Annotated, Any, Final, Literal

import msgspec
import typer
from rich.text import Text

from tenfold.cli.bots import called, no_file
from tenfold.cli.dossier import STDERR_LINES
from tenfold.cli.options import AsJson
from tenfold.cli.outcome import Exit, Failed, Refused, err, out, print_json, shown
from tenfold.cli.site import TOKEN, Site, site_at

_BOTS: Final = "/api/v1/bots"
_EVERY_S: Final = 1.0
# While a bot is followed, its site may restart: it is asked again so often in a row, with ever longer pauses.
_BORNE: Final = 5
_LONGEST_PAUSE_S: Final = 300
# Of the site's own size; nobody has as many bots, but a site's pages could lead in a circle.
_MOST_PAGES: Final = 100
#: As the site has it.
MOST_BYTES: Final = 1 << 20
_UNDER_WAY: Final = {
    "received": "waiting for a worker",
    "checking": "being checked",
    "trial": "playing its trial match",
}


class Bot(msgspec.Struct, frozen=True):
    """Of what the API says of a bot, what tells one's own."""

    id: int
    name: str


class Bots(msgspec.Struct, frozen=True):
    """A page of bots; `next` is the address of the one after it."""

    results: list[Bot]
    next: Annotated[str, msgspec.Meta(pattern=r"\A[!-~]*\Z")] | None


class Version(msgspec.Struct, frozen=True):
    """A version as the API has it, whole: `--json` hands it on."""

    id: int
    bot: int
    number: int
    filename: str
    sha256: str
    state: Literal["received", "checking", "trial", "ready", "refused"]
    active: bool
    created: str
    reason: str | None
    dossier: dict[str, Any] | None
    url: str


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
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Send the token over http://, for all on the way to read.")
    ] = False,
    wait: Annotated[bool, typer.Option(help="Follow it until it is ready or refused.")] = True,
    as_json: AsJson = False,
) -> None:
    """Hand a bot in to a site.

    It becomes the next version of your bot of that name, or the first of a new one. The site checks it and
    lets it play a trial match, as with any upload. The token of your account is read from TENFOLD_TOKEN.
    """
    there, data = site_at(site, os.environ.get(TOKEN), insecure=insecure), _read(file)
    title = _sayable(name or called(file))
    bot = _bot_called(title, there)
    version = there.upload(f"{_BOTS}/{bot}/versions", Version, filename=file.name, data=data)
    tell = err if as_json else out
    tell.print(f"{title}, version {version.number}: {there.address}{shown(version.url)}", markup=False)
    try:
        while wait and version.state in _UNDER_WAY:
            version = _followed(version, there)
    except KeyboardInterrupt:
        err.print("The site goes on with it.")
        raise typer.Exit(Exit.INTERRUPTED) from None
    if as_json:
        print_json(version)
    elif wait:
        _report(version)
    raise typer.Exit(Exit.NO if version.state == "refused" else Exit.FINE)


def _read(file: Path) -> bytes:
    """What would be refused at the door is refused here, before a bot is made for it."""
    if not file.is_file():
        raise Refused(no_file(file))
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from None
    if not 0 < len(data) <= MOST_BYTES:
        raise Refused(f"{file} has {'more' if data else 'none'}; a bot has 1 to {MOST_BYTES:,} bytes")
    return data


def _sayable(name: str) -> str:
    """The name, if it can be sent: that of a file may hold bytes that are no text."""
    if not name.isprintable():
        raise Refused(
            f"a bot's name has printable characters alone, and {name!r} has not: give one by --name"
        )
    return name


def _bot_called(name: str, site: Site) -> int:
    """The number of one's own bot of that name, in whichever case; a new one where there is none."""
    asked = "mine=true"
    for _ in range(_MOST_PAGES):
        listed = site.get(f"{_BOTS}?{asked}", Bots)
        for bot in listed.results:
            if bot.name.casefold() == name.casefold():
                return bot.id
        asked = (listed.next or "").partition("?")[2]
        if not asked:
            return site.post(_BOTS, Bot, {"name": name}).id
    raise Refused(f"{site.address} lists bots without end, which a Tenfold site does not.")


def _followed(version: Version, site: Site) -> Version:
    """The version once it is in another state."""
    now = version
    with err.status(f"{_UNDER_WAY[version.state]} …"):
        while now.state == version.state:
            sleep(_EVERY_S)
            now = _asked_again(version, site)
    return now


def _asked_again(version: Version, site: Site) -> Version:
    """The version as it is by now, though the site fail for a while."""
    failures = 0
    while True:
        try:
            return site.get(f"{_BOTS}/{version.bot}/versions/{version.number}", Version)
        except Failed as failed:
            failures += 1
            if failures > _BORNE or failed.after_s > _LONGEST_PAUSE_S:
                raise Failed(f"{failed} It has your bot, and goes on with it.") from None
            sleep(max(failed.after_s, _EVERY_S * 2**failures))


def _report(version: Version) -> None:
    if version.state != "refused":
        out.print("[green]✓[/] ready: it may enter competitions")
        return
    out.print(Text.assemble(("✗", "red"), f" refused: {shown(version.reason or '')}"))
    dossier = version.dossier or {}
    for label, part in (
        ("it was asked", "request"),
        ("it answered", "reply"),
        ("it wrote to stderr", "stderr"),
    ):
        if said := dossier.get(part):
            end = "\n".join(shown(str(said)).splitlines()[-STDERR_LINES:])
            out.print(Text.assemble((f"{label}:\n", "bold"), end))
