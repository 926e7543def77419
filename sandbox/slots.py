"""A slot is a folder with a container's named pipes, and a user id that no other container has meanwhile.

Kernel quotas count per user id across containers, so two bots under one id could use up each other's. Making
the folder claims the slot, removing it gives it back: there is no second book that could disagree.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sandbox.owner import Owner
from sandbox.verdict import SandboxError

MOST = 1_000
ABANDONED = "abandoned"
# The bot may read what is written to it and write its answers; only we may do the reverse.
MODES = {"in": 0o644, "out": 0o622, "err": 0o622}


@dataclass(frozen=True, slots=True)
class Slot:
    """One claimed folder. Only `pipes` is shown to the container, and there it cannot be written to."""

    number: int
    folder: Path

    @property
    def pipes(self) -> Path:
        return self.folder / "io"

    def free(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def abandon(self) -> None:
        """Leave it to the reaper, with its container, which could not be removed."""
        with contextlib.suppress(OSError):  # the folder is gone, and the container with it
            (self.folder / ABANDONED).touch()

    def owner(self) -> Owner | None:
        """None while it is being claimed, or when that was cut short."""
        try:
            return Owner.parse((self.folder / "owner").read_text())
        except (OSError, ValueError):
            return None


def abandoned(folder: str) -> bool:
    """Whether whoever had the slot has left it to the reaper."""
    return bool(folder) and Path(folder, ABANDONED).exists()


def default_root() -> Path:
    return Path(tempfile.gettempdir()) / f"tenfold-sandbox-{os.getuid()}"


def claim(root: Path) -> Slot:
    """The lowest free slot, its pipes made. Raises SandboxError when none is free or the disk has no room."""
    try:
        return _claimed(root)
    except OSError as error:
        msg = f"no sandbox slot could be made in {root}: {error}"
        raise SandboxError(msg) from error


def _claimed(root: Path) -> Slot:
    _prepare(root)
    for number in range(MOST):
        folder = root / f"{number:04}"
        try:
            folder.mkdir(mode=0o755)
        except FileExistsError:
            continue
        slot = Slot(number, folder)
        try:
            _furnish(slot)
        except OSError:
            slot.free()
            raise
        return slot
    msg = f"all {MOST} sandbox slots in {root} are taken: run the reaper, or play less at once"
    raise SandboxError(msg)


def _furnish(slot: Slot) -> None:
    (slot.folder / "owner").write_text(str(Owner.me()))
    slot.pipes.mkdir()
    slot.pipes.chmod(0o755)
    for name, mode in MODES.items():
        os.mkfifo(slot.pipes / name)
        (slot.pipes / name).chmod(mode)  # mkfifo's own mode passes through the umask


def claimed(root: Path) -> Iterator[Slot]:
    if root.is_dir():
        for folder in sorted(root.iterdir()):
            if folder.name.isdigit():
                yield Slot(int(folder.name), folder)


def _prepare(root: Path) -> None:
    """Closed to everybody else on this machine: the pipes' own modes let any user write into them."""
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = root.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        msg = f"{root} must be a folder of this user that nobody else may enter: remove it, or chmod 700 it"
        raise SandboxError(msg)
