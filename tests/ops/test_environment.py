"""`make` on a machine where something is missing says what."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKE_ENVIRONMENT = ROOT / "scripts" / "make-environment"


def run(folder: Path, *, python: str, path: str = "/usr/bin:/bin") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [MAKE_ENVIRONMENT, folder],
        env={"PYTHON": python, "PATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def script(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_without_python_it_names_the_package_to_install(tmp_path):
    done = run(tmp_path / "venv", python="python-that-is-not-here")
    assert done.returncode == 1
    assert "apt-get install python3.11" in done.stderr


def test_a_python_without_venv_is_told_from_none(tmp_path):
    poor = script(tmp_path, "python", 'case "$2" in *ensurepip*) exit 1;; esac')
    assert "python3.11-venv" in run(tmp_path / "venv", python=str(poor)).stderr


def test_an_old_python_is_refused(tmp_path):
    old = script(tmp_path, "python", 'case "$2" in *version_info*) exit 1;; esac; echo Python 3.9.2')
    assert "needs Python 3.11 or later" in run(tmp_path / "venv", python=str(old)).stderr


def test_a_full_disk_is_noticed_before_anything_is_fetched(tmp_path):
    script(tmp_path, "df", "printf 'Filesystem\\n/dev/x 1 1 90 99%% /\\n'")
    script(tmp_path, "python", "exit 0")
    done = run(tmp_path / "venv", python=str(tmp_path / "python"), path=f"{tmp_path}:/usr/bin:/bin")
    assert "has 90 MB left" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_a_machine_that_is_offline_is_told_so(tmp_path):
    python = script(
        tmp_path,
        "python",
        'if [ "$2" = venv ]; then mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; fi\n'
        'if [ "$2" = pip ]; then echo "ERROR: Could not resolve host"; exit 1; fi',
    )
    done = run(tmp_path / "venv", python=str(python))
    assert "is this machine online?" in done.stderr
    assert not (tmp_path / "venv" / "made").exists()
