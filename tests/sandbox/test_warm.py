"""Keeping processes waiting, without any: what is started, taken, aged out and discarded."""

import threading
import time
from dataclasses import fields, replace

import pytest

from sandbox.limits import Limits
from sandbox.verdict import SandboxError
from sandbox.warm import Pool, Warm

PATIENCE_S = 60  # on a machine with much else to do


class Waiting:
    def __init__(self):
        self.discarded = False

    def discard(self):
        self.discarded = True


@pytest.fixture
def pool():
    """Makes pools and closes them; `made` is what they started."""
    pools = []

    def make(start=Waiting, **how):
        made = []

        def noted():
            made.append(start())
            return made[-1]

        pools.append(Pool(noted, **how))
        return pools[-1], made

    yield make
    for each in pools:
        each.close()


def soon(holds):
    deadline = time.monotonic() + PATIENCE_S
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.005)
    return holds()


def test_a_pool_fills_by_itself(pool):
    filled, made = pool(size=3)

    assert filled.wait_full(PATIENCE_S)
    assert len(made) == 3


def test_each_is_taken_once_and_replaced_in_the_background(pool):
    filled, _ = pool(size=2)
    filled.wait_full(PATIENCE_S)

    taken = [filled.take()]
    assert filled.wait_full(PATIENCE_S)
    taken += [filled.take(), filled.take()]

    assert len({id(each) for each in taken}) == 3
    assert not any(each.discarded for each in taken)


def test_nothing_is_started_while_somebody_takes_what_waits(pool, monkeypatch):
    monkeypatch.setattr("sandbox.warm.CALM_S", 0.1)
    filled, made = pool(size=2)
    filled.wait_full(PATIENCE_S)
    began = time.monotonic()

    filled.take()
    soon(lambda: len(made) == 3)

    assert time.monotonic() - began >= 0.1


def test_an_empty_pool_makes_nobody_wait(pool):
    gate = threading.Event()
    filled, _ = pool(lambda: gate.wait() and Waiting(), size=1)

    assert filled.take() is None

    gate.set()


def test_what_has_waited_too_long_is_replaced(pool):
    filled, made = pool(size=2, kept_s=0.05)

    assert soon(lambda: len(made) >= 6)
    assert all(each.discarded for each in made[:2])
    assert filled.waiting() <= 2


def test_closing_discards_what_waits_and_what_was_being_started(pool):
    def start():
        time.sleep(0.05)
        return Waiting()

    slow, made = pool(start, size=3)
    soon(lambda: slow.waiting() >= 1)

    slow.close()

    assert made
    assert all(each.discarded for each in made)
    assert slow.take() is None


def test_a_failing_engine_is_left_alone_for_a_while_and_tried_again(pool, monkeypatch, caplog):
    monkeypatch.setattr("sandbox.warm.RESTED_S", 0.05)
    outcomes = [SandboxError("no engine"), Waiting()]

    def start():
        if isinstance(met := outcomes.pop(0), SandboxError):
            raise met
        return met

    filled, _ = pool(start, size=1)

    assert filled.wait_full(PATIENCE_S)
    assert "no container could be made ready in advance: no engine" in caplog.text


def test_closing_does_not_wait_for_the_rest_after_a_failure(pool, monkeypatch):
    monkeypatch.setattr("sandbox.warm.RESTED_S", 2 * PATIENCE_S)
    tried = threading.Event()

    def start():
        tried.set()
        raise SandboxError("no engine")

    failing, _ = pool(start, size=1)
    assert tried.wait(PATIENCE_S)
    began = time.monotonic()
    failing.close()

    assert time.monotonic() - began < PATIENCE_S


CLOCKS = {field.name for field in fields(Limits) if field.name.endswith("_ms")} | {"wall_bank_factor"}


@pytest.mark.parametrize("name", [field.name for field in fields(Limits)])
def test_waiting_containers_serve_programs_of_their_limits_whatever_the_clocks(name):
    more = replace(Limits(), **{name: getattr(Limits(), name) + 1})

    assert Warm(2).serves(more, None) is (name in CLOCKS)


@pytest.mark.parametrize(("cpu", "serves"), [(1, True), (0, False), (None, False)])
def test_waiting_containers_serve_programs_on_their_core(cpu, serves):
    assert Warm(2, cpu=1).serves(Limits(), cpu) is serves


def test_waiting_containers_serve_programs_that_are_to_live_less_long():
    assert Warm(2).serves(Limits(lifetime_s=60), None)
