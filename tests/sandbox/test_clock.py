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

    assert clock.patience() == pytest.approx(0.4)


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


def test_starting_has_a_budget_of_its_own():
    cpu = Cpu()
    clock = Clock(Limits(start_cpu_ms=500), cpu)
    clock.begin()
    cpu.ms += 501

    with pytest.raises(ProgramError) as met:
        clock.patience()
    assert met.value.verdict == Verdict.START_FAILED
