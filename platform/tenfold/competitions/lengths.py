"""How long matches may be, and when they may end before their last block."""

from typing import Final

from django.utils.translation import gettext as _

from arena.phase10.rules import RuleSet
from tenfold.competitions.bounds import BLOCKS, PLAYERS
from tenfold.competitions.choices import MEASURED_BY_BLOCK, Ends
from tenfold.pages.figures import figure
from tenfold.refusal import Refused

# Bots that only pass their turns play 15 million of them in the two hours that a match may take: half of it.
MOST_TURNS: Final = 8_000_000


def refuse_endless(rules: RuleSet, *, players: int, blocks: int) -> None:
    """A match that outlasts its time is void, after hours of a core."""
    if players not in PLAYERS or blocks not in BLOCKS:
        raise Refused(
            _(
                "A table has %(seats)s seats and a match %(blocks)s blocks;"
                " %(players)s seats and %(came)s blocks came."
            )
            % {"seats": PLAYERS, "blocks": BLOCKS, "players": players, "came": blocks}
        )
    turns = players**2 * blocks * rules.deals_per_game * rules.turns_per_seat
    if turns > MOST_TURNS:
        fitting = blocks * MOST_TURNS // turns
        advice = (
            _("at most %(blocks)s blocks fit") % {"blocks": fitting}
            if fitting
            else _("lower deals_per_game or turns_per_seat")
        )
        raise Refused(
            _(
                "A match could take %(turns)s turns (%(blocks)s blocks of %(players)s games of up to"
                " %(deals)s deals, %(each)s turns a seat), and a worker has time for %(most)s: %(advice)s."
            )
            % {
                "turns": figure(turns),
                "blocks": blocks,
                "players": players,
                "deals": rules.deals_per_game,
                "each": rules.turns_per_seat,
                "most": figure(MOST_TURNS),
                "advice": advice,
            }
        )


def refuse_ends(ends: str, *, players: int, measure: str) -> None:
    """Early ends ask for two seats, and for a standing that opponents do not weigh in by blocks played."""
    if ends not in Ends.values:
        raise Refused(
            _("A match ends by one of %(known)s, not %(came)s.")
            % {"known": ", ".join(Ends.values), "came": f"{ends!r:.40}"}
        )
    if ends == Ends.EARLY and players != 2:
        raise Refused(
            _(
                "Matches end early where it is known which of two bots is better, and a table has %(players)s"
                " seats: choose two seats, or let all blocks be played."
            )
            % {"players": players}
        )
    if ends == Ends.EARLY and measure not in MEASURED_BY_BLOCK:
        raise Refused(
            _(
                "Where matches end early bots play most games against those that are hard to tell from them,"
                " so wins and mean places are no fair ranks: rank by margin or by margin less luck, or let"
                " all blocks be played."
            )
        )
