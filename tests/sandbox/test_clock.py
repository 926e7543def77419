import pytest

from sandbox.channel import ProgramError
from sandbox.clock import Clock
from sandbox.limits import Limits
from sandbox.verdict import TimeLeft, Verdict


class Cpu:
    """A program's CPU time, moved by hand."""

    def __init__(self):
        self.ms = 7.0  # what starting Python took

    def __call__(self):
        return round(self.ms * 1e6)


def started(limits=None):
    cpu = Cpu()
    clock = Clock(limits or Limits(), cpu)
    clock.begin()
    clock.settle()
    return clock, cpu


def test_the_bank_of_a_game_holds_the_first_moves_share():
    clock, _ = started()

    assert clock.left() == TimeLeft(cpu_ms=2020, wall_ms=6060)


def test_an_answer_costs_its_cpu_and_earns_the_next_moves_share():
    clock, cpu = started()
    clock.begin()
    cpu.ms += 500

    assert clock.settle()[0] == pytest.approx(500)
    assert clock.left().cpu_ms == 2020 - 500 + 20


def test_cpu_used_between_two_requests_is_off_the_time_left_already():
    clock, cpu = started()
    cpu.ms += 300

    assert clock.left().cpu_ms == 1720


def test_patience_lasts_no_longer_than_the_cpu_left():
    clock, cpu = started(Limits(cpu_bank_ms=980))
    clock.begin()
    cpu.ms += 600

    assert clock.patience() == pytest.approx(1)  # by what was seen when it was asked
    assert clock.patience() == pytest.approx(0.4)


def test_patience_forgets_what_an_answer_was_charged():
    clock, cpu = started(Limits(cpu_bank_ms=980))
    clock.begin()
    cpu.ms += 600
    clock.check()
    clock.settle()

    clock.begin()

    assert clock.patience() == pytest.approx(0.42)


def test_patience_has_an_end_for_who_was_seen_to_think_between_requests():
    clock, cpu = started(Limits(cpu_bank_ms=980))
    cpu.ms += 1_001
    clock.left()
    clock.begin()

    with pytest.raises(ProgramError, match="never between requests"):
        clock.patience()


def test_an_answer_that_came_but_was_too_dear_is_a_fault():
    clock, cpu = started()
    clock.begin()
    cpu.ms += 2_021

    with pytest.raises(ProgramError) as met:
        clock.settle()
    assert met.value.verdict == Verdict.CPU_BANK


def test_a_refill_forgets_what_was_saved_up():
    clock, _ = started()
    for _ in range(10):
        clock.begin()
        clock.settle()

    clock.refill()

    assert clock.left().cpu_ms == 2020


def slept(clock, monkeypatch, ms):
    """An answer that came after so long."""
    now = [0]
    monkeypatch.setattr("sandbox.clock.time.monotonic_ns", lambda: now[0])
    clock.begin()
    now[0] = round(ms * 1e6)
    clock.settle()


def test_the_wall_time_of_a_session_is_not_refilled_with_a_game(monkeypatch):
    clock, _ = started(Limits(session_wall_ms=9_000))
    slept(clock, monkeypatch, 4_000)
    clock.refill()

    assert clock.left().wall_ms in {4_999, 5_000}


def test_a_bot_that_sleeps_out_every_game_is_told_that_it_has_no_more_for_them(monkeypatch):
    clock, _ = started(Limits(session_wall_ms=9_000))
    for _ in range(2):
        slept(clock, monkeypatch, 4_000)
        clock.refill()

    with pytest.raises(
        ProgramError, match="let 9 s of wall time go by over the games it was started for"
    ) as met:
        slept(clock, monkeypatch, 1_001)
    assert met.value.verdict == Verdict.WALL_BANK


def test_starting_has_a_budget_of_its_own():
    cpu = Cpu()
    clock = Clock(Limits(start_cpu_ms=500), cpu)
    clock.begin()
    cpu.ms += 501

    with pytest.raises(ProgramError) as met:
        clock.check()
    assert met.value.verdict == Verdict.START_FAILED
