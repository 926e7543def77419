"""The embedded PostgreSQL and Valkey, as real processes in a folder of their own."""

import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from tenfold.embedded import EmbeddedError, postgres, valkey
from tenfold.embedded.child import Child, dies_with_parent

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def database(tmp_path):
    server = postgres.Server(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def broker(tmp_path):
    server = valkey.Server(tmp_path)
    yield server
    server.stop()


def process_of(home: Path, name: str) -> psutil.Process:
    return psutil.Process(int(Child(name, home).record.read_text().split()[0]))


def gone(process: psutil.Process, within_s: float = 60) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False


def answers(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)


def start_in_another_process(home: Path) -> subprocess.Popen[str]:
    code = (
        "import pathlib, sys; from tenfold.embedded import postgres, valkey; "
        "servers = [kind.Server(pathlib.Path(sys.argv[1])) for kind in (postgres, valkey)]; "
        "[server.start() for server in servers]; print('up', flush=True); input()"
    )
    launcher = subprocess.Popen(
        [sys.executable, "-c", code, home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT / "platform",
    )
    assert launcher.stdout is not None
    assert launcher.stdout.readline() == "up\n"
    return launcher


def kill(launcher: subprocess.Popen[str]) -> None:
    with launcher:
        launcher.kill()


def test_postgresql_keeps_its_rows_over_a_restart(database):
    with psycopg.connect(database.start()) as connection:
        connection.execute("CREATE TABLE card (name text)")
        connection.execute("INSERT INTO card VALUES ('R7')")
    database.stop()
    with psycopg.connect(database.start()) as connection:
        assert connection.execute("SELECT name FROM card").fetchall() == [("R7",)]


def test_postgresql_comes_back_after_a_kill_of_its_own_process(database, tmp_path):
    with psycopg.connect(database.start()) as connection:
        connection.execute("CREATE TABLE card (name text)")
    process_of(tmp_path, "postgres").kill()  # not collected yet: a zombie still holds its number
    database.stop()
    with psycopg.connect(database.start()) as connection:
        assert connection.execute("SELECT count(*) FROM card").fetchone() == (0,)


def test_a_query_that_outlived_its_postgresql_is_ended_before_the_next_one_writes(database, tmp_path):
    url = database.start()
    connection = psycopg.connect(url, autocommit=True)
    busy = psutil.Process(connection.info.backend_pid)
    # It looks for nothing but an order to stop.
    connection.pgconn.send_query(b"DO 'BEGIN LOOP END LOOP; END'")
    # One that has not begun yet sees its server gone, and ends by itself.
    idle = busy.cpu_times().user
    while busy.cpu_times().user < idle + 0.1:
        time.sleep(0.02)
    postmaster = process_of(tmp_path, "postgres")
    postmaster.kill()
    assert gone(postmaster)  # or what it started would still be found, and stopped with it
    database.child.stop()
    try:
        assert not gone(busy, within_s=1)
        database.stop()
        again = database.start()
        assert gone(busy)
    finally:
        with suppress(psutil.NoSuchProcess):
            busy.kill()
        connection.close()

    assert answers(again)


def test_postgresql_starts_although_its_stale_number_names_another_process(database, tmp_path):
    database.start()
    database.stop()
    other = psutil.Process().pid
    (tmp_path / "postgres" / "data" / "postmaster.pid").write_text(f"{other}\n/x\n0\n5432\n\n\n0 0\nready\n")
    assert answers(database.start())


def test_postgresql_lets_nobody_in_without_the_password(database):
    url = database.start()
    password = url.split(":")[2].split("@")[0]
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(url.replace(password, "guess"))


def test_a_folder_in_use_is_refused_naming_the_process(database, tmp_path):
    database.start()
    with pytest.raises(EmbeddedError, match=f"process {psutil.Process().pid}"):
        postgres.Server(tmp_path).start()


def test_a_broken_database_folder_is_refused_with_the_way_out(database, tmp_path):
    database.start()
    database.stop()
    (tmp_path / "postgres" / "data" / "global" / "pg_control").write_bytes(b"")
    with pytest.raises(EmbeddedError, match="make clean-demo"):
        database.start()


def test_a_folder_that_holds_something_else_is_left_alone(database, tmp_path):
    (tmp_path / "postgres" / "data").mkdir(parents=True)
    with pytest.raises(EmbeddedError, match="holds no PostgreSQL database"):
        database.start()


def test_a_home_that_cannot_be_made_gets_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedError, match="set TENFOLD_HOME to another folder"):
        postgres.Server(tmp_path / "file" / "home").start()


def test_a_full_disk_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("tenfold.embedded.home.LEAST_FREE_BYTES", 10**18)
    with pytest.raises(EmbeddedError, match="Free some space"):
        valkey.Server(tmp_path).start()


def test_a_taken_port_is_given_up_for_a_free_one(database):
    first = database.start()
    database.stop()
    port = int(first.rsplit(":", 1)[1].split("/")[0])
    with socket.create_server(("127.0.0.1", port)):
        assert database.start() != first


def test_valkey_keeps_what_it_was_told_over_a_kill(broker, tmp_path):
    with redis.Redis.from_url(broker.start()) as client:
        client.rpush("matches", "1")
        client.execute_command("WAITAOF", 1, 0, 5000)
    process_of(tmp_path, "valkey").kill()
    broker.stop()
    with redis.Redis.from_url(broker.start()) as client:
        assert client.lrange("matches", 0, -1) == [b"1"]


def test_valkey_lets_nobody_in_without_the_password(broker):
    url = broker.start()
    client = redis.Redis.from_url("redis://" + url.split("@")[1])
    with client, pytest.raises(redis.AuthenticationError):
        client.ping()


@pytest.mark.skipif(not dies_with_parent(signal.SIGTERM), reason="needs setpriv, which Linux has")
def test_the_servers_end_when_their_starter_is_killed(tmp_path):
    launcher = start_in_another_process(tmp_path)
    servers = [process_of(tmp_path, name) for name in ("postgres", "valkey")]
    kill(launcher)
    assert all(gone(server) for server in servers)


def test_a_server_left_over_by_a_killed_starter_is_replaced(database, tmp_path):
    launcher = start_in_another_process(tmp_path)
    kill(launcher)
    assert answers(database.start())


def test_a_leftover_that_outlived_its_starter_is_stopped(tmp_path):
    orphan = Child("web", tmp_path)
    orphan.start([sys.executable, "-c", "import time; time.sleep(60)"])
    process = process_of(tmp_path, "web")
    assert Child("web", tmp_path).stop_leftover()
    assert gone(process)
    orphan.stop()


def test_a_reused_process_number_is_no_leftover(tmp_path):
    child = Child("web", tmp_path)
    child.record.parent.mkdir()
    child.record.write_text(f"{psutil.Process().pid} 1.0\n")
    assert not child.stop_leftover()


def test_stopping_a_child_stops_what_it_started_as_well(tmp_path):
    child = Child("worker", tmp_path, grace_s=0.5)
    code = (
        "import signal, subprocess, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "other = subprocess.Popen(['sleep', '60'], start_new_session=True); "
        "print(other.pid, flush=True); time.sleep(60)"
    )
    child.start([sys.executable, "-c", code])
    while not child.log.read_text().strip():
        time.sleep(0.02)
    grandchild = psutil.Process(int(child.log.read_text()))
    child.stop()
    assert gone(grandchild)
