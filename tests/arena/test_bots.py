"""The house bots: uploads like any other, legal under every rule set, the greedy one as good as others."""

import ast
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

import arena.bots
from arena.bots import expectimax, greedy, planner, random_legal, tenline
from arena.inprocess import Answerer, CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.game import Game
from arena.phase10.notation import read_cards
from arena.phase10.rules import NAMED, STANDARD, Naturals, RuleSet
from arena.phase10.solver import can_lay
from arena.table import LaneBot, Table

FOLDER = Path(arena.bots.__file__).parent
FILES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")
HELLO = {"type": "hello", "id": "9f", "rules": STANDARD.to_dict()}


def bots(*kinds: str) -> list[Answerer]:
    made = {
        "expectimax": lambda at: expectimax.Bot().answer,
        "planner": lambda at: planner.Bot().answer,
        "greedy": lambda at: greedy.Bot().answer,
        "random": lambda at: random_legal.Bot(at).answer,
        "tenline": lambda at: tenline.answer,
    }
    return [made[kind](at) for at, kind in enumerate(kinds)]


def match(*kinds: str, blocks: int = 1, rules: RuleSet = STANDARD) -> MatchRecord:
    lanes = [bots(*kinds) for _ in kinds]
    return play_match(
        players=len(kinds),
        blocks=blocks,
        rules=rules,
        seed_of=lambda block: block_seed(b"house bots", "", block),
        open_seat=lambda bot, lane: CallableSeat(lanes[lane][bot]),
        names=kinds,
    )


def faults(played: MatchRecord) -> list[str]:
    return [f"{fault.message} {fault.reply}" for game in played.games for fault in game.faults]


def a_player(**fields: object) -> dict:
    player = {"phase": 1, "down": False, "score": 0, "cards": 10, "loses_turn": False, "playing": True}
    return player | fields


def ask(hand: str, *, phase: int = 1, **fields: object) -> dict:
    """A play message for a two-player game, with only what the bots read."""
    me = a_player(phase=phase, cards=len(hand.split()))
    base = {
        "type": "play", "id": "9f", "game": 0, "deal": 0, "events": [], "seat": 0, "hand": hand.split(),
        "players": [me, a_player()], "discards": ["R1"],
        "melds": [], "can_lay": False, "can_skip": [1] if "S" in hand.split() else [],
    }  # fmt: skip
    return base | fields


def replies(message: dict, by: Any = greedy) -> dict:
    bot = by.Bot()
    bot.answer(HELLO)
    return bot.answer(message)


def set_of(number: int, meld: int = 0) -> dict:
    return {"id": meld, "owner": 1, "kind": "set", "number": number, "cards": [f"R{number}"] * 3}


# As uploads.


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_bot_runs_as_an_upload_does(path):
    lines = [HELLO, ask("R1 R2", type="draw", can_draw=["stock"]), {"type": "game_over", "id": "9f"}]
    ran = subprocess.run(
        [sys.executable, "-u", "-s", "-B", str(path)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True, text=True, check=True, timeout=30,
    )  # fmt: skip
    assert [json.loads(line)["id"] for line in ran.stdout.splitlines()] == ["9f"] * 3
    assert ran.stderr == ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_bot_needs_the_standard_library_only(path):
    imported = {
        line.split()[1] for line in path.read_text().splitlines() if line.startswith(("import", "from"))
    }
    assert imported <= {"functools", "itertools", "json", "operator", "random", "sys"}


# Legal.


@pytest.mark.parametrize("name", NAMED)
def test_house_bots_play_every_named_rule_set_without_a_fault(name):
    assert faults(match("greedy", "random", "planner", "expectimax", rules=NAMED[name])) == []


@pytest.mark.parametrize(
    "change",
    [
        {"naturals": "phase"},
        {"naturals": "none"},
        {"hit": "later"},
        {"go_out": "discard"},
        {"go_out": "float"},
        {"skip_target": "next"},
        {"skip_limit": "pending"},
        {"skip_limit": "hand"},
        {"skip_limit": "none"},
        {"order": "announce"},
    ],
    ids=lambda change: "-".join(*change.items()),
)
def test_house_bots_play_every_variant_without_a_fault(change):
    rules = RuleSet.from_dict({**change, "deals_per_game": 12})
    assert faults(match("greedy", "random", "planner", "expectimax", rules=rules)) == []


@pytest.mark.parametrize("players", [2, 3, 6])
def test_random_bots_play_at_tables_of_any_size_without_a_fault(players):
    rules = RuleSet(deals_per_game=10)
    assert faults(match(*["random"] * players, rules=rules)) == []


def test_the_ten_line_bot_plays_without_a_fault():
    rules = RuleSet(deals_per_game=10)
    assert faults(match("tenline", "tenline", "greedy", rules=rules)) == []


def test_the_random_bot_lays_hits_skips_and_takes_discards():
    done: Counter[str] = Counter()
    bot = random_legal.Bot(1)

    def watched(message):
        reply = bot.answer(message)
        done.update(key for key, value in reply.items() if value)
        done.update([reply.get("draw")])
        return reply

    play_match(
        players=2, blocks=1, rules=STANDARD, seed_of=lambda block: bytes(32), names=["watched", "other"],
        open_seat=lambda at, lane: CallableSeat(greedy.Bot().answer if at else watched),
    )  # fmt: skip
    assert min(done[what] for what in ("lay", "hit", "skip", "discard", "stock")) > 3


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("kind", ["planner", "expectimax"])
def test_bots_that_remember_play_at_tables_of_any_size_without_a_fault(kind, players):
    assert faults(match(*[kind] * players, rules=RuleSet(deals_per_game=10))) == []


@pytest.mark.parametrize("kind", ["greedy", "planner", "expectimax"])
def test_a_bot_without_chance_plays_the_same_game_again(kind):
    one, again = (match(kind, "random", rules=NAMED["first-3"]) for _ in range(2))
    assert [game.transcript for game in one.games] == [game.transcript for game in again.games]


# Good.


def test_greedy_beats_random_and_random_beats_the_ten_line_bot():
    (margins,) = match("greedy", "random", "tenline", rules=RuleSet(deals_per_game=20)).margins
    assert margins[0] > margins[1] > margins[2]


def greedy_game(players: int, number: int) -> Game:
    """A whole game among greedy bots."""
    game = Game(STANDARD, players, block_seed(b"statistics", str(players), number))
    seats = [LaneBot(at, CallableSeat(bot)) for at, bot in enumerate(bots(*["greedy"] * players))]
    for seat in seats:
        seat.seat.ask(json.dumps(HELLO).encode())
    Table(game, seats, number=number).play(lambda: False)
    return game


# Known of a greedy bot: deals a game, turns of each player in a deal, how often the starter goes out.
KNOWN = {2: (11.2, 8.9, 0.53), 3: (12.8, 6.6, 0.36), 4: (14.5, 5.4, 0.28), 6: (17.8, 4.2, 0.19)}


@pytest.mark.slow
def test_greedy_games_go_as_those_of_a_known_greedy_bot():
    played = {
        players: [greedy_game(players, number) for number in range(100 // players)] for players in KNOWN
    }
    for players, (deals, turns, starter) in KNOWN.items():
        games = played[players]
        dealt = [deal for game in games for deal in game.deals]
        # Four standard errors of 30 games are about 1; hundreds of games came within 0.4 of each.
        assert len(dealt) / len(games) == pytest.approx(deals, abs=1.0), players
        turn = sum(game.deal.turn for game in games) / len(dealt) / players
        assert turn == pytest.approx(turns, abs=0.5), players
        assert mean(deal.out == deal.starter for deal in dealt) == pytest.approx(starter, abs=0.08), players
    every = [game for games in played.values() for game in games]
    finished = [[len(score.completed) for score in game.scores].count(10) for game in every]
    # Several complete the last phase in one deal in a quarter of all games.
    assert mean(count > 1 for count in finished) == pytest.approx(0.24, abs=0.12)


def calls_in(do: Callable[[], object]) -> int:
    """What it costs, by a measure that is the same on every machine and at every load."""
    events = Counter[str]()
    sys.setprofile(lambda _frame, event, _arg: events.update([event]))
    try:
        do()
    finally:
        sys.setprofile(None)
    return events["call"] + events["c_call"]


def test_a_greedy_decision_takes_about_a_thousand_calls():
    # 0.4 ms of CPU on a 2 GHz core.
    message = ask("R1 R2 B3 Y5 Y5 G5 R7 R8 W B11 G12", phase=3)
    bot = greedy.Bot()
    bot.answer(HELLO)
    assert calls_in(lambda: bot.answer(message)) < 2_000


def test_greedy_lays_whenever_the_phase_can_be_laid():
    chance, laid = random.Random(4), 0
    deck = [f"{color}{n}" for color in "RBYG" for n in range(1, 13)] * 2 + ["W"] * 8
    for _ in range(4000):
        hand, phase = chance.sample(deck, 11), chance.randint(1, 10)
        found = greedy.lay(hand, greedy.PHASES[phase])
        assert (found is not None) == can_lay(read_cards(hand), phase, STANDARD.naturals)
        laid += found is not None
    assert laid > 300


def test_greedy_throws_what_it_can_spare_and_of_that_the_dearest():
    assert replies(ask("R1 B1 Y1 R5 B5 R9 G12"))["discard"] == "G12"


def test_greedy_keeps_the_pair_over_the_single_card():
    assert replies(ask("R12 B12 Y12 R11 B11 R1"))["discard"] == "R1"


def test_greedy_lays_and_hits_in_one_turn():
    reply = replies(ask("R1 B1 Y1 R5 B5 G5 Y5 R9 G12", can_lay=True, melds=[set_of(9)]))
    assert [len(group) for group in reply["lay"]] == [3, 3]
    assert {(hit["card"], hit["meld"]) for hit in reply["hit"]} >= {("R9", 0)}
    assert reply["discard"] == "G12"


def test_greedy_takes_a_discard_that_brings_it_nearer():
    assert replies(ask("R1 B1 R5 B5 R9", type="draw", can_draw=["stock", "discard"], discards=["Y5"]))[
        "draw"
    ] == ("discard")


def test_greedy_leaves_a_discard_that_does_not():
    assert replies(ask("R1 B1 R5 B5 R9", type="draw", can_draw=["stock", "discard"], discards=["Y7"]))[
        "draw"
    ] == ("stock")


def test_greedy_when_down_takes_a_discard_that_it_can_hit():
    message = ask("R1", type="draw", can_draw=["stock", "discard"], discards=["Y7"], melds=[set_of(7)])
    message["players"][0]["down"] = True
    assert replies(message)["draw"] == "discard"


def test_greedy_skips_whoever_is_furthest():
    players = [
        {"phase": 1, "down": False, "score": 0, "cards": 10},
        {"phase": 3, "down": True, "score": 0, "cards": 9},
        {"phase": 3, "down": True, "score": 0, "cards": 2},
        {"phase": 2, "down": False, "score": 0, "cards": 1},
    ]
    reply = replies(ask("R1 B1 Y1 R5 B5 S", players=players, can_skip=[1, 2, 3]))
    assert (reply["discard"], reply["skip"]) == ("S", 2)


def test_greedy_throws_its_last_skip_at_nobody():
    message = ask("S", melds=[])
    message["players"][0]["down"] = True
    assert replies(message) == {"id": "9f", "hit": [], "discard": "S"}


def test_greedy_announces_the_phase_that_is_nearest():
    message = ask("R1 R2 R3 R4 R5 R6 R7 R8", type="phase", open_phases=[1, 4, 7])
    assert replies(message)["phase"] == 4


# What planner and expectimax know beyond greedy.

KNOWING = pytest.mark.parametrize("bot", [planner, expectimax], ids=["planner", "expectimax"])


def watching(bot: Any, *events: dict, hand: str, **fields: Any) -> str:
    """What the bot throws after these events; its phase is two sets, and so is the other's."""
    message = ask(hand, events=list(events), **fields)
    return str(replies(message, by=bot)["discard"])


@KNOWING
def test_a_card_that_the_next_seat_can_hit_is_not_thrown(bot):
    players = [a_player(phase=7), a_player(down=True, cards=1)]
    fields = {"players": players, "melds": [set_of(12)], "phase": 7}
    assert watching(bot, hand="R1 B1 Y1 R5 B5 G5 G8 B12", **fields) == "G8"


@KNOWING
def test_a_card_that_the_next_seat_collects_is_not_thrown(bot):
    collected = [{"seat": 1, "drew": "R11"}, {"seat": 1, "discarded": "R2"}]
    assert watching(bot, *collected, hand="R1 B1 Y1 R5 B5 G5 G9 B11", phase=7) == "G9"


@KNOWING
def test_what_the_next_seat_threw_away_is_safe_to_throw(bot):
    assert watching(bot, {"seat": 1, "discarded": "R6"}, hand="R1 B1 Y1 R5 B5 G5 G6 B9", phase=7) == "G6"


@KNOWING
def test_what_was_seen_in_the_last_deal_is_forgotten(bot):
    playing = bot.Bot()
    playing.answer(HELLO)
    playing.answer(ask("R1 B1 Y1 R5 B5 G5 G6 B9", phase=7, events=[{"seat": 1, "discarded": "R6"}]))
    later = ask("R1 B1 Y1 R5 B5 G5 G6 B9", phase=7, deal=1)
    assert playing.answer(later)["discard"] == replies(later, by=bot)["discard"] == "B9"


@KNOWING
def test_when_the_next_seat_loses_its_turn_the_one_after_it_counts(bot):
    players = [a_player(phase=7), a_player(loses_turn=True), a_player(down=True, cards=1)]
    fields = {"players": players, "melds": [set_of(12)], "phase": 7}
    assert watching(bot, hand="R1 B1 Y1 R5 B5 G5 G8 B12", **fields) == "G8"


@KNOWING
def test_a_skip_is_thrown_at_once(bot):
    message = ask("R1 B1 Y1 R5 B5 R9 S", phase=7)
    assert (replies(message, by=bot)["discard"], replies(message, by=bot)["skip"]) == ("S", 1)


@KNOWING
def test_a_wild_is_kept(bot):
    assert replies(ask("R1 B1 Y1 R5 B5 R9 W", phase=7), by=bot)["discard"] == "R9"


def test_expectimax_lays_what_leaves_the_fewest_cards():
    # With the wild among the fives, the run takes 6 to 9; then 10 goes on it, and nothing but R1 is left.
    hand = "R1 R5 B5 W R6 R7 R8 R9 R10 R11 R12"
    reply = replies(ask(hand, phase=2, can_lay=True), by=expectimax)
    assert len(reply["hit"]) == 3
    assert reply["discard"] == "R1"


@pytest.mark.parametrize("phase", range(1, 11))
def test_expectimax_counts_missing_cards_and_helpful_ones_as_greedy_does(phase):
    chance = random.Random(phase)
    deck = [f"{color}{n}" for color in "RBYG" for n in range(1, 13)] * 2 + ["S"] * 4
    key = expectimax.SUIT if phase == 8 else expectimax.NUMBER
    for _ in range(150):
        hand = chance.sample(deck, 10)
        keys = range(1, 5 if phase == 8 else 13)
        counts = (0, *(sum(key[card] == at for card in hand) for at in keys))
        missing, helping = expectimax.nearest(tuple(expectimax.PHASES[phase]), counts)
        helps = {expectimax.COLORS[at - 1] for at in helping} if phase == 8 else set(helping)
        fewest, helpful = greedy.distance(hand, phase)
        assert missing == fewest, hand
        assert not missing or helps == set(helpful), hand


def test_expectimax_announces_the_phase_it_hopes_for_most():
    message = ask("R1 R2 R3 R4 R5 R6 R7 R8", type="phase", open_phases=[1, 4, 7])
    assert replies(message, by=expectimax)["phase"] == 4


def brute_distance(hand: list[str], phase: int) -> int:
    """How many more wilds would make the phase, when groups need no natural card."""
    naturals = [card for card in hand if card not in ("W", "S")]
    have = hand.count("W")
    for wilds in range(11):
        if can_lay(read_cards([*naturals, *["W"] * wilds]), phase, Naturals.NONE):
            return max(0, wilds - have)
    raise AssertionError(f"ten wilds make every phase, but not {phase} from {hand}")


@pytest.mark.parametrize("phase", range(1, 11))
def test_greedy_counts_missing_cards_as_trying_wilds_does(phase):
    chance = random.Random(phase)
    deck = [f"{color}{n}" for color in "RBYG" for n in range(1, 13)] * 2 + ["W"] * 8 + ["S"] * 4
    for _ in range(150):
        hand = chance.sample(deck, 10)
        assert greedy.distance(hand, phase)[0] == brute_distance(hand, phase), hand


@pytest.mark.parametrize("phase", range(1, 11))
def test_every_card_that_greedy_calls_helpful_brings_it_nearer(phase):
    chance = random.Random(phase)
    deck = [f"{color}{n}" for color in "RBYG" for n in range(1, 13)] * 2 + ["W"] * 4
    for _ in range(100):
        hand = chance.sample(deck, 10)
        missing, helping = greedy.distance(hand, phase)
        for key in helping if missing else ():
            card = f"R{key}" if isinstance(key, int) else f"{key}1"
            assert greedy.distance([*hand, card], phase)[0] == missing - 1, (hand, card)


@pytest.mark.parametrize("phase", range(1, 11))
def test_no_card_that_brings_greedy_nearer_is_missed(phase):
    chance = random.Random(phase)
    deck = [f"{color}{n}" for color in "RBYG" for n in range(1, 13)] * 2 + ["W"] * 4
    for _ in range(60):
        hand = chance.sample(deck, 10)
        missing, helping = greedy.distance(hand, phase)
        nearer = {card for card in set(deck) - {"W"} if greedy.distance([*hand, card], phase)[0] < missing}
        assert all(greedy.NUMBER[card] in helping or card[0] in helping for card in nearer), hand


@pytest.mark.parametrize(
    ("one", "other", "own"),
    [("greedy", "planner", set()), ("planner", "expectimax", {"seen", "candidates"})],
)
def test_what_two_bots_share_is_the_same_to_the_letter_but_for_what_one_does_its_own_way(one, other, own):
    mine, theirs = (functions(name) for name in (one, other))
    shared = mine.keys() & theirs.keys()

    assert len(shared) > 4
    assert {name for name in shared if mine[name] != theirs[name]} == own


def functions(bot: str) -> dict[str, str]:
    """The functions of a bot's source by name."""
    source = (FOLDER / f"{bot}.py").read_text()
    found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.unparse(node) for node in found}
