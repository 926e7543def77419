"""Beat's timetable."""

from celery import Celery
from django.conf import settings

from tenfold.timetable import Timetable


def ticking() -> Timetable:
    return Timetable(Celery(set_as_current=False), lazy=True)


def test_it_is_the_one_that_beat_uses():
    assert settings.CELERY_BEAT_SCHEDULER == "tenfold.timetable:Timetable"


def test_each_tick_leaves_a_sign_of_life(settings, tmp_path):
    settings.TENFOLD_HOME = tmp_path

    ticking().tick()

    assert (tmp_path / "beat-alive").exists()


def test_it_goes_on_where_nothing_can_be_written(settings, tmp_path):
    settings.TENFOLD_HOME = tmp_path / "not there"

    assert ticking().tick() > 0
