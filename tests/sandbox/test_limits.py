import pytest

from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.verdict import SandboxError, Verdict


@pytest.mark.parametrize("value", [0, -1, True, 2.5])
def test_a_limit_is_a_whole_number_above_zero(value):
    with pytest.raises(ValueError, match=r"limit pids is .*: give a whole number above zero"):
        Limits(pids=value)


def test_every_verdict_but_our_own_failure_is_the_bots_fault():
    ours = [verdict for verdict in Verdict if not verdict.bots_fault]

    assert ours == [Verdict.SANDBOX_ERROR]
    assert SandboxError.verdict is Verdict.SANDBOX_ERROR


def test_a_program_without_main_py_says_what_it_has():
    with pytest.raises(ValueError, match=r"needs main\.py; it has bot\.py, helper\.py"):
        Program(files={"helper.py": b"", "bot.py": b""})


def test_a_packed_program_carries_index_and_bodies_in_order():
    packed = Program(files={"main.py": b"import a", "a.py": b"x"}).packed()

    assert packed == b'\x00\x00\x00\x1d[["main.py", 8], ["a.py", 1]]import ax'
