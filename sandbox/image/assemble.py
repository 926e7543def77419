"""Copies the running Python, and the files it needs, into an empty folder: the image's whole file system.

    python3 assemble.py FOLDER

What is not copied cannot be misused, so this starts from nothing instead of removing from something. It works
on any Linux image with a `python3` and `ldd` in it.
"""

import compileall
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from py_compile import PycInvalidationMode

# Parts of the standard library that make programs, windows and environments, or test Python itself.
LEFT_OUT = {"test", "tests", "ensurepip", "idlelib", "tkinter", "turtledemo", "lib2to3", "venv", "pydoc_data"}
LEFT_OUT |= {"site-packages", "dist-packages", "__pycache__", "distutils"}
USERS = "root:x:0:0:root:/:/none\nnobody:x:65534:65534:nobody:/:/none\n"


def left_out(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name in LEFT_OUT or name.startswith("config-")}


def libraries(file: Path) -> set[Path]:
    """The shared libraries a binary is loaded with, by the names it asks for them."""
    listed = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout
    return {Path(found) for found in re.findall(r"(/\S+) \(0x", listed)}


def copy(file: Path, root: Path) -> None:
    target = root / file.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        shutil.copy2(file.resolve(), target)


def assemble(root: Path) -> None:
    python = Path(sys.executable).resolve()
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, root / library.relative_to("/"), ignore=left_out, ignore_dangling_symlinks=True)
    copy(python, root)
    # /lib and the like are links into /usr on today's Debian: kept, or the loader's path leads nowhere.
    for link in (path for path in Path("/").iterdir() if path.is_symlink() and path.name.startswith("lib")):
        (root / link.name).symlink_to(link.readlink())
        (root / link.resolve().relative_to("/")).mkdir(parents=True, exist_ok=True)
    for binary in [python, *library.glob("lib-dynload/*.so")]:
        for needed in libraries(binary):
            copy(needed, root)
    if Path("/etc/ld.so.cache").exists():
        copy(Path("/etc/ld.so.cache"), root)
    for name in ("/usr/bin/python3", "/usr/local/bin/python3"):
        link = root / name.lstrip("/")
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists():
            link.symlink_to(python)


def finish(root: Path) -> None:
    for folder in ("tmp", "io", "etc", "proc", "sys", "dev"):
        (root / folder).mkdir(exist_ok=True)
    (root / "etc/passwd").write_text(USERS)
    loader = root / "opt/tenfold/loader.py"
    loader.parent.mkdir(parents=True)
    shutil.copy2(Path(__file__).with_name("loader.py"), loader)
    # Compiled once here, for -B forbids it later; "unchecked" because copying images may change file times.
    compileall.compile_dir(
        str(root),
        stripdir=str(root),
        quiet=2,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & 0o755)  # no set-uid, nothing for others to write
    (root / "tmp").chmod(0o1777)  # what is mounted there takes over these rights


if __name__ == "__main__":
    assemble(Path(sys.argv[1]))
    finish(Path(sys.argv[1]))
