"""Reads one upload, in a process of its own that `sandbox.upload` starts and gives nothing else.

Unpacking and compiling are not made for hostile input: here they can take no more than this process may, and
whatever breaks, breaks this process. On stdin come a line of JSON, `filename` and whether to `check` the
sources, and the file. On stdout goes a line of JSON, `refused` or what was found, and after it the bodies of
the `files`.
"""

import json
import os
import sys
from collections.abc import Mapping

from sandbox.refusal import MAIN, UploadRefused

MEMORY_BYTES = 512 << 20
CPU_S = 8
# Standard input, output and error, and those that modules are loaded by.
OPEN_FILES = 16
# More than the files of an upload and all that is found in them.
ANSWER_BYTES = 8 << 20
SOURCE_BYTES = 256 * 1024
# How the process ends when the upload was too much for it; Python itself ends with 1 or 2.
RAN_OUT = 3


def main() -> None:
    """Read a line of JSON (`filename`, `check`) and then the upload from stdin, and answer."""
    limit_self()
    asked = json.loads(sys.stdin.buffer.readline())
    try:
        answer(asked["filename"], sys.stdin.buffer.read(), check=asked["check"])
    except (MemoryError, RecursionError):
        os._exit(RAN_OUT)  # at once: to say more would take memory as well


def limit_self() -> None:
    """Before the first byte of the upload is looked at."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - not on every platform

    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_S),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_FSIZE, ANSWER_BYTES),  # its stdout and stderr are files
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def answer(filename: str, data: bytes, *, check: bool) -> None:
    """Write a line of JSON (what was found, or `refused` and why; names and sizes) and then the files."""
    files: Mapping[str, bytes] = {}
    found: dict[str, object] = {}
    try:
        files = read(filename, data)
        if check:
            from sandbox.source_check import check as check_sources  # noqa: PLC0415 - as above

            found = check_sources(files)
    except UploadRefused as refused:
        files, found = {}, {"refused": str(refused)}
    found["files"] = [(name, len(body)) for name, body in files.items()]
    sys.stdout.buffer.write(json.dumps(found).encode() + b"\n" + b"".join(files.values()))
    sys.stdout.buffer.flush()


def read(filename: str, data: bytes) -> Mapping[str, bytes]:
    """The files in an upload, by their names. Raises UploadRefused."""
    kind = filename.rpartition(".")[2].lower()
    if kind == "zip":
        from sandbox.archive import read_archive  # noqa: PLC0415 - a quarter of the time, and most come as .py

        return read_archive(data)
    if kind == "py":
        return {MAIN: single(data)}
    msg = f"{filename!r} is neither a .py nor a .zip: upload one Python file, or a zip with {MAIN} in it"
    raise UploadRefused(msg)


def single(data: bytes) -> bytes:
    """The one file that a `.py` is. Raises UploadRefused."""
    if not data.strip():
        raise UploadRefused("the file is empty: upload a Python program that answers lines")
    if len(data) > SOURCE_BYTES:
        msg = f"the file has {len(data)} bytes, and a single Python file may have {SOURCE_BYTES}"
        raise UploadRefused(msg)
    return data
