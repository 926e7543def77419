"""Games worth looking at: the standard rules, played by bots that get somewhere."""

from arena.bots.greedy import Bot
from arena.phase10.rules import STANDARD
from tenfold.matches.models import Game
from tests.builders import a_bot, a_competition, a_match, a_round, a_version, an_entry, ten_lines
from tests.tenfold.pages.scenes import play


def careless(ask):
    """Answers a draw with nonsense in the second deal, and loses by it."""
    reply = dict(ten_lines(ask))
    if ask["type"] == "draw" and ask["deal"] == 1:
        reply["draw"] = "the moon"
    return reply


def a_game(*, players: int = 2, with_faults: bool = False) -> Game:
    """The first game of a played match, under the standard rules."""
    competition = a_competition(rules=STANDARD, players=players)
    for name in ("Ada's bot", "Grace's bot", "Linus's bot", "Barbara's bot")[:players]:
        an_entry(competition=competition, bot=a_version(bot=a_bot(name=name)).bot)
    bots = [Bot().answer for _ in range(players)]
    if with_faults:
        bots[-1] = careless
    match = play(a_match(round_=a_round(competition=competition)), bots=bots)
    return match.games.order_by("block", "rotation")[0]
