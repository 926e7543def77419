"""Turns an uploaded file into a program, or says in a sentence why not. Nothing of it is run.

All of the reading is done by `sandbox.reader` in one child process: here nothing of the upload is looked at,
and of the child's answer no more than the child may say.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sandbox.image.modules import PLAIN
from sandbox.program import Program
from sandbox.reader import ANSWER_BYTES
from sandbox.refusal import MAIN, UploadRefused
from sandbox.verdict import SandboxError

__all__ = ["Upload", "UploadRefused", "inspect_upload", "printable", "read_upload", "unpack"]

# The standard library first; ours is looked for last, and none of its neighbours is ever asked for.
READER = "import sys; sys.path.append(sys.argv[1]); from sandbox.reader import main; main()"
COMMAND: Sequence[str] = (
    *(sys.executable, "-I", "-S", "-B", "-W", "ignore", "-c", READER),
    str(Path(__file__).parents[1]),
)
# Ours holds what only we may know, as the database's address; Windows starts nothing without this one.
ENVIRONMENT = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
SECONDS = 20.0
# What Python itself ends with, when the reader and not the upload is at fault.
OURS = (1, 2)
SHOWN = 500


def read_upload(*, filename: str, data: bytes, modules: Collection[str] = PLAIN) -> Program:
    """The program in a `.py` or a `.zip`, its sources checked.

    `modules` are the top-level modules that the image has. Raises UploadRefused, and SandboxError when the
    failure is ours.
    """
    upload = inspect_upload(filename=filename, data=data)
    upload.refuse_missing(modules)
    return upload.program


def inspect_upload(*, filename: str, data: bytes) -> "Upload":
    """The same for whoever is still to choose an image; `Upload.refuse_missing` makes up for it."""
    program, found = _read(filename, data, check=True)
    own = {name.split("/")[0].removesuffix(".py") for name in program.files}
    wanted = {module: (name, line) for module, name, line in found["imports"] if module not in own}
    return Upload(program, frozenset(found["prints"]), wanted)


@dataclass(frozen=True, slots=True)
class Upload:
    """A program whose sources are checked, its fingerprint for `sandbox.similarity`, and what it imports.

    `imports` are modules that are none of its own, each with the file and the line of the first import.
    """

    program: Program
    prints: frozenset[int]
    imports: Mapping[str, tuple[str, int]]

    def refuse_missing(self, modules: Collection[str]) -> None:
        """Raise UploadRefused for what it imports for certain and an image with these modules has not."""
        for module, (name, line) in self.imports.items():
            if module not in modules:
                msg = (
                    f"{name}, line {line}: {module} is not in this competition's image: do without it, or"
                    " import it inside try … except ImportError"
                )
                raise UploadRefused(msg)


def unpack(*, filename: str, data: bytes) -> Program:
    """The same without the check of sources, for an upload that has passed it; of the name the ending counts.

    Raises UploadRefused and SandboxError.
    """
    if filename.lower().endswith(".py"):
        return Program(files={MAIN: data})  # there is nothing to unpack
    return _read(filename, data, check=False)[0]


def printable(text: str) -> str:
    """Without what could steer a terminal or turn the direction of reading, for source is quoted in it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _read(filename: str, data: bytes, *, check: bool) -> tuple[Program, dict[str, Any]]:
    asked = json.dumps({"filename": filename, "check": check}).encode()
    said = _said(asked + b"\n" + data)
    try:
        found: dict[str, Any] = json.loads(said.readline())
        if refused := found.get("refused"):
            raise UploadRefused(printable(str(refused)))
        return Program(files=_files(said, found["files"])), found
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        msg = f"the child that reads uploads has answered what is no answer: {error}"
        raise SandboxError(msg) from error


def _files(said: io.BytesIO, index: Collection[tuple[str, int]]) -> dict[str, bytes]:
    files = {name: said.read(size) for name, size in index}
    if [len(body) for body in files.values()] != [size for _, size in index]:
        raise ValueError("it ends before the files do")
    return files


def _said(request: bytes) -> io.BytesIO:
    """What the child says. Into files, for these the kernel keeps within the child's own limits."""
    try:
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as told:
            done = subprocess.run(
                COMMAND,
                input=request,
                stdout=said,
                stderr=told,
                env=ENVIRONMENT,
                timeout=SECONDS,
                check=False,
            )
            _check_ending(done.returncode, told)
            size = said.seek(0, os.SEEK_END)
            said.seek(0)
            return io.BytesIO(said.read(min(size, ANSWER_BYTES)))
    except subprocess.TimeoutExpired:
        msg = f"the upload could not be read and compiled within {SECONDS:.0f} s: make it simpler"
        raise UploadRefused(msg) from None
    except OSError as error:
        raise SandboxError(f"the child that reads uploads could not be started: {error}") from error


def _check_ending(code: int, told: IO[bytes]) -> None:
    if code in OURS:
        told.seek(max(0, told.seek(0, os.SEEK_END) - SHOWN))
        said = told.read(SHOWN).decode(errors="replace")
        raise SandboxError(f"the child that reads uploads failed: {said}")
    if code:
        msg = (
            "Python gave up reading and compiling the upload (it ran out of memory, time or stack):"
            " it is nested too deeply, or too large"
        )
        raise UploadRefused(msg)
