"""Lays unpacked wheels out as they are to lie over the plain image, with the libraries that this one lacks.

python3 add_site.py SITE FOLDER
"""

import compileall
import os
import shutil
import sys
import sysconfig
from pathlib import Path
from py_compile import PycInvalidationMode

from assemble import libraries  # type: ignore[import-not-found]  # lies beside it where this is run

# Python runs a line of a .pth that begins with import when it starts: so before any program is there.
PRELOAD = "import numpy\n"


def add(site: Path, root: Path) -> None:
    target = root / Path(sysconfig.get_path("purelib")).relative_to("/")
    shutil.copytree(site, target, ignore=shutil.ignore_patterns("tests", "*.pyi", "*.dist-info"))
    (target / "tenfold-preload.pth").write_text(PRELOAD)
    needed = {found for binary in site.rglob("*.so*") for found in libraries(binary)}
    for found in needed:
        if not found.is_relative_to(site):
            # Where it lies in truth: /lib is a link in the plain image, and nothing can be copied over that.
            place = root / os.path.realpath(found.parent).lstrip("/") / found.name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found.resolve(), place)
    compileall.compile_dir(
        str(root), stripdir=str(root), quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
    )
    for path in root.rglob("*"):
        path.chmod(path.stat().st_mode & 0o755)


if __name__ == "__main__":
    add(Path(sys.argv[1]), Path(sys.argv[2]))
