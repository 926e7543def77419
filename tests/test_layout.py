"""`platform/` is a source root. A package there would shadow the standard library's module."""

import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_platform_is_still_the_standard_library_s_module():
    stdlib = Path(sysconfig.get_paths()["stdlib"]).resolve()
    assert Path(platform.__file__).resolve().parent == stdlib


def test_the_platform_folder_is_no_package():
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_the_platform_folder_holds_one_package_alone():
    # Any further name there could shadow a module of the standard library as well.
    packages = [path.name for path in (ROOT / "platform").iterdir() if (path / "__init__.py").exists()]
    assert packages == ["tenfold"]


def test_every_folder_of_tests_is_a_package():
    # Without its __init__.py, tests/arena would be imported as `arena` and hide the real one.
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_importing_the_package_loads_nothing_of_the_site():
    # An author of bots has installed neither Django nor Celery.
    script = "import sys, tenfold, tenfold.seats; print({'django', 'celery', 'docker'} & set(sys.modules))"
    said = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == "set()"
