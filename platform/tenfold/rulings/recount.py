"""A recount as a ruling: what it changed of a match is kept, so that undoing it puts back every number."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tenfold.competitions.models import Competition
from tenfold.matches.counting import TALLIED
from tenfold.matches.figures import forget
from tenfold.matches.models import BlockResult, Game, Match, MatchBot
from tenfold.matches.recounting import recount_match
from tenfold.pages.figures import figure
from tenfold.refusal import Refused
from tenfold.rulings.models import Recounted, Ruling

#: More take longer than a page may: 2,000 of ten blocks took 150 s, twice when confirmed, and no
#: result of the competition is stored meanwhile. `manage.py recount` takes its time.
MOST_MATCHES: Final = 200
_BLOCK: Final = ("block", "margins", "wins", "places", "adjusted")


@contextmanager
def tried() -> Iterator[None]:
    """Whatever is stored inside is taken back at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def recount(competition: Competition) -> dict[int, dict[str, Any]]:
    """Count every finished match again; what those that changed had before, by match."""
    finished = competition.matches.filter(state=Match.State.FINISHED).order_by("pk")
    if finished.count() > MOST_MATCHES:
        raise Refused(
            _(
                "%(competition)s has more than %(most)s matches, which takes longer than a page may: ask the"
                " operator for `manage.py recount %(slug)s`."
            )
            % {"competition": competition, "most": figure(MOST_MATCHES), "slug": competition.slug}
        )
    changed = {}
    for match in finished:
        before = _image(match)
        if recount_match(match_id=match.pk):
            changed[match.pk] = before
    return changed


def put_back(rows: Iterable[Recounted]) -> None:
    """Store again what the matches had before."""
    for row in rows:
        match = Match.objects.select_for_update(no_key=True).get(pk=row.match_id)
        games = [Game(pk=int(pk), outcome=outcome) for pk, outcome in row.before["games"].items()]
        Game.objects.bulk_update(games, ["outcome"])
        match.block_results.all().delete()
        BlockResult.objects.bulk_create(BlockResult(match=match, **each) for each in row.before["blocks"])
        bots = [MatchBot(pk=int(pk), **tallied) for pk, tallied in row.before["bots"].items()]
        MatchBot.objects.bulk_update(bots, TALLIED)
        Match.objects.filter(pk=match.pk).update(luck_table=row.before["luck_table"])
        forget(match)


def refuse_unless_newest(ruling: Ruling) -> None:
    """Raise `Refused` for a recount that a later one still stands on: it kept the numbers of this one."""
    later = Ruling.objects.filter(
        competition=ruling.competition, kind=Ruling.Kind.RECOUNT, undone=None, number__gt=ruling.number
    ).first()
    if ruling.kind == Ruling.Kind.RECOUNT and later:
        raise Refused(
            _("Undo ruling %(later)s first: it counted again after ruling %(number)s.")
            % {"later": later.number, "number": ruling.number}
        )


def _image(match: Match) -> dict[str, Any]:
    return {
        "games": dict(match.games.values_list("pk", "outcome")),
        "blocks": list(match.block_results.values(*_BLOCK)),
        "bots": {bot.pk: {name: getattr(bot, name) for name in TALLIED} for bot in match.bots.all()},
        "luck_table": match.luck_table,
    }
