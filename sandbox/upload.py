"""Turns an uploaded file into a program, or says in a sentence why not. Nothing of it is run."""

from collections.abc import Collection

from sandbox.archive import read_archive
from sandbox.image.modules import PLAIN
from sandbox.program import MAIN, Program
from sandbox.refusal import UploadRefused
from sandbox.source import check_sources

__all__ = ["UploadRefused", "inspect_upload", "read_upload", "unpack"]

SOURCE_BYTES = 256 * 1024


def read_upload(*, filename: str, data: bytes, modules: Collection[str] = PLAIN) -> Program:
    """The program in a `.py` or a `.zip`, its sources checked.

    `modules` are the top-level modules that the image has. Raises UploadRefused.
    """
    return inspect_upload(filename=filename, data=data, modules=modules)[0]


def inspect_upload(
    *, filename: str, data: bytes, modules: Collection[str] = PLAIN
) -> tuple[Program, frozenset[int]]:
    """As `read_upload`, with the program's fingerprint for `sandbox.similarity`."""
    program = unpack(filename=filename, data=data)
    return program, check_sources(program, modules)


def unpack(*, filename: str, data: bytes) -> Program:
    """The same without the check of sources, for an upload that has passed it; of the name the ending counts.

    Raises UploadRefused.
    """
    kind = filename.rpartition(".")[2].lower()
    if kind == "zip":
        return read_archive(data)
    if kind == "py":
        return _single(data)
    msg = f"{filename!r} is neither a .py nor a .zip: upload one Python file, or a zip with {MAIN} in it"
    raise UploadRefused(msg)


def _single(data: bytes) -> Program:
    if not data.strip():
        raise UploadRefused("the file is empty: upload a Python program that answers lines")
    if len(data) > SOURCE_BYTES:
        msg = f"the file has {len(data)} bytes, and a single Python file may have {SOURCE_BYTES}"
        raise UploadRefused(msg)
    return Program(files={MAIN: data})
