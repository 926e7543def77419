"""Options that several commands share."""

import os
from typing import Annotated

import typer

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
Rules = Annotated[str, typer.Option("--rules", metavar="NAME", help=f"The rule set: {', '.join(NAMED)}.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and progress to stderr.")]

CORES = os.cpu_count() or 1


def rules_named(name: str) -> RuleSet:
    """The rule set of that name. Raises Refused."""
    if name not in NAMED:
        raise Refused(f"there are no rules named {name!r}; there are {', '.join(NAMED)}")
    return NAMED[name]
