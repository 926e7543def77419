"""Options that several commands share."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import NAMED, RuleSet
from tenfold.cli.outcome import Refused

Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="J", min=1, show_default="one for each core", help="How many games at once."
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed", "-s", metavar="WORD", show_default="chosen anew", help="The same decks for the same word."
    ),
]
Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME|FILE",
        help=f"The rule set: {', '.join(NAMED)}; or a JSON file of fields, as a competition's API gives.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and progress to stderr.")]

CORES = os.cpu_count() or 1


def rules_of(name: str) -> RuleSet:
    """The rule set of that name, or of the JSON file there. Raises Refused."""
    if name in NAMED:
        return NAMED[name]
    file = Path(name)
    if not file.is_file():
        raise Refused(f"there are no rules and no file named {name!r}; there are {', '.join(NAMED)}")
    try:
        return RuleSet.from_dict(json.loads(file.read_bytes()))
    except RulesRefused as error:
        raise Refused(f"{name}: {error}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(f"{name} is no JSON that can be read: {error}") from error
