"""Games worth looking at: the standard rules, played by bots that get somewhere."""

from functools import cache

from arena.bots.greedy import Bot
from arena.match import MatchRecord
from arena.phase10.rules import STANDARD, RuleSet
from tenfold.matches import results, services
from tenfold.matches.models import Game, Match
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_record,
    a_round,
    a_version,
    an_entry,
    ten_lines,
)


def careless(ask):
    """Answers a draw with nonsense in the second deal, and loses by it."""
    reply = dict(ten_lines(ask))
    if ask["type"] == "draw" and ask["deal"] == 1:
        reply["draw"] = "the moon"
    return reply


@cache
def a_played_record(players: int, *, careless_bots: int, rules: RuleSet) -> MatchRecord:
    """What such a match comes to; played once, since no page looks at where the decks came from."""
    bots = [careless if bot >= players - careless_bots else Bot().answer for bot in range(players)]
    match = Match(
        round=None, secret=b"s" * 32, key="a match", players=players, blocks=1, rule_set=rules.to_dict()
    )
    return a_record(match, bots=bots)


def a_game(*, players: int = 2, careless_bots: int = 0, rules: RuleSet = STANDARD) -> Game:
    """The first game of a played match; the last `careless_bots` of its bots forfeit it in deal 1."""
    competition = a_competition(rules=rules, players=players)
    for name in ("Ada's bot", "Grace's bot", "Linus's bot", "Barbara's bot")[:players]:
        an_entry(competition=competition, bot=a_version(bot=a_bot(name=name)).bot)
    match = a_match(round_=a_round(competition=competition))
    claim = services.claim(match_id=match.pk, worker="test")
    assert claim is not None
    played = a_played_record(players, careless_bots=careless_bots, rules=rules)
    assert results.record(claim=claim, played=played)
    return match.games.get(block=0, rotation=0)
