"""What a seat was asked can be made again of the stored game alone."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena import transcript
from arena.bots.greedy import Bot
from arena.inprocess import Answerer, CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import STANDARD, Order, RuleSet
from arena.protocol import encode
from arena.requests import requests_to, turn_of, up_to_turn

SHORT = RuleSet(phases=(1, 2), turns_per_seat=20, deals_per_game=6)


class Listening:
    """A bot that writes down what it is asked, and answers what another would."""

    def __init__(self, answer: Answerer) -> None:
        self.asked: list[dict[str, Any]] = []
        self._answer = answer

    def __call__(self, ask: dict[str, Any]) -> Mapping[str, Any]:
        self.asked.append(ask)
        return self._answer(ask)


def careless(every: int) -> Answerer:
    """Plays as the best does, but for every so many answers, which are nonsense."""
    bot, count = Bot(), iter(range(10**9))

    def answer(ask: dict[str, Any]) -> Mapping[str, Any]:
        said = bot.answer(ask)
        return {**said, "nonsense": 1} if next(count) % every == every - 1 else said

    return answer


def crashing(at: int) -> Answerer:
    """Ends for good at this answer."""
    bot, count = Bot(), iter(range(10**9))

    def answer(ask: dict[str, Any]) -> Mapping[str, Any]:
        if next(count) == at:
            raise RuntimeError("on purpose")
        return bot.answer(ask)

    return answer


def played(bots: Sequence[Answerer], rules: RuleSet) -> MatchRecord:
    return play_match(
        players=len(bots),
        blocks=1,
        rules=rules,
        seed_of=lambda block: block_seed(b"s" * 32, "match", block),
        open_seat=lambda bot, _lane: CallableSeat(bots[bot]),
        names=[str(bot) for bot in range(len(bots))],
    )


def without(ask: Mapping[str, Any]) -> dict[str, Any]:
    """A request but for its id and the time left."""
    return {key: value for key, value in ask.items() if key not in ("id", "time")}


@pytest.mark.parametrize(
    "rules",
    [SHORT, RuleSet(phases=(1, 2), order=Order.ANNOUNCE, turns_per_seat=12, deals_per_game=4)],
    ids=["fixed", "announced"],
)
@pytest.mark.parametrize(
    "make",
    [
        lambda: [Bot().answer, Bot().answer],
        lambda: [careless(9), Bot().answer, careless(31)],
        lambda: [crashing(40), Bot().answer],
        lambda: [crashing(25), crashing(33), careless(5), Bot().answer],
    ],
    ids=["sound", "careless", "crashing", "all of it"],
)
def test_they_are_those_that_were_sent(make, rules):
    bots = [Listening(bot) for bot in make()]
    first, *_ = played(bots, rules).games
    game = transcript.load(first.transcript)
    for seat, bot in enumerate(bots):
        # Those of the first lane; each lane begins with a hello of its own.
        hellos = [at for at, ask in enumerate(bot.asked) if ask["type"] == "hello"]
        sent = [without(ask) for ask in bot.asked[1 : hellos[1]]]
        again = [without(json.loads(encode(each))) for each in requests_to(game, seat)]
        assert again[: len(sent)] == sent or first.outcome[seat].forfeited
        assert again[: len(sent) - 1] == sent[:-1]
        assert first.outcome[seat].forfeited or len(again) == len(sent)


def test_they_end_where_one_wants_them_to():
    first, *_ = played([Bot().answer, Bot().answer], STANDARD).games
    asked = requests_to(transcript.load(first.transcript), 1)
    turns = [turn for each in asked if (turn := turn_of(each)) is not None]
    some = up_to_turn(asked, turns[10])
    assert turn_of(some[-1]) == turns[10]
    assert turn_of(asked[len(some)]) != turns[10]
    assert up_to_turn(asked, 10**6) == []
