"""The demo's launcher, as far as it can be tried without starting anything."""

import argparse
import socket
import sys

import pytest

from tenfold.demo.__main__ import port_number
from tenfold.demo.launcher import forget, refuse_busy_port
from tenfold.demo.services import services
from tenfold.embedded import EmbeddedError
from tenfold.embedded.child import Child


def test_services_start_with_the_web_and_stop_with_it_last(tmp_path):
    assert [service.child.name for service in services(tmp_path, tmp_path, 8000)] == ["web", "worker", "beat"]


def test_the_web_is_reached_from_this_machine_alone(tmp_path):
    web = services(tmp_path, tmp_path, 8123)[0].command
    assert web[web.index("--host") + 1] == "127.0.0.1"
    assert web[web.index("--port") + 1] == "8123"


def test_a_port_in_use_is_refused_and_a_free_one_is_not():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(EmbeddedError, match=f"make demo PORT={port + 1}"):
            refuse_busy_port(port)
    refuse_busy_port(port)


@pytest.mark.parametrize("text", ["0", "65536", "-1", "http", "²"])
def test_what_is_no_port_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to 65535"):
        port_number(text)


def test_forgetting_a_folder_that_is_not_there_says_so(tmp_path, capsys):
    forget(tmp_path / "home")
    assert "no demo data" in capsys.readouterr().out


def test_forgetting_stops_a_server_that_a_killed_run_left(tmp_path):
    (tmp_path / "valkey").mkdir()
    left = Child("valkey", tmp_path)
    left.start([sys.executable, "-c", "import time; time.sleep(60)"])
    forget(tmp_path)
    assert left.status is not None
    assert not tmp_path.exists()
