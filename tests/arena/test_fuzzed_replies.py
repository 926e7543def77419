"""A hundred thousand replies that are malformed or illegal: each is refused, and changes nothing."""

import copy
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from arena.bots import greedy
from arena.messages import question
from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.notation import TEXT
from arena.phase10.rules import Naturals, Order, RuleSet
from arena.protocol import (
    REPLIES,
    AnnounceReply,
    BadReply,
    DrawReply,
    PlayReply,
    Request,
    WrongId,
    encode,
    new_id,
    read_reply,
)
from arena.seat import TimeLeft

REFUSED = 10_000
PATIENT = RuleSet(strikes=100, naturals=Naturals.PHASE)
ANNOUNCED = RuleSet(strikes=100, order=Order.ANNOUNCE)

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    7,
    99,
    1e9,
    "",
    "W",
    "S",
    "R1",
    "R13",
    "low",
    "new:0",
    "new:9",
    [],
    {},
    "é",
    [[]],
]


def applied(game: Game, line: bytes, request: Request) -> None:
    """What the table does with a line that came."""
    match read_reply(line, REPLIES[type(request)], request.id):
        case DrawReply() as reply:
            game.draw(reply.source())
        case PlayReply() as reply:
            game.play(reply.move())
        case AnnounceReply() as reply:
            game.announce(reply.phase)


def some_card(random: Random, message: dict[str, Any]) -> str:
    return random.choice([*message["hand"], *TEXT])


# What can be wrong in a reply, each given chance, the message that was asked, and a good reply to spoil.


def an_odd_value(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    reply[random.choice(["id", "draw", "lay", "hit", "discard", "skip", "phase", "x"])] = random.choice(ODD)


def another_discard(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    reply["discard"] = some_card(random, message)


def a_skip(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    reply["skip"] = random.randint(-1, 6)


def a_lay(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    sizes = [random.randint(0, 8) for _ in range(random.randint(1, 3))]
    reply["lay"] = [[some_card(random, message) for _ in range(size)] for size in sizes]


def wilds_that_stand_for_something(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    reply["lay"] = [{"cards": ["W"] * random.randint(0, 5), "as": random.choice(ODD)}]


def a_hit(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    hit = {"card": some_card(random, message), "meld": random.choice([0, 1, 9, -1, "new:0", "new:1"])}
    end = random.choice([{}, {"end": "low"}, {"end": "high"}])
    before = reply.get("hit")
    reply["hit"] = [*(before if isinstance(before, list) else []), hit | end]


def another_id(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    reply["id"] = random.choice([new_id(), message["id"].upper(), ""])


def a_field_too_few(random: Random, message: dict[str, Any], reply: dict[str, Any]) -> None:
    if reply:
        del reply[random.choice(list(reply))]


SPOILERS = [
    an_odd_value,
    another_discard,
    a_skip,
    a_lay,
    wilds_that_stand_for_something,
    a_hit,
    another_id,
    a_field_too_few,
]


def fuzzed(random: Random, message: dict[str, Any], good: dict[str, Any]) -> bytes:
    """A good reply with something wrong in it, or no reply at all; now and then it is legal for all that."""
    reply = copy.deepcopy(good)
    for spoil in random.choices(SPOILERS, k=random.randint(1, 3)):
        spoil(random, message, reply)
    line = json.dumps(reply).encode()
    if random.random() < 0.1:
        place = random.randrange(len(line))
        line = line[:place] + random.randbytes(random.randint(0, 3)) + line[place + random.randint(0, 3) :]
    return line


def a_bot(rules: RuleSet) -> greedy.Bot:
    bot = greedy.Bot()
    bot.answer({"type": "hello", "id": "0", "players": 4, "games": 1, "rules": rules.to_dict()})
    return bot


def state(game: Game) -> tuple[Any, ...]:
    """All that a reply could have changed."""
    deal = game.deal
    return (
        (
            game.log(),
            game.over,
            len(game.deals),
            len(game.results),
            deal.stage,
            deal.seat,
            deal.turn,
            deal.drawn,
        ),
        [[*hand] for hand in deal.hands],
        [*deal.melds],
        [*deal.discards],
        [*deal.down],
        [*deal.open_phases],
        [*deal.skips.loses_turn],
        (deal.stock.left, len(deal.steps)),
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", [PATIENT, ANNOUNCED], ids=["fixed order", "announced order"])
@pytest.mark.parametrize("number", range(5))
def test_ten_thousand_bad_replies_are_refused_and_change_nothing(number, rules):
    random, bots = Random(number), [a_bot(rules) for _ in range(4)]
    refused: Counter[type[Exception]] = Counter()
    game = Game(rules, 4, bytes([number]))
    while refused.total() < REFUSED:
        if game.over:
            game = Game(rules, 4, random.randbytes(32))
        seat = game.deal.seat
        request = question(game.view(seat), new_id(), game=0, time=TimeLeft(cpu_ms=1, wall_ms=1))
        message = json.loads(encode(request))
        good = bots[seat].answer(message) | {"id": request.id}
        if try_all(game, request, [fuzzed(random, message, good) for _ in range(10)], refused):
            continue  # one of them was legal after all, and is played
        applied(game, json.dumps(good).encode(), request)
    assert all(refused[kind] > REFUSED / 50 for kind in (BadReply, WrongId, IllegalMove))


def try_all(game: Game, request: Request, lines: list[bytes], refused: Counter[type[Exception]]) -> bool:
    """Try the lines until one is taken; true when one was. Whatever is refused leaves the game as it was."""
    before = state(game)
    for line in lines:
        try:
            applied(game, line, request)
        except (BadReply, WrongId, IllegalMove) as refusal:
            refused[type(refusal)] += 1
            assert state(game) == before, line
        else:
            return True
    return False


@pytest.mark.parametrize("number", range(20))
def test_after_a_refused_reply_the_fallback_alone_has_changed_the_game(number):
    random, bot = Random(number), a_bot(PATIENT)
    game, twin = Game(PATIENT, 2, bytes([number])), Game(PATIENT, 2, bytes([number]))
    for _ in range(40):
        if game.over:
            break
        request = question(game.view(game.deal.seat), new_id(), game=0, time=TimeLeft(cpu_ms=1, wall_ms=1))
        good = json.dumps(bot.answer(json.loads(encode(request))) | {"id": request.id}).encode()
        if random.random() < 0.2:
            with pytest.raises((BadReply, WrongId, IllegalMove)):
                applied(game, good[:-1] + b', "skip": 77, "draw": "W"}', request)
            game.fallback()
            twin.fallback()
        else:
            applied(game, good, request)
            applied(twin, good, request)
    assert game.state_hash() == twin.state_hash()
