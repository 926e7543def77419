"""The program a sandbox runs: its source files, and the bytes by which they are handed over."""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass

from sandbox.refusal import MAIN


@dataclass(frozen=True, slots=True)
class Program:
    """Source files by their relative POSIX path; `main.py` is run."""

    files: Mapping[str, bytes]

    def __post_init__(self) -> None:
        if MAIN not in self.files:
            came = ", ".join(sorted(self.files)) or "no file"
            msg = f"a program needs {MAIN}; it has {came}"
            raise ValueError(msg)

    def packed(self) -> bytes:
        """The hand-over `sandbox/image/loader.py` reads: size of the index, the index as JSON, the bodies."""
        index = json.dumps([[name, len(body)] for name, body in self.files.items()]).encode()
        return struct.pack(">I", len(index)) + index + b"".join(self.files.values())
