"""What a test session needs around it: servers, Django, and the say on Docker and a browser.

PostgreSQL and Valkey are started from their wheels for the session, in a temporary folder, unless
DATABASE_URL and BROKER_URL name others. A run of the pure folders alone starts neither, nor Django.
"""

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
# What needs neither database nor Django.
PURE = ("arena", "cli", "golden", "ops", "sandbox", "tenfold/embedded", "test_layout.py")
# The quick and telling first; whole processes last. Walks in a browser take a minute each: as the last ones
# they would leave one of two workers idle.
ORDER = ("test_layout.py", "arena", "sandbox", "cli", "browser", "tenfold", "ops", "whole")

# The same examples in every run, however slow the machine is; --hypothesis-profile=default looks for others.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

_stops: list[Callable[[], None]] = []
_home: Path | None = None


def is_pure(path: Path) -> bool:
    return any(path.is_relative_to(TESTS / name) for name in PURE)


def paths_asked_for(config: pytest.Config) -> list[Path]:
    return [(config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args]


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("help"):
        return
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None and config.getoption("numprocesses", None):
        # Not left to the workers: what they refuse while they collect is told as an error of xdist's.
        insist("docker", docker_missing)
        insist("browser", browser_missing)
    if all(map(is_pure, paths_asked_for(config))):
        return
    if worker is None:
        start_servers()
    else:
        # pytest-django gives each worker its own database; this is the same for the broker.
        url, _, _ = os.environ["BROKER_URL"].rpartition("/")
        os.environ["BROKER_URL"] = f"{url}/{int(worker.removeprefix('gw')) + 1}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tenfold.settings"
    import django

    django.setup()
    import tenfold.celery  # noqa: F401 - sets the variable as well, for whoever imports it first

    hurry()

    # Not left for xdist's workers to inherit: pytest-django would load the settings before this is called
    # there, with the main process's broker, so that two workers emptied one cache.
    del os.environ["DJANGO_SETTINGS_MODULE"]


def hurry() -> None:
    """Leave out what a site does slowly on purpose, or once at its start and each client of a test anew."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # static files are looked up when one is asked for, not all listed


def start_servers() -> None:
    """Start what the environment does not name, and set the variables that xdist's workers inherit."""
    from tenfold.embedded import EmbeddedError, postgres, valkey

    global _home  # noqa: PLW0603 - pytest's hooks are functions; the session's folder has no other place
    _home = Path(tempfile.mkdtemp(prefix="tenfold-test-"))
    os.environ["TENFOLD_HOME"] = str(_home)
    os.environ.setdefault("SECRET_KEY", "for-tests-alone-" + "0123456789abcdef" * 3)
    (_home / "static").mkdir()  # WhiteNoise warns without it
    for variable, make in (("DATABASE_URL", postgres.Server), ("BROKER_URL", valkey.Server)):
        if variable not in os.environ:
            server = make(_home, durable=False)
            _stops.append(server.stop)
            try:
                os.environ[variable] = server.start()
            except EmbeddedError as error:
                raise pytest.UsageError(str(error)) from error


def pytest_unconfigure() -> None:
    for stop in reversed(_stops):
        stop()
    if _home is not None:
        shutil.rmtree(_home, ignore_errors=True)


# Last, so that a run which deselects these tests does not go looking for an engine.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=place_in_order)
    for kind, missing in (("docker", docker_missing), ("browser", browser_missing)):
        marked = [item for item in items if item.get_closest_marker(kind)]
        if not marked:
            continue
        insist(kind, missing)
        if reason := missing():
            for item in marked:
                item.add_marker(pytest.mark.skip(reason=reason))


def insist(kind: str, missing: Callable[[], str | None]) -> None:
    """Refuse to run without what TENFOLD_REQUIRE names."""
    if kind in os.environ.get("TENFOLD_REQUIRE", "").split(",") and (reason := missing()):
        raise pytest.UsageError(f"TENFOLD_REQUIRE asks for {kind}, but: {reason}")


def place_in_order(item: pytest.Item) -> int:
    first = item.path.relative_to(TESTS).parts[0]
    return ORDER.index(first) if first in ORDER else ORDER.index("tenfold")


@cache
def docker_missing() -> str | None:
    """Why tests with containers cannot run here, or None when they can."""
    from sandbox.probe import Unavailable, docker_available

    answer = docker_available()
    return answer.reason if isinstance(answer, Unavailable) else None


def browser_missing() -> str | None:
    """Why tests with a browser cannot run here, or None when they can."""
    from tests.browser.chromium import found

    return None if found() else "no Chromium found (Debian: apt-get install chromium)"


@pytest.fixture(autouse=True)
def the_same_secrets_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks are dealt by secrets: what bots make of them in a test is not to be a matter of luck."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count or 32))
