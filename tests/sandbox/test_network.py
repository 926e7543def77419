"""Lending network namespaces, without any: what is measured, chosen, lent and freed."""

import logging

import pytest

from sandbox import network
from sandbox.network import LENT_FOR_S, SAMPLES, Holder, Networks


class Clock:
    """A time that passes when told to."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(network, "time", made)
    return made


def holders(clock):
    """Networks whose holders are numbered, and the numbers of the freed."""
    freed, count = [], iter(range(100))

    def make():
        name = str(next(count))
        return Holder(name, lambda: freed.append(name), clock.now)

    return Networks(make), freed


def start(networks, clock, *, own, held):
    holder = networks.borrow()
    with networks.timed(holder):
        clock.now += held if holder else own
    networks.give_back(holder)
    return holder


def decided(clock, **took):
    networks, freed = holders(clock)
    for _ in range(2 * SAMPLES):
        start(networks, clock, **took)
    return networks, freed


def test_it_tries_both_before_it_chooses(clock):
    networks, _ = holders(clock)

    tried = [start(networks, clock, own=0.4, held=0.2) is not None for _ in range(2 * SAMPLES)]

    assert tried.count(True) == tried.count(False) == SAMPLES


@pytest.mark.parametrize(("held", "cheaper"), [(0.2, True), (0.39, False), (0.8, False)])
def test_held_networks_are_used_where_they_are_worth_it_and_the_choice_is_logged(
    clock, caplog, held, cheaper
):
    caplog.set_level(logging.INFO)

    networks, _ = decided(clock, own=0.4, held=held)

    assert networks.cheaper is cheaper
    assert (networks.borrow() is not None) is cheaper
    assert f"a start takes {held * 1000:.0f} ms in a held network and 400 ms with a new one" in caplog.text


def test_one_slow_start_says_nothing_about_the_engine(clock):
    networks, _ = holders(clock)
    start(networks, clock, own=0.4, held=0.2)
    start(networks, clock, own=0.4, held=9.0)
    for _ in range(2 * SAMPLES - 2):
        start(networks, clock, own=0.4, held=0.2)

    assert networks.cheaper


def test_a_network_is_lent_to_one_container_at_a_time(clock):
    networks, _ = decided(clock, own=0.4, held=0.2)

    first, second = networks.borrow(), networks.borrow()
    networks.give_back(first)

    assert first.identity != second.identity
    assert networks.borrow() is first


def test_a_holder_near_its_deadline_is_replaced(clock):
    networks, freed = decided(clock, own=0.4, held=0.2)
    clock.now += LENT_FOR_S

    assert networks.borrow().identity not in freed
    assert freed == ["0"]


def test_closing_frees_what_is_not_lent(clock):
    networks, freed = decided(clock, own=0.4, held=0.2)

    networks.close()

    assert freed == ["0"]


def test_a_start_that_fails_is_no_sample(clock):
    networks, _ = holders(clock)
    with pytest.raises(OSError, match="no"), networks.timed(None):
        raise OSError("no")

    assert networks.borrow() is None
