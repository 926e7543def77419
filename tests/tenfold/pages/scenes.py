"""What the pages' tests look at: matches truly played, and a reader who is signed in."""

from collections.abc import Sequence

from django.test import Client

from arena.inprocess import Answerer
from tenfold.accounts.models import User
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import results, services
from tenfold.matches.models import Match
from tests.builders import a_competition, a_match, a_record, a_round, an_entry, crashing, ten_lines


def reader(user: User | None = None) -> Client:
    """A browser, signed in as `user` if one is given."""
    client = Client()
    if user:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def play(match: Match, *, bots: Sequence[Answerer] = ()) -> Match:
    """Claim the match, play it between functions and store its result."""
    claim = services.claim(match_id=match.pk, worker="test")
    assert claim is not None
    assert results.record(claim=claim, played=a_record(match, bots=bots))
    match.refresh_from_db()
    return match


def a_played_match(
    *, owners: Sequence[User | None] = (None, None), bots: Sequence[Answerer] = (), blocks: int = 1
) -> Match:
    competition = a_competition(blocks=blocks)
    for owner in owners:
        an_entry(competition=competition, owner=owner)
    return play(a_match(round_=a_round(competition=competition)), bots=bots)


def a_played_competition(*, entries: int = 2, blocks: int = 1) -> Competition:
    """A round of everybody against everybody is over, and the standing is made."""
    competition = a_competition(blocks=blocks)
    for match in a_round(competition=competition, entries=entries).matches.all():
        play(match)
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)
    competition.refresh_from_db()
    return competition


def a_round_with_a_crash() -> list[Match]:
    """Three matches that are over; in the first one a bot crashed."""
    competition = a_competition()
    first, *others = a_round(competition=competition, entries=3).matches.order_by("number")
    return [play(first, bots=(crashing, ten_lines)), *map(play, others)]
