"""Matches that somebody asks for: who may play whom, and that nothing follows from them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from arena.phase10.rules import LIMITS, NAMED, RuleSet
from tenfold.bots.models import VersionState
from tenfold.bots.services import open_to_requests
from tenfold.competitions.models import Standing
from tenfold.matches.compared import verdict
from tenfold.matches.models import BlockResult, Match
from tenfold.matches.requested import MOST_AN_HOUR, MOST_BLOCKS, MOST_OPEN, request_match
from tenfold.matches.services import claim, fail_attempt
from tenfold.refusal import Refused, TooMany
from tests.builders import (
    SHORT,
    a_bot,
    a_requested_match,
    a_user,
    a_version,
    crashing,
    played,
    ten_lines,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def ask(by, *opponents, own=None, blocks=1, rules=SHORT) -> Match:
    versions = [own or a_version(bot=a_bot(owner=by)), *opponents]
    return request_match(by=by, versions=versions, blocks=blocks, rules=rules)


def a_house_version():
    return a_version(bot=a_bot(house=True))


def test_house_bots_play_whoever_asks(nudges):
    match = ask(a_user(), a_house_version(), a_house_version())
    assert (match.kind, match.players) == ("requested", 3)
    assert nudges == [("tenfold.matches.tasks.play_requested", match.pk)]


def test_any_ready_version_of_ones_own_meets_any_other():
    author = a_user()
    bot = a_bot(owner=author)
    old, new = a_version(bot=bot), a_version(bot=bot)
    match = ask(author, old, own=new)
    assert [seat.version for seat in match.bots.all()] == [new, old]


def test_a_bot_plays_on_request_only_while_its_owner_lets_it():
    author, rival = a_user(), a_version()
    with pytest.raises(Refused, match="has not opened it to requests"):
        ask(author, rival)
    open_to_requests(bot=rival.bot, open_=True, by=rival.bot.owner)
    assert ask(author, rival).state == "scheduled"
    open_to_requests(bot=rival.bot, open_=False, by=rival.bot.owner)
    with pytest.raises(Refused):
        ask(author, rival)


def test_of_others_only_the_version_that_plays_can_be_asked_for():
    bot = a_bot(house=True)
    old, _active = a_version(bot=bot), a_version(bot=bot)
    with pytest.raises(Refused, match="not what its bot plays with"):
        ask(a_user(), old)


@pytest.mark.parametrize("state", [VersionState.RECEIVED, VersionState.TRIAL, VersionState.REFUSED])
def test_a_version_that_is_not_ready_plays_nobody(state):
    author = a_user()
    with pytest.raises(Refused, match="not ready"):
        ask(author, a_house_version(), own=a_version(bot=a_bot(owner=author), state=state))


def test_one_seat_is_ones_own():
    with pytest.raises(Refused, match="your own"):
        request_match(by=a_user(), versions=[a_house_version(), a_house_version()], blocks=1, rules=SHORT)


@pytest.mark.parametrize("opponents", [0, 6])
def test_a_table_has_two_to_six_seats(opponents):
    with pytest.raises(Refused, match="2 to 6 seats"):
        ask(a_user(), *[a_house_version() for _ in range(opponents)])


@pytest.mark.parametrize("blocks", [0, MOST_BLOCKS + 1])
def test_a_match_has_blocks_within_bounds(blocks):
    with pytest.raises(Refused, match=f"1 to {MOST_BLOCKS} blocks"):
        ask(a_user(), a_house_version(), blocks=blocks)


def test_a_match_that_would_outlast_its_time_is_refused_with_what_fits():
    endless = RuleSet(deals_per_game=LIMITS["deals_per_game"][1])
    with pytest.raises(Refused, match="blocks fit"):
        ask(a_user(), *[a_house_version() for _ in range(5)], blocks=MOST_BLOCKS, rules=endless)


def test_a_version_may_meet_itself():
    author = a_user()
    own = a_version(bot=a_bot(owner=author))
    assert ask(author, own, own=own).bots.count() == 2


def test_nobody_has_many_under_way():
    author = a_user()
    for _ in range(MOST_OPEN):
        a_requested_match(by=author)
    with pytest.raises(TooMany, match="not over yet"):
        ask(author, a_house_version())
    Match.objects.update(state=Match.State.CANCELLED)
    ask(author, a_house_version())


def test_nobody_asks_without_end():
    author = a_user()
    for _ in range(MOST_AN_HOUR):
        a_requested_match(by=author)
    Match.objects.update(state=Match.State.CANCELLED)
    with pytest.raises(TooMany, match="within an hour"):
        ask(author, a_house_version())


@pytest.mark.django_db(transaction=True)
def test_tabs_together_get_no_more_than_one_alone():
    author, opponent = a_user(), a_house_version()
    own = a_version(bot=a_bot(owner=author))

    def try_one(_: int) -> bool:
        try:
            ask(author, opponent, own=own)
        except TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as tabs:
        assert sum(tabs.map(try_one, range(6))) == MOST_OPEN


def test_a_match_moves_no_standing_and_benches_nobody():
    for _ in range(3):
        played(a_requested_match(), bots=(crashing, ten_lines))
    assert not Standing.objects.exists()
    assert {match.state for match in Match.objects.all()} == {"finished"}


def test_a_match_that_could_not_be_played_is_void_and_says_so():
    match = a_requested_match()
    for _ in range(3):
        mine = claim(match_id=match.pk, worker="w")
        assert mine is not None
        fail_attempt(claim=mine, why="the engine is away")
    match.refresh_from_db()
    assert (match.state, "failed on our side" in match.reason) == ("void", True)


@pytest.mark.parametrize(("lead", "says"), [(1.0, "is better than"), (-1.0, "is worse than")])
def test_of_two_versions_the_blocks_say_which_is_better(lead, says):
    match = a_requested_match()
    BlockResult.objects.bulk_create(
        BlockResult(match=match, block=block, margins=[lead + noise, -lead - noise], wins=[], places=[])
        for block, noise in enumerate([0.1, -0.1] * 5)
    )
    own, other = match.bots.order_by("index")
    assert str(verdict(match, [own, other])).startswith(f"{own.version} {says} {other.version} by 2.00")


def test_before_it_is_played_nothing_is_said():
    match = a_requested_match()
    assert verdict(match, list(match.bots.all())) is None


def test_of_a_larger_table_nothing_is_decided():
    author = a_user()
    versions = [a_version(bot=a_bot(owner=author)) for _ in range(3)]
    match = played(a_requested_match(by=author, versions=versions))
    assert verdict(match, list(match.bots.all())) is None


@pytest.mark.parametrize("name", NAMED)
def test_every_named_rule_set_can_be_asked_for(name):
    assert ask(a_user(), a_house_version(), rules=NAMED[name]).rule_set == NAMED[name].to_dict()
