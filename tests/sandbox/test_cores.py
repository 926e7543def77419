import os

from sandbox.cores import pinned_to


def test_a_thread_is_pinned_for_as_long_as_asked():
    before = os.sched_getaffinity(0)
    core = min(before)

    with pinned_to(core):
        assert os.sched_getaffinity(0) == {core}
    assert os.sched_getaffinity(0) == before


def test_no_core_pins_nothing():
    before = os.sched_getaffinity(0)

    with pinned_to(None):
        assert os.sched_getaffinity(0) == before
