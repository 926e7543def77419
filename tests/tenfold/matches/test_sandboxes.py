import socket

import pytest
from django.core.cache import cache

from sandbox.process import ProcessSandbox
from tenfold.competitions.choices import Image
from tenfold.matches import sandboxes
from tenfold.matches.sandboxes import Choice, NotAllowed, Runs, choose, make
from tests.builders import DOCKER, NO_DOCKER, a_bot


@pytest.fixture
def without_docker(monkeypatch):
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: NO_DOCKER)


@pytest.fixture
def with_docker(monkeypatch):
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: DOCKER)


def chosen(settings, sandbox: str) -> Runs:
    settings.SANDBOX = sandbox
    return choose().runs


def test_docker_is_taken_where_it_is(settings, with_docker):
    assert (chosen(settings, "auto"), chosen(settings, "docker")) == (Runs.DOCKER, Runs.DOCKER)


def test_without_docker_house_bots_alone_run(settings, without_docker):
    assert chosen(settings, "auto") == Runs.HOUSE_ONLY


def test_docker_that_was_asked_for_is_not_replaced(settings, without_docker):
    assert chosen(settings, "docker") == Runs.NOTHING


def test_the_operator_can_let_every_bot_run_unsandboxed_by_name(settings, with_docker):
    assert chosen(settings, "process") == Runs.PROCESS


@pytest.mark.parametrize("runs", [Runs.PROCESS, Runs.HOUSE_ONLY])
def test_plain_processes_are_used_where_they_were_chosen(runs):
    assert isinstance(make(Choice(runs, "")), ProcessSandbox)


def test_where_nothing_may_run_there_is_no_sandbox_to_run_it_in():
    with pytest.raises(NotAllowed, match="ask the operator"):
        make(Choice(Runs.NOTHING, "ask the operator"))


@pytest.mark.django_db
def test_a_stranger_s_bot_is_refused_with_what_is_missing_and_what_helps(settings, without_docker):
    settings.SANDBOX = "auto"
    choose().require(a_bot(house=True))

    with pytest.raises(NotAllowed, match=r"no Docker engine answers.*SANDBOX=process"):
        choose().require(a_bot())


@pytest.mark.parametrize("found", [DOCKER, NO_DOCKER])
def test_the_web_hears_what_workers_run_bots_in(settings, monkeypatch, found):
    settings.SANDBOX = "auto"
    cache.delete(sandboxes.PUBLISHED)
    monkeypatch.setattr(sandboxes, "_docker", lambda *_: found)

    sandboxes.publish()

    said = sandboxes.published()
    assert (said.runs, said.reason) == (choose().runs, choose().reason)


@pytest.mark.parametrize(("first", "second"), [(DOCKER, NO_DOCKER), (NO_DOCKER, DOCKER)])
def test_of_two_machines_the_one_that_runs_more_speaks_for_both(settings, monkeypatch, first, second):
    settings.SANDBOX = "auto"
    cache.delete(sandboxes.PUBLISHED)
    for name, found in (("one", first), ("two", second)):
        monkeypatch.setattr(sandboxes, "_docker", lambda _, found=found: found)
        monkeypatch.setattr(socket, "gethostname", lambda name=name: name)
        sandboxes.publish()

    assert sandboxes.published().runs == Runs.DOCKER


def test_a_machine_takes_back_what_it_said_itself(settings, monkeypatch):
    settings.SANDBOX = "auto"
    for found in (DOCKER, NO_DOCKER):
        monkeypatch.setattr(sandboxes, "_docker", lambda _, found=found: found)
        sandboxes.publish()

    assert sandboxes.published().runs == Runs.HOUSE_ONLY


def test_a_probe_is_believed_for_a_while_and_doubted_after_trouble(monkeypatch):
    asked = []

    def probe(**_):
        asked.append(1)
        return NO_DOCKER

    monkeypatch.setattr(sandboxes, "docker_available", probe)
    sandboxes.doubt()

    sandboxes._docker(Image.PLAIN)
    sandboxes._docker(Image.PLAIN)
    sandboxes.doubt()
    sandboxes._docker(Image.PLAIN)
    sandboxes.doubt()

    assert len(asked) == 2


def test_what_the_probe_finds_is_logged_when_it_changes(monkeypatch, caplog):
    monkeypatch.setattr(sandboxes, "_logged", {})
    found = iter([NO_DOCKER, NO_DOCKER, DOCKER, DOCKER])
    monkeypatch.setattr(sandboxes, "docker_available", lambda **_: next(found))

    for _ in range(4):
        sandboxes.doubt()
        sandboxes._docker(Image.PLAIN)
    sandboxes.doubt()

    (without, with_docker) = [record.msg for record in caplog.records if record.name == sandboxes.__name__]
    assert (without["event"], without["reason"]) == ("bots cannot run in containers", NO_DOCKER.reason)
    assert (with_docker["event"], with_docker["image"]) == ("bots can run in containers", DOCKER.image)
