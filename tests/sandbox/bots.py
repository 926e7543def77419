"""Small programs for the tests, by what they do. Each answers its first line and misbehaves on its second."""

from sandbox.program import Program

ANSWER_FIRST = "import sys, os, time\nprint(sys.stdin.readline().strip())\nsys.stdin.readline()\n"


def program(main: str, **others: str) -> Program:
    """A program of `main.py` and others, `helper="..."` being `helper.py`."""
    files = {"main.py": main.encode()} | {f"{name}.py": text.encode() for name, text in others.items()}
    return Program(files=files)


def then(what: str) -> Program:
    """Answers one line properly; on the next it does `what`."""
    return program(ANSWER_FIRST + what + "\n")


ECHO = program("import sys\nfor line in sys.stdin:\n    print(line.strip())\n")
