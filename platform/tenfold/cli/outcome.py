"""How a command ends: its exit code for scripts, its refusals, and where it writes."""

import sys
from enum import IntEnum
from typing import Any

import msgspec
from rich.console import Console

from sandbox.upload import printable

# Results are text to be copied and piped, so nothing in them is coloured by guessing.
out = Console(highlight=False, soft_wrap=False)
err = Console(highlight=False, stderr=True)


class Exit(IntEnum):
    """Documented in `tenfold --help`; 2 is a wrong command line's too."""

    FINE = 0
    NO = 1
    MISUSED = 2
    UNDECIDED = 3
    OURS = 4
    INTERRUPTED = 130


class Refused(Exception):
    """What was asked for cannot be done; the message says why and what to do."""


class Failed(Exception):
    """Neither the command line nor a bot is at fault, and the same may work later.

    `after_s` says in how many seconds, if that is known.
    """

    def __init__(self, why: str, *, after_s: int = 0) -> None:
        super().__init__(why)
        self.after_s = after_s


def shown(text: str) -> str:
    """Others' text for a terminal: as it came it could steer it, or hide what stands there."""
    return "\n".join(printable(line) for line in text.expandtabs().splitlines())


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever msgspec writes
    """One JSON document on stdout, and nothing else there."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
