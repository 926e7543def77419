"""Runs the command line as an author does, in this process, and bots to run it on."""

import io
import json
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tenfold.cli.app import main

# A game over in moments: who makes phase 1 has won.
QUICK = ("--rules", "first-1", "--jobs", "1")

READ = "import json, sys\nfor line in sys.stdin:\n    ask = json.loads(line)\n    reply = {'id': ask['id']}\n"
SAY = "    print(json.dumps(reply), flush=True)\n"
MOVE = (
    "    if ask['type'] == 'draw':\n        reply['draw'] = 'stock'\n"
    "    elif ask['type'] == 'play':\n        reply['discard'] = next(c for c in ask['hand'] if c != 'S')\n"
)
PLAIN = READ + MOVE + SAY
TALKING = READ + MOVE + "    print('thinking about', ask['type'])\n" + SAY
CRASHING = (
    READ
    + MOVE
    + "    if ask.get('turn', 0) > 3:\n        print('last words', file=sys.stderr)\n        {}['gone']\n"
    + SAY
)
UNREADABLE = "def broken(:\n"


@dataclass(frozen=True)
class Ended:
    """What a command left on the terminal, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def tenfold(*arguments: object) -> Ended:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return Ended(int(ended.value.code or 0), out.getvalue(), err.getvalue())


def a_bot(folder: Path, name: str = "mine.py", source: str = PLAIN) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return path


def a_saved_match(folder: Path, bots: Sequence[object] = ("tenline", "greedy"), blocks: int = 1) -> Path:
    """A folder of saved games."""
    saved = folder / "games"
    tenfold("play", *bots, *QUICK, "--blocks", blocks, "--seed", "word", "--save", saved)
    return saved


def flat(text: str) -> str:
    """The text on one line, since where it was wrapped says nothing."""
    return " ".join(text.split())
