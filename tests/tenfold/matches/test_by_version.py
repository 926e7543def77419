"""What a version made of its matches, each weighing by its blocks."""

from statistics import fmean, variance

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from arena.student import mean_from
from tenfold.bots.models import BotVersion
from tenfold.competitions.models import Round
from tenfold.matches.by_version import Played, played_by
from tenfold.matches.models import Match
from tests.builders import a_competition, a_match, a_round, an_entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def made(*matches: tuple[float, int]) -> Played:
    """Of a version with these matches: its margin, and the blocks that were played."""
    competition = a_competition()
    version = an_entry(competition=competition).bot.active_version
    assert version is not None
    an_entry(competition=competition)
    for margin, blocks in matches:
        over(a_match(round_=a_round(competition=competition)), version, margin, blocks)
    return played_by([version.pk], AnonymousUser())[version.pk]


def over(match: Match, version: BotVersion, margin: float, blocks: int) -> None:
    match.bots.filter(version=version).update(margin=margin, games=2 * blocks)
    finished = {"state": Match.State.FINISHED, "finished": timezone.now()}
    Match.objects.filter(pk=match.pk).update(**finished, blocks=blocks)
    Round.objects.filter(matches=match).update(state=Round.State.FINISHED, finished=timezone.now())


def test_a_match_weighs_by_its_blocks():
    assert made((1.0, 16), (0.2, 64)).margin.value == pytest.approx((16 * 1.0 + 64 * 0.2) / 80)


def test_of_matches_of_one_length_it_is_the_mean_of_their_margins_with_its_interval():
    margins = [0.5, 0.1, -0.3, 0.2]

    played = made(*((margin, 10) for margin in margins))

    assert played.margin.value == pytest.approx(fmean(margins))
    assert played.half == pytest.approx(mean_from(4, fmean(margins), variance(margins)).high - fmean(margins))


def test_of_matches_of_several_lengths_a_long_one_that_is_far_off_widens_the_interval_more():
    matches = [(1.0, 16), (0.2, 64), (0.4, 32), (0.3, 16)]
    mean = sum(margin * blocks for margin, blocks in matches) / 128
    off = [blocks / 32 * (margin - mean) for margin, blocks in matches]

    assert made(*matches).half == pytest.approx(mean_from(4, mean, sum(x**2 for x in off) / 3).high - mean)


def test_equal_margins_scatter_by_nothing():
    assert made(*[(0.1, 7)] * 3).half == pytest.approx(mean_from(3, 0.1, 0.0).high - 0.1)
