"""The seam between a match and whoever runs a bot."""

import pytest

from arena.seat import Answer, Fault, FaultKind, TimeLeft


def test_a_fault_needs_no_more_than_its_kind_and_a_sentence():
    fault = Fault(FaultKind.TIMEOUT, "no answer within 5 s", ended=True)
    assert (fault.cpu_ms, fault.wall_ms, fault.stderr, dict(fault.detail)) == (0, 0, "", {})


def test_two_faults_share_no_detail():
    one, other = (Fault(FaultKind.EXITED, "exit code 1", ended=True) for _ in range(2))
    assert one.detail is not other.detail


def test_answers_are_values():
    assert Answer(b"{}", 1.0, 2.0, "note") == Answer(b"{}", 1.0, 2.0, "note")
    with pytest.raises(AttributeError):
        Answer(b"{}").line = b"other"  # type: ignore[misc]  # that it is refused is the point


def test_a_kind_of_fault_is_stored_as_its_plain_word():
    assert str(FaultKind.OUT_OF_MEMORY) == "out_of_memory"
    assert FaultKind("cpu_bank") is FaultKind.CPU_BANK


def test_time_left_is_told_in_whole_milliseconds():
    assert TimeLeft(cpu_ms=1850, wall_ms=5600).cpu_ms == 1850
