"""Runs the commands of docs/authors.md, line by line, as written."""

import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from tests.cli.stand_in import a_site

AUTHORS = Path(__file__).resolve().parents[2] / "docs" / "authors.md"


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", AUTHORS.read_text(), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def run_all(folder: Path, path: str) -> Mapping[str, str]:
    """Run them in a folder with `path` as where programs are looked for; what each wrote to stdout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # A browser that opens nothing.
    environment = kept | {"PATH": path, "BROWSER": "true", "PYTHONDONTWRITEBYTECODE": "1"}
    with a_site() as address:
        environment |= {"TENFOLD_SITE": address, "TENFOLD_TOKEN": "of nobody"}
        return {command: _run(command, folder, environment) for command in commands()}


def _run(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    if command.startswith("tenfold watch"):
        return _watched(command, folder, environment)
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    # A comparison that ends undecided says so by its exit code.
    fine = {0, 3} if command.startswith("tenfold compare") else {0}
    assert done.returncode in fine, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _watched(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """The first page that it serves; then it is interrupted as by Ctrl-C."""
    with subprocess.Popen(
        command.split(),
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        # A suite that a shell runs in the background hands on an ignored SIGINT.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    ) as serving:
        try:
            assert serving.stdout is not None
            address = serving.stdout.readline().split()[0]
            with urllib.request.urlopen(address, timeout=20) as answer:
                page = answer.read().decode()
            serving.send_signal(signal.SIGINT)
            assert serving.wait(20) == 0
        finally:
            serving.kill()  # or leaving the block would wait for ever
        return page
