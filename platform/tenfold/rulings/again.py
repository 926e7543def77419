"""Matches played anew: the same versions under the same rules, with a key of their own and so new decks."""

from collections.abc import Sequence

from django.db.models import Max

from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.rounds import Seat, add_matches, new_round
from tenfold.matches.models import Match, MatchBot
from tenfold.rulings.effects import running_round


def plan_again(*, competition: Competition, matches: Sequence[Match], by: User) -> list[Match]:
    """Schedule one match for each of these, in the round that runs, or else in a round of their own.

    The secret of a round that is over is public, and with it the decks of any further match in it.
    """
    round_ = running_round(competition) or new_round(competition, by=by, state=Round.State.RUNNING)
    last = round_.matches.aggregate(last=Max("number"))["last"] or 0
    tables: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    for seat in MatchBot.objects.filter(match__in=matches).order_by("match", "index"):
        assert seat.entry_id is not None, "matches of a round are of its competition's entries"
        tables[seat.match_id].append((seat.entry_id, seat.version_id))
    return list(add_matches(round_, list(tables.values()), after=last))
