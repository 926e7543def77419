"""Who may do what, as one table over a fixed cast."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import models

from tenfold.matches.models import FaultLog, Game
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_requested_match,
    a_round,
    a_table,
    a_trial,
    a_user,
    a_version,
    an_entry,
)

pytestmark = pytest.mark.django_db

CAST = ("owner", "rival", "stranger", "organizer", "co_organizer", "anonymous", "staff")
SIGNED_IN = ("owner", "rival", "stranger", "organizer", "co_organizer", "staff")
# The owner has a bot in everything; the rival has another bot in the same competitions.
TABLE = {
    ("bots.view_bot", "bot"): CAST,
    ("bots.view_author", "author"): CAST,
    ("bots.view_author", "author who left"): (),
    ("bots.add_bot", "nothing"): SIGNED_IN,
    ("bots.change_bot", "bot"): ("owner",),
    ("bots.submit_version", "bot"): ("owner",),
    ("bots.activate_version", "version"): ("owner",),
    ("bots.view_source", "version"): ("owner",),
    ("bots.view_source", "house version"): CAST,
    ("bots.view_dossier", "version"): ("owner",),
    ("competitions.view_competition", "public"): CAST,
    ("competitions.view_competition", "private"): ("owner", "rival", "organizer", "co_organizer", "staff"),
    ("competitions.add_competition", "nothing"): SIGNED_IN,
    ("competitions.change_competition", "public"): ("organizer", "co_organizer"),
    ("competitions.manage_co_organizers", "public"): ("organizer",),
    ("competitions.view_invitation", "private"): ("organizer", "co_organizer"),
    ("competitions.start_round", "public"): ("organizer", "co_organizer", "staff"),
    ("competitions.pause_competition", "public"): ("organizer", "co_organizer", "staff"),
    ("competitions.enter_competition", "public"): SIGNED_IN,
    ("competitions.enter_house_bot", "public"): ("organizer", "co_organizer"),
    ("competitions.withdraw_entry", "entry"): ("owner", "organizer", "co_organizer"),
    ("competitions.view_frozen", "public"): ("organizer", "co_organizer", "staff"),
    ("competitions.view_dashboard", "public"): ("organizer", "co_organizer", "staff"),
    ("competitions.reveal_standing", "public"): ("organizer", "co_organizer"),
    ("competitions.view_alike", "public"): ("organizer", "co_organizer", "staff"),
    ("competitions.view_bench_reason", "entry"): ("owner", "organizer", "co_organizer"),
    ("rulings.view_rulings", "public"): CAST,
    ("rulings.view_rulings", "private"): ("owner", "rival", "organizer", "co_organizer", "staff"),
    ("rulings.rule", "public"): ("organizer", "co_organizer", "staff"),
    ("matches.view_match", "public match"): CAST,
    ("matches.view_match", "private match"): ("owner", "rival", "organizer", "co_organizer", "staff"),
    ("matches.view_match", "trial"): ("owner", "staff"),
    ("matches.view_match", "requested match"): ("owner", "rival", "staff"),
    ("matches.view_dossier", "fault"): ("owner",),
    ("matches.view_notes", "match bot"): ("owner",),
    ("tables.play", "table"): ("owner",),
    ("tables.play", "visitor's table"): (),
}


@pytest.fixture
def cast() -> dict[str, object]:
    people = {name: a_user(name, is_staff=name == "staff") for name in CAST if name != "anonymous"}
    return {**people, "anonymous": AnonymousUser()}


@pytest.fixture
def things(cast) -> dict[str, models.Model | None]:
    version = a_version(bot=a_bot(owner=cast["owner"]))
    rivals = a_version(bot=a_bot(owner=cast["rival"]))
    competitions = {
        name: a_competition(organizer=cast["organizer"], private=name == "private")
        for name in ("public", "private")
    }
    for competition in competitions.values():
        competition.co_organizers.add(cast["co_organizer"])
        an_entry(competition=competition, bot=version.bot)
        an_entry(competition=competition, bot=rivals.bot)
    played = {f"{name} match": a_match(round_=a_round(competition=c)) for name, c in competitions.items()}
    match_bot = played["public match"].bots.get(version=version)
    game = Game.objects.create(
        match=played["public match"], block=0, rotation=0, transcript=b"", hash="", outcome=[]
    )
    return {
        **competitions,
        **played,
        "nothing": None,
        "author": cast["owner"],
        "author who left": a_user(is_active=False),
        "bot": version.bot,
        "version": version,
        "house version": a_version(bot=a_bot(house=True)),
        "entry": competitions["public"].entries.get(bot=version.bot),
        "trial": a_trial(version=version),
        "requested match": a_requested_match(by=cast["owner"], versions=[version, rivals]),
        "match bot": match_bot,
        "table": a_table(by=cast["owner"]),
        "visitor's table": a_table(),
        "fault": FaultLog.objects.create(
            game=game, bot=match_bot, seat=0, turn=1, kind="crashed", message="it"
        ),
    }


@pytest.mark.parametrize(("permission", "thing"), TABLE)
def test_exactly_those_of_the_cast_may_who_shall(permission, thing, cast, things):
    may = tuple(name for name in CAST if cast[name].has_perm(permission, things[thing]))

    assert may == TABLE[permission, thing]


def test_every_rule_stands_in_the_table():
    from tenfold.bots.permissions import RULES as BOTS
    from tenfold.competitions.permissions import RULES as COMPETITIONS
    from tenfold.matches.permissions import RULES as MATCHES
    from tenfold.rulings.permissions import RULES as RULINGS
    from tenfold.tables.permissions import RULES as TABLES

    ruled = {*BOTS, *COMPETITIONS, *MATCHES, *RULINGS, *TABLES}

    assert ruled == {permission for permission, _ in TABLE}
