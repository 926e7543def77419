from hashlib import sha256
from itertools import combinations

import pytest

from tenfold.competitions.models import Entry, Round
from tenfold.competitions.services import bench, create_competition, enter, start_round, withdraw
from tenfold.refusal import Refused, TooMany
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry

pytestmark = pytest.mark.django_db

ENDLESS = {"deals_per_game": 1000, "turns_per_seat": 1000}


def test_a_competition_spells_its_rule_set_out():
    made = create_competition(organizer=a_user(), name="Spring Cup", rule_set={"advance": "always"})

    assert made.slug == "spring-cup"
    assert (made.rule_set["advance"], made.rule_set["strikes"]) == ("always", 3)


def test_a_rule_set_of_nonsense_is_refused():
    with pytest.raises(Refused, match="no field 'speed'"):
        create_competition(organizer=a_user(), name="Cup", rule_set={"speed": 9})


def test_a_name_is_given_once():
    create_competition(organizer=a_user(), name="Cup", rule_set={})

    with pytest.raises(Refused, match="There is a competition named 'cup' already"):
        create_competition(organizer=a_user(), name="cup", rule_set={})


def test_a_table_of_seven_is_refused_in_words():
    with pytest.raises(Refused, match="2 to 6 seats"):
        create_competition(organizer=a_user(), name="Cup", rule_set={}, players=7)


@pytest.mark.parametrize(
    ("settings", "advice"),
    [
        ({"players": 6, "blocks": 200}, r"14,400,000 turns .* at most 111 blocks fit"),
        ({"players": 3, "blocks": 1, "rule_set": ENDLESS}, "lower deals_per_game or turns_per_seat"),
    ],
)
def test_a_match_that_would_outlast_its_time_is_refused_with_what_fits(settings, advice):
    with pytest.raises(Refused, match=advice):
        create_competition(organizer=a_user(), name="Cup", **{"rule_set": {}, **settings})


@pytest.mark.parametrize(("players", "blocks"), [(2, 200), (4, 200), (6, 111)])
def test_long_matches_that_can_be_played_are_no_trouble(players, blocks):
    made = create_competition(organizer=a_user(), name="Cup", rule_set={}, players=players, blocks=blocks)

    assert made.blocks == blocks


def test_competitions_beyond_the_days_are_refused_to_whom_has_made_them(monkeypatch):
    monkeypatch.setattr("tenfold.competitions.services.COMPETITIONS_A_DAY", 1)
    organizer = a_competition().organizer

    with pytest.raises(TooMany, match="1 competitions within a day"):
        create_competition(organizer=organizer, name="Another", rule_set={})

    create_competition(organizer=a_user(), name="Another", rule_set={})


@pytest.mark.parametrize("name", ["ﬃ" * 60, "½" * 60])
def test_a_name_longer_in_letters_than_in_characters_gets_a_slug_that_fits(name):
    made = create_competition(organizer=a_user(), name=name, rule_set={})

    assert 0 < len(made.slug) <= 70


@pytest.mark.parametrize("name", ["x" * 61, "a\u202eb", "a\u2066b", "a\x00b", "a\u200bb"])
def test_a_name_that_cannot_be_read_is_refused(name):
    with pytest.raises(Refused, match="1 to 60 printable characters"):
        create_competition(organizer=a_user(), name=name, rule_set={})


def test_a_name_without_letters_is_refused():
    with pytest.raises(Refused, match="needs some letters"):
        create_competition(organizer=a_user(), name="♥", rule_set={})


def test_a_bot_with_a_ready_version_enters():
    version, competition = a_version(), a_competition()

    entry = enter(competition=competition, bot=version.bot, by=version.bot.owner)

    assert entry.state == Entry.State.ACTIVE


def test_a_bot_without_a_ready_version_does_not_enter():
    bot = a_bot()

    with pytest.raises(Refused, match="no ready version"):
        enter(competition=a_competition(), bot=bot, by=bot.owner)


def test_a_withdrawn_entry_returns_by_entering_again():
    entry = an_entry()
    withdraw(entry=entry, by=entry.bot.owner)

    again = enter(competition=entry.competition, bot=entry.bot, by=entry.bot.owner)

    assert (again.pk, again.state) == (entry.pk, Entry.State.ACTIVE)


def test_a_withdrawn_entry_is_not_benched():
    entry = an_entry()
    withdraw(entry=entry, by=entry.bot.owner)

    bench(entry=entry, reason="it forfeited")
    entry.refresh_from_db()

    assert entry.state == Entry.State.WITHDRAWN


def test_a_private_competition_is_closed_to_strangers():
    version = a_version()

    with pytest.raises(Refused, match="private"):
        enter(competition=a_competition(private=True), bot=version.bot, by=version.bot.owner)


def test_the_invitation_code_opens_a_private_competition():
    version, competition = a_version(), a_competition(private=True)

    enter(competition=competition, bot=version.bot, by=version.bot.owner, invitation=competition.invitation)

    assert competition.is_visible_to(version.bot.owner)


def test_every_pair_meets_once_in_a_round():
    round_ = a_round(entries=5)

    met = [frozenset(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()]

    entries = round_.competition.entries.values_list("pk", flat=True)
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(entries, 2)))


def test_bots_of_one_owner_do_not_meet():
    competition, owner = a_competition(), a_user()
    own = {an_entry(competition=competition, owner=owner).pk for _ in range(2)}
    an_entry(competition=competition)

    round_ = start_round(competition=competition, by=competition.organizer)

    met = [set(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()]
    assert len(met) == 2
    assert own not in met


def test_house_bots_do_meet_each_other():
    competition, house = a_competition(), a_user("house")
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=house, house=True)).bot)

    assert start_round(competition=competition, by=house).matches.count() == 1


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


def test_withdrawn_and_benched_entries_sit_out():
    competition = a_competition()
    entries = [an_entry(competition=competition) for _ in range(4)]
    withdraw(entry=entries[0], by=entries[0].bot.owner)
    bench(entry=entries[1], reason="it forfeited")

    round_ = start_round(competition=competition, by=competition.organizer)

    met = round_.matches.get().bots.values_list("entry", flat=True)
    assert set(met) == {entries[2].pk, entries[3].pk}


def test_a_second_round_waits_for_the_first():
    round_ = a_round()

    with pytest.raises(Refused, match="Round 1 is being played"):
        start_round(competition=round_.competition, by=round_.competition.organizer)


def test_the_next_round_has_the_next_number():
    round_ = a_round()
    round_.matches.update(state="cancelled")
    from tenfold.competitions.services import finish_round

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

    assert {pk for _, pk in nudges} == set(round_.matches.values_list("pk", flat=True))
