from hashlib import sha256
from itertools import combinations

import pytest

from arena import schedule
from tenfold.competitions import pairing
from tenfold.competitions.models import Round
from tenfold.competitions.rounds import PLAN, finish_round, plan_forgotten, plan_round, start_round
from tenfold.competitions.services import bench, withdraw
from tenfold.refusal import Refused
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, planned

pytestmark = pytest.mark.django_db


def test_every_pair_meets_once_in_a_round():
    round_ = a_round(entries=5)

    met = [frozenset(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()]

    entries = round_.competition.entries.values_list("pk", flat=True)
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(entries, 2)))


def test_bots_of_one_owner_do_not_meet():
    competition, owner = a_competition(), a_user()
    own = {an_entry(competition=competition, owner=owner).pk for _ in range(2)}
    an_entry(competition=competition)

    round_ = planned(start_round(competition=competition, by=competition.organizer))

    met = [set(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()]
    assert len(met) == 2
    assert own not in met


def test_house_bots_do_meet_each_other():
    competition, house = a_competition(), a_user("house")
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=house, house=True)).bot)

    assert planned(start_round(competition=competition, by=house)).matches.count() == 1


def test_the_commitment_to_the_decks_is_published_and_the_secret_is_not():
    round_ = a_round()

    assert round_.commitment == sha256(bytes(round_.secret)).hexdigest()
    assert round_.revealed is None


def test_each_round_has_a_secret_of_its_own():
    assert bytes(a_round().secret) != bytes(a_round().secret)


def test_a_round_pins_the_versions_that_were_active_when_it_started():
    round_ = a_round()
    bot = round_.competition.entries.first().bot

    newer = a_version(bot=bot)

    assert not round_.matches.filter(bots__version=newer).exists()


def test_a_version_that_comes_while_the_round_is_planned_plays_in_the_next_one():
    entries = [an_entry(competition=a_competition())]
    competition = entries[0].competition
    an_entry(competition=competition)
    started = start_round(competition=competition, by=competition.organizer)

    newer = a_version(bot=entries[0].bot)
    match = planned(started).matches.get()

    assert newer.pk not in match.bots.values_list("version", flat=True)


def test_the_request_that_starts_a_round_only_asks_for_its_plan(nudges):
    competition = a_competition()
    for _ in range(3):
        an_entry(competition=competition)

    started = start_round(competition=competition, by=competition.organizer)

    assert (started.state, started.matches.count()) == (Round.State.SCHEDULED, 0)
    assert nudges == [(PLAN, started.pk)]


def test_a_round_planned_twice_has_its_matches_once():
    round_ = a_round(entries=3)

    assert not plan_round(round_id=round_.pk)

    assert round_.matches.count() == 3


def test_of_two_that_plan_at_once_one_writes(monkeypatch):
    competition = a_competition()
    for _ in range(3):
        an_entry(competition=competition)
    started = start_round(competition=competition, by=competition.organizer)
    plan = schedule.round_robin

    def overtaken(**field):
        monkeypatch.setattr(pairing, "round_robin", plan)
        assert plan_round(round_id=started.pk)
        return plan(**field)

    monkeypatch.setattr(pairing, "round_robin", overtaken)

    assert not plan_round(round_id=started.pk)
    assert started.matches.count() == 3


def test_a_round_whose_nudge_was_lost_is_asked_for_again(nudges):
    forgotten = a_round()
    Round.objects.update(state=Round.State.SCHEDULED)
    a_round()
    nudges.clear()

    plan_forgotten()

    assert nudges == [(PLAN, forgotten.pk)]


def test_a_round_without_matches_yet_is_not_over():
    competition = a_competition()
    for _ in range(2):
        an_entry(competition=competition)
    started = start_round(competition=competition, by=competition.organizer)

    assert not finish_round(round_id=started.pk)


def test_withdrawn_and_benched_entries_sit_out():
    competition = a_competition()
    entries = [an_entry(competition=competition) for _ in range(4)]
    withdraw(entry=entries[0], by=entries[0].bot.owner)
    bench(entry=entries[1], reason="it forfeited")

    round_ = planned(start_round(competition=competition, by=competition.organizer))

    met = round_.matches.get().bots.values_list("entry", flat=True)
    assert set(met) == {entries[2].pk, entries[3].pk}


def test_a_second_round_waits_for_the_first():
    round_ = a_round()

    with pytest.raises(Refused, match="Round 1 is being played"):
        start_round(competition=round_.competition, by=round_.competition.organizer)


def test_the_next_round_has_the_next_number():
    round_ = a_round()
    round_.matches.update(state="cancelled")
    finish_round(round_id=round_.pk)

    assert start_round(competition=round_.competition, by=round_.competition.organizer).number == 2


def test_too_few_entries_are_refused_in_words():
    competition = a_competition(players=4)
    an_entry(competition=competition)

    with pytest.raises(Refused, match="needs bots of 4 different owners, and the bots entered are 1"):
        start_round(competition=competition, by=competition.organizer)
    assert not Round.objects.exists()


def test_a_round_announces_its_matches(nudges):
    round_ = a_round(entries=3)

    announced = {pk for task, pk in nudges if task != PLAN}
    assert announced == set(round_.matches.values_list("pk", flat=True))
