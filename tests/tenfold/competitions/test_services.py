import pytest

from tenfold.competitions.models import Entry
from tenfold.competitions.services import bench, create_competition, enter, withdraw
from tenfold.refusal import Refused, TooMany
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry

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
