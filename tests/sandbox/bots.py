"""Programs for the tests, and the sandbox to open them in."""

from pathlib import Path

from sandbox.program import Program

ABUSE = Path(__file__).parent / "abuse"
ANSWER_FIRST = "import sys, os, time\nprint(sys.stdin.readline().strip())\nsys.stdin.readline()\n"


def program(main: str, **others: str) -> Program:
    """A program of `main.py` and others, `helper="..."` being `helper.py`."""
    files = {"main.py": main.encode()} | {f"{name}.py": text.encode() for name, text in others.items()}
    return Program(files=files)


def then(what: str) -> Program:
    """Answers one line properly; on the next it does `what`."""
    return program(ANSWER_FIRST + what + "\n")


def abuse(name: str) -> Program:
    """One of the bots in `abuse`, with the file they share."""
    return program((ABUSE / f"{name}.py").read_text(), peer=(ABUSE / "peer.py").read_text())


ECHO = program("import sys\nfor line in sys.stdin:\n    print(line.strip())\n")
