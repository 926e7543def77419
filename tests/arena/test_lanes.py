"""No process meets a deck twice: a bot that remembers every hand never meets one of them again."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from arena.bots import tenline
from arena.inprocess import CallableSeat
from arena.match import block_seed, play_match
from arena.phase10.rules import RuleSet

# After one turn a seat holds all but one of the cards it was dealt, and the deal's end shows them to all.
ONE_TURN = RuleSet(phases=(1,), turns_per_seat=1, deals_per_game=1)
BLOCKS = 4


class Rememberer:
    """Keeps all hands that deals showed at their end, and counts the deals that give it one of them."""

    def __init__(self) -> None:
        self.recognised = 0
        self.games = 0
        self._shown: list[Counter[str]] = []

    def answer(self, ask: dict[str, Any]) -> Any:
        if ask["type"] == "draw":
            self.games += 1
            held = Counter(ask["hand"])
            self.recognised += any((held & shown).total() >= 9 for shown in self._shown)
        elif ask["type"] == "deal_over":
            self._shown += [Counter(hand) for hand in ask["hands"]]
        return tenline.answer(ask)


def play(rememberers: Iterator[Rememberer], *, players: int) -> None:
    """A match in which bot 0 is such a bot, a new one from the iterator in each lane."""

    def open_seat(bot: int, _lane: int) -> CallableSeat:
        return CallableSeat(next(rememberers).answer if bot == 0 else tenline.answer)

    play_match(
        players=players,
        blocks=BLOCKS,
        rules=ONE_TURN,
        seed_of=lambda block: block_seed(b"secret", "match 1", block),
        open_seat=open_seat,
        names=[f"bot {bot}" for bot in range(players)],
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_that_remembers_all_hands_never_meets_one_again(players):
    by_lane = [Rememberer() for _ in range(players)]
    play(iter(by_lane), players=players)

    assert [each.games for each in by_lane] == [BLOCKS] * players
    assert [each.recognised for each in by_lane] == [0] * players


@pytest.mark.parametrize("players", [2, 4])
def test_in_one_process_for_all_lanes_it_would_know_them_all(players):
    one = Rememberer()
    play(iter([one] * players), players=players)

    assert one.recognised == BLOCKS * (players - 1)
