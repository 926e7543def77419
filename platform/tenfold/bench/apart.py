"""Servers of its own for a measurement, so that no site's data is touched or in the way."""

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from django.core.management.base import CommandError

from tenfold.bots.models import Bot
from tenfold.embedded import EmbeddedError, postgres, valkey

MANAGE = Path(__file__).resolve().parents[3] / "manage.py"
LAST_WORDS = 2000


def run_apart(command: str, *arguments: str) -> None:
    """Run a command of manage.py again, with `--here`, on fresh servers that are gone afterwards.

    They are as durable as a site's own, since a commit that need not reach the disk would cost nothing, and
    logs are written as on a site, to a file. Raises CommandError with the end of it when that fails.
    """
    with tempfile.TemporaryDirectory(prefix="tenfold-bench-") as folder, ExitStack() as undo:
        home = Path(folder)
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "TENFOLD_HOME": folder, "SANDBOX": "process", "PYTHONPATH": path}
        for variable, make in (("DATABASE_URL", postgres.Server), ("BROKER_URL", valkey.Server)):
            server = make(home)
            undo.callback(server.stop)
            try:
                environment[variable] = server.start()
            except EmbeddedError as error:
                raise CommandError(str(error)) from error
        log = undo.enter_context((home / "bench.log").open("w+"))
        for words in (["migrate", "--no-input", "--verbosity=0"], [command, "--here", *arguments]):
            whole = [sys.executable, str(MANAGE), *words]
            if subprocess.run(whole, env=environment, stderr=log, check=False).returncode:
                log.seek(0)
                raise CommandError(f"`manage.py {words[0]}` failed:\n{log.read()[-LAST_WORDS:]}")


def refuse_used_database() -> None:
    """Raise CommandError unless the database is new: what a measurement puts there stays there."""
    if Bot.objects.exists():
        raise CommandError(
            "This database holds bots already. Leave `--here` out, or set DATABASE_URL to an empty database."
        )
