"""`tenfold new`: a bot to begin with, and its test."""

from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from tenfold.cli.outcome import Refused, out

FILES = ("bot.py", "test_bot.py")


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="NAME", help="The folder to make; its name is the bot's.")
    ],
) -> None:
    """Make a folder with a starter bot and its test."""
    try:
        folder.mkdir(parents=True)
        for name in FILES:
            source = resources.files("tenfold.cli.starter") / name
            (folder / name).write_bytes(source.read_bytes())
    except FileExistsError as error:
        raise Refused(f"{folder} is there already: choose another name") from error
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror}") from error
    bot, test = (folder / name for name in FILES)
    out.print(f"Made {bot}, a bot that plays whole games, and {test}. Next:\n", markup=False)
    for command, why in (
        (f"python {test}", "test it (pytest works too)"),
        (f"tenfold check {bot}", "what the site would say of it"),
        (f"tenfold play {bot} greedy", "let it play against a house bot"),
    ):
        out.print(f"  {command:<36}  {why}", markup=False)
