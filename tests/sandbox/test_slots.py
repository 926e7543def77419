import os
import stat
from errno import ENOSPC
from pathlib import Path

import pytest

from sandbox import slots
from sandbox.limits import Limits
from sandbox.owner import Owner
from sandbox.pipes import Pipes
from sandbox.verdict import SandboxError

OPEN = Path("/proc/self/fd")


@pytest.fixture
def root(tmp_path):
    return tmp_path / "slots"


def test_each_slot_has_its_own_number_until_it_is_freed(root):
    first, second = slots.claim(root), slots.claim(root)
    assert (first.number, second.number) == (0, 1)

    first.free()

    assert slots.claim(root).number == 0


def test_the_pipes_are_pipes_and_open_one_way_for_others(root):
    slot = slots.claim(root)
    modes = {path.name: path.lstat().st_mode for path in slot.pipes.iterdir()}

    assert all(stat.S_ISFIFO(mode) for mode in modes.values())
    assert {name: mode & 0o777 for name, mode in modes.items()} == {"in": 0o644, "out": 0o622, "err": 0o622}
    assert root.stat().st_mode & 0o777 == 0o700


def test_a_slot_knows_who_claimed_it(root):
    assert slots.claim(root).owner() == Owner.me()


def test_a_folder_that_others_may_enter_is_refused(root):
    root.mkdir()
    root.chmod(0o755)

    with pytest.raises(SandboxError, match="nobody else may enter: remove it, or chmod 700 it"):
        slots.claim(root)


def test_no_slot_left_says_what_to_do(root, monkeypatch):
    monkeypatch.setattr(slots, "MOST", 2)
    slots.claim(root)
    slots.claim(root)

    with pytest.raises(SandboxError, match=r"all 2 sandbox slots .* are taken"):
        slots.claim(root)


def test_a_file_in_a_pipes_place_is_not_opened(root):
    slot = slots.claim(root)
    (slot.pipes / "in").unlink()
    (slot.pipes / "in").write_text("")

    with pytest.raises(OSError, match="no named pipe"):
        Pipes(slot.pipes, Limits())


def test_a_link_in_a_pipes_place_is_not_followed(root):
    slot = slots.claim(root)
    os.mkfifo(root / "elsewhere")
    (slot.pipes / "in").unlink()
    (slot.pipes / "in").symlink_to(root / "elsewhere")

    with pytest.raises(OSError, match="symbolic links"):
        Pipes(slot.pipes, Limits())


def test_pipes_that_could_not_be_opened_leave_no_descriptor(root):
    slot = slots.claim(root)
    (slot.pipes / "err").unlink()
    before = len(list(OPEN.iterdir()))

    with pytest.raises(FileNotFoundError):
        Pipes(slot.pipes, Limits())
    assert len(list(OPEN.iterdir())) == before


def test_a_full_disk_is_our_trouble_and_leaves_no_half_made_slot(root, monkeypatch):
    def full(path: Path) -> None:
        raise OSError(ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(os, "mkfifo", full)

    with pytest.raises(SandboxError, match="No space left"):
        slots.claim(root)

    assert list(slots.claimed(root)) == []
