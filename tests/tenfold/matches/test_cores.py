import os

import pytest

from tenfold.matches import cores

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system knows no affinity")


@pytest.fixture(autouse=True)
def unpinned_again(monkeypatch):
    monkeypatch.setattr(cores, "_pinned", None)
    before = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, before)


def test_processes_share_out_the_cores(settings):
    mine = sorted(os.sched_getaffinity(0))
    settings.CORES = mine

    assert cores.pin(len(mine) + 1) == mine[1 % len(mine)]
    assert os.sched_getaffinity(0) == {cores.pinned()}


def test_cores_that_the_process_has_not_leave_it_unbound(settings):
    settings.CORES = [9999]

    assert cores.pin(0) is None
    assert cores.pinned() is None


def test_where_the_system_forbids_it_matches_run_unbound(monkeypatch):
    def forbidden(*_):
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as patched:
        patched.setattr(os, "sched_setaffinity", forbidden)
        assert cores.pin(0) is None

    assert cores.pinned() is None


def test_nothing_is_bound_when_the_operator_says_so(settings):
    settings.PIN_CORES = False
    before = os.sched_getaffinity(0)

    assert cores.pin(0) is None
    assert os.sched_getaffinity(0) == before
