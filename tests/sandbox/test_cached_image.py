"""No bot decides what of the image is in the page cache. Looks at the engine's files, as only root can."""

import ctypes
import mmap
import os
from pathlib import Path

import pytest

from sandbox.engine import connect
from sandbox.image.recipe import IMAGE
from sandbox.probe import Available, docker_available
from sandbox.verdict import Verdict
from tests.sandbox.bots import program
from tests.sandbox.containers import PATIENT, containers, session

pytestmark = pytest.mark.docker


def in_the_engine(name: str) -> Path:
    """A file of the image where the engine keeps it."""
    client = connect()
    layers = (client.inspect_image(IMAGE).get("GraphDriver") or {}).get("Data") or {}
    client.close()
    folders = [layers.get("UpperDir", ""), *layers.get("LowerDir", "").split(":")]
    for folder in filter(None, folders):
        for found in Path(folder).glob(name):
            return found
    pytest.skip("the engine's layers are not to be seen here: only root on the engine's own machine can")


def drop(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    os.fsync(fd)  # what is not on the disk yet, as of an image just made, is not dropped
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(fd)


def cached(path: Path) -> bool:
    """Whether the file's first page is in the page cache."""
    library = ctypes.CDLL(None)
    library.mmap.restype = ctypes.c_void_p
    size, there = ctypes.c_size_t(4096), ctypes.create_string_buffer(1)
    with path.open("rb") as file:
        page = ctypes.c_void_p(
            library.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), ctypes.c_long(0))
        )
    assert library.mincore(page, size, there) == 0
    library.munmap(page, size)
    return bool(there.raw[0] & 1)


HOARDER = """
import os
input(); open(os.__file__.replace("os.py", "pydoc.py")).read(); print("read")
input(); kept = [os.urandom(1) * (1 << 20) for _ in range(200)]
"""


def test_a_bot_that_fills_its_memory_drops_nothing_of_the_image_once_the_probe_has_run(tmp_path):
    file = in_the_engine("usr/lib/python3*/pydoc.py")
    drop(file)
    assert not cached(file)

    assert isinstance(docker_available(root=tmp_path / "probe"), Available)

    with containers(tmp_path / "slots") as sandbox:
        bot = session(sandbox, program(HOARDER), PATIENT)
        assert bot.ask(b"?").line == b"read"
        assert bot.ask(b"?").verdict == Verdict.OUT_OF_MEMORY
    assert cached(file)
