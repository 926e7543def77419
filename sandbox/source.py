"""Checks that sources compile, in a child process: the compiler is not made for hostile input."""

import json
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from sandbox.program import Program
from sandbox.refusal import UploadRefused
from sandbox.verdict import SandboxError

CHECKER = Path(__file__).with_name("source_check.py")
SECONDS = 20.0


def check_sources(program: Program, modules: Collection[str]) -> frozenset[int]:
    """Every .py file compiles as UTF-8 and imports what there is; the program's fingerprint.

    Raises UploadRefused.
    """
    found = _checked(program)
    if refused := found.get("refused"):
        raise UploadRefused(printable(str(refused)))
    own = {name.split("/")[0].removesuffix(".py") for name in program.files}
    for module, name, line in found["imports"]:
        if module not in modules and module not in own:
            msg = (
                f"{name}, line {line}: {module} is not in this competition's image: do without it, or import"
                " it inside try … except ImportError"
            )
            raise UploadRefused(msg)
    return frozenset(found["prints"])


def printable(text: str) -> str:
    """Without what could steer a terminal or turn the direction of reading, for source is quoted in it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def ran_out(done: subprocess.CompletedProcess[bytes]) -> bool:
    """Whether the source was too much for the compiler; the child's other failures are ours."""
    last = done.stderr.rstrip().rpartition(b"\n")[2]
    return done.returncode < 0 or last.startswith((b"MemoryError", b"RecursionError"))


def _checked(program: Program) -> dict[str, Any]:
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-B", "-W", "ignore", str(CHECKER)],
            input=program.packed(),
            env={},  # ours holds what only we may know, as the database's address
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        msg = f"Python could not compile the program within {SECONDS:.0f} s: make it simpler"
        raise UploadRefused(msg) from None
    except OSError as error:
        msg = f"the child that compiles uploads could not be started: {error}"
        raise SandboxError(msg) from error
    if done.returncode and not ran_out(done):
        msg = f"the child that compiles uploads failed: {done.stderr.decode(errors='replace')[-500:]}"
        raise SandboxError(msg)
    if done.returncode:
        msg = (
            "Python gave up compiling the program (it ran out of memory, time or stack):"
            " it is nested too deeply, or too large"
        )
        raise UploadRefused(msg)
    found: dict[str, Any] = json.loads(done.stdout)  # what our own script prints
    return found
