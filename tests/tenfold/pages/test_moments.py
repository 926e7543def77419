"""Moments say which they are to whoever reads them, wherever that is."""

from datetime import datetime, timedelta
from datetime import timezone as of
from pathlib import Path

import pytest
from django.utils import timezone

from tenfold.pages.templatetags.league import moment

TEMPLATES = Path(__file__).parents[3] / "platform" / "tenfold" / "templates"
BERLIN = datetime(2026, 5, 4, 15, 30, 9, 250, tzinfo=of(timedelta(hours=2)))


def test_a_moment_stands_in_utc_and_names_its_zone():
    assert ">2026-05-04 13:30 UTC</time>" in moment(BERLIN)


def test_a_moment_within_a_zone_stands_in_it_with_utc_in_its_title():
    with timezone.override("Asia/Tokyo"):
        assert ">2026-05-04 22:30 JST</time>" in moment(BERLIN)
        assert 'title="2026-05-04 13:30:09 UTC"' in moment(BERLIN)


def test_a_moment_for_scripts_is_exact_to_the_second():
    assert '<time datetime="2026-05-04T15:30:09+02:00"' in moment(BERLIN)


def test_a_clock_has_seconds_and_no_day():
    assert ">13:30:09 UTC</time>" in moment(BERLIN, "clock")


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_writes_a_moment_by_other_means(path):
    text = path.read_text()
    assert "<time" not in text
    assert "|date:" not in text
