"""A round in which every part of the site is killed once; `make chaos` is the long form."""

import os

import pytest

from tests.whole.chaos.run import storm_over_a_round

pytestmark = [
    pytest.mark.docker,
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount the small disk that is filled up"),
]


def test_whatever_dies_in_a_round_nothing_is_lost_or_counted_twice_or_left_behind(tmp_path):
    storm_over_a_round(tmp_path / "site", seed="in short", entries=8, times=1)
