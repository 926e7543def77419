"""Settings as an operator makes them: by the environment, each tried in an interpreter of its own."""

import ast
import os
import socket
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from sandbox.image.recipe import IMAGE, NUM_IMAGE

ROOT = Path(__file__).resolve().parents[2]


def setting(name: str, home: Path, **environment: str) -> str:
    """What the setting comes to when the environment says so."""
    done = subprocess.run(
        [sys.executable, "-c", f"from tenfold import settings; print(repr(settings.{name}))"],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
            "TENFOLD_HOME": str(home),
        }
        | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_secret_key_is_made_once_and_kept_for_its_owner_alone(tmp_path):
    first, second = (setting("SECRET_KEY", tmp_path) for _ in range(2))

    assert first == second
    assert len(first) > 60
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_a_secret_key_of_the_operator_is_taken_and_none_is_made(tmp_path):
    assert setting("SECRET_KEY", tmp_path, SECRET_KEY="theirs") == "'theirs'"
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize("said", [{}, {"BOT_IMAGE": ""}, {"BOT_IMAGE": "tenfold/bot-py"}])
def test_bots_run_in_the_image_of_this_release_unless_another_is_named(said, tmp_path):
    assert setting("BOT_IMAGE", tmp_path, **said) == repr(IMAGE)


def test_an_image_that_the_operator_names_is_the_one(tmp_path):
    assert setting("BOT_IMAGE", tmp_path, BOT_IMAGE="registry.invalid/bots:7") == "'registry.invalid/bots:7'"


def test_the_image_with_numpy_is_this_release_s_too_and_none_unless_named(tmp_path):
    named = setting("BOT_IMAGE_NUM", tmp_path, BOT_IMAGE_NUM="tenfold/bot-py-num")
    assert (named, setting("BOT_IMAGE_NUM", tmp_path)) == (repr(NUM_IMAGE), "''")


def test_debugging_is_off_unless_asked_for(tmp_path):
    assert setting("DEBUG", tmp_path) == "False"


@pytest.mark.parametrize(
    "name",
    ["SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_INCLUDE_SUBDOMAINS"],
)
def test_https_hardens_the_site(name, tmp_path):
    assert (setting(name, tmp_path), setting(name, tmp_path, HTTPS="true")) == ("False", "True")


def test_nobody_is_bound_to_https_while_debugging(tmp_path):
    assert setting("SECURE_HSTS_SECONDS", tmp_path, HTTPS="true", DEBUG="true") == "0"


def test_the_cache_finds_a_broker_on_a_socket(tmp_path):
    caches = setting("CACHES", tmp_path, BROKER_URL="redis+socket:///run/valkey.sock")

    assert "unix:///run/valkey.sock" in caches


def test_no_database_is_waited_for_without_end(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes connections, and never says a word
        url = f"postgres://tenfold@127.0.0.1:{silent.getsockname()[1]}/tenfold?connect_timeout=2"
        options = ast.literal_eval(setting("DATABASES", tmp_path, DATABASE_URL=url))["default"]["OPTIONS"]
        with pytest.raises(psycopg.OperationalError, match="timeout"):
            psycopg.connect(url.partition("?")[0], **options)

    assert {"connect_timeout", "keepalives_idle", "tcp_user_timeout"} <= set(options)


def test_there_is_one_process_for_each_core_that_matches_may_use(tmp_path):
    mine = sorted(os.sched_getaffinity(0))

    assert setting("CELERY_WORKER_CONCURRENCY", tmp_path) == str(len(mine))
    assert setting("CELERY_WORKER_CONCURRENCY", tmp_path, CORES=f"{mine[0]},9999") == "1"


def test_cores_that_this_process_may_not_use_get_no_process(tmp_path):
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert setting("CELERY_WORKER_CONCURRENCY", tmp_path) == "1"
    finally:
        os.sched_setaffinity(0, before)
