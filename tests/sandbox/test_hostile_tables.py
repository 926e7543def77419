"""Whole matches with hostile bots at the table: honest bots' games complete, and their time is their own."""

import statistics
from functools import partial
from pathlib import Path

import pytest

import arena.bots
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import RuleSet
from arena.seat import FaultKind
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.warm import Warm
from tenfold.seats import SandboxSeat, ours
from tests.sandbox.bots import program
from tests.sandbox.containers import PATIENT, containers, listed

pytestmark = pytest.mark.docker

TEN_LINES = (Path(arena.bots.__path__[0]) / "tenline.py").read_text()
# Two deals of a few turns, so that a game is over in a moment.
SHORT = RuleSet(phases=(1,), turns_per_seat=4, deals_per_game=2)
LIMITS = Limits(move_wall_ms=2_500, start_wall_ms=30_000)  # for those that are waited for in vain

HOSTILE = """
import json, os, sys, threading, time
import honest
for turn, line in enumerate(sys.stdin):
    ask = json.loads(line)
    reply = honest.answer(ask)
    if turn > 1 and ask["type"] == "play":
        MISBEHAVE
    print(json.dumps(reply), flush=True)
"""
MISBEHAVIOUR = {
    "takes all memory": ("kept = [b'x' * (8 << 20) for _ in range(99)]", FaultKind.OUT_OF_MEMORY),
    "floods stdout": ("while True: os.write(1, b'x' * 65536)", FaultKind.OUTPUT_TOO_LONG),
    "floods stderr": ("while True: os.write(2, b'e' * 65536)", FaultKind.STDERR_FLOOD),
    "fails": ("[][1]", FaultKind.EXITED),
    "leaves": ("os.write(1, b'{'); os._exit(0)", FaultKind.EXITED),
    "never answers": ("time.sleep(60)", FaultKind.TIMEOUT),
    "burns": ("while time.sleep(0) is None: pass", FaultKind.TIMEOUT),
    "cheats": ("reply['discard'] = min({'R1', 'R2', 'R3'} - {*ask['hand']})", FaultKind.ILLEGAL_MOVE),
    "answers late": ("reply['id'] = 'before'", FaultKind.WRONG_ID),
    "answers twice": ("os.write(1, b'{}\\n')", FaultKind.BAD_REPLY),
    "nests": ("reply = [[[[[[[[[[[[]]]]]]]]]]]]", FaultKind.BAD_REPLY),
    "talks": ("print('a good hand')", FaultKind.BAD_REPLY),
}
# Two of them and an honest bot; each in every seat, as a match has it.
TABLES = [
    ("takes all memory", "floods stdout"),
    ("floods stderr", "fails"),
    ("leaves", "cheats"),
    ("never answers", "answers twice"),
    ("burns", "answers late"),
    ("nests", "talks"),
]


def hostile(name: str) -> tuple[Program, Limits]:
    what, fault = MISBEHAVIOUR[name]
    limits = LIMITS if fault == FaultKind.TIMEOUT else PATIENT
    return program(HOSTILE.replace("MISBEHAVE", what), honest=TEN_LINES), limits


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory):
    root = tmp_path_factory.mktemp("tables") / "slots"
    with containers(root, warm=Warm(3, limits=LIMITS, cpu=0, labels={"test": str(root)})) as made:
        assert made.pool.wait_full(60)
        yield made
    assert listed(**{"tenfold.test": root}) == []
    assert list(root.iterdir()) == []


def match(sandbox, *bots: tuple[Program, Limits]) -> MatchRecord:
    def open_seat(bot: int, _lane: int) -> SandboxSeat:
        with ours():
            return SandboxSeat(sandbox.open(bots[bot][0], limits=bots[bot][1], cpu=0))

    return play_match(
        players=len(bots),
        blocks=1,
        rules=SHORT,
        seed_of=partial(block_seed, b"secret", "a hostile table"),
        open_seat=open_seat,
        names=[f"bot {bot}" for bot in range(len(bots))],
    )


@pytest.mark.parametrize("pair", TABLES, ids=" and ".join)
def test_an_honest_bot_plays_all_its_games_at_a_table_of_hostile_ones(sandbox, pair):
    played = match(sandbox, (program(TEN_LINES), PATIENT), *map(hostile, pair))

    faults = [fault for game in played.games for fault in game.faults]
    assert len(played.games) == 3
    assert not any(game.outcome[game.seats.index(0)].forfeited for game in played.games)
    assert {fault.bot for fault in faults} == {1, 2}
    for bot, name in enumerate(pair, 1):
        assert MISBEHAVIOUR[name][1] in {fault.kind for fault in faults if fault.bot == bot}


def test_every_misbehaviour_sits_at_a_table():
    assert {name for pair in TABLES for name in pair} == MISBEHAVIOUR.keys()


WORK = "import sys\nfor line in sys.stdin:\n    print(sum(n * n for n in range(20_000)), flush=True)\n"
BURNER = """
import sys, threading
burning = threading.Event()
def burn():
    while True:
        burning.wait()
        sum(range(10_000))
threading.Thread(target=burn, daemon=True).start()
for line in sys.stdin:
    (burning.set if line == "on\\n" else burning.clear)()
    print("ok", flush=True)
"""
ENDLESS = Limits(cpu_bank_ms=10**6, move_wall_ms=60_000, start_wall_ms=30_000, start_cpu_ms=10_000)
ROUNDS, REQUESTS = 3, 15
# What a bot pays for the same work beside two burners, for each millisecond that it pays alone.
MOST_DEARER = 1.3


@pytest.mark.alone
def test_beside_two_burners_on_its_core_a_bot_pays_for_its_own_work_alone(sandbox):
    worker, *burners = (sandbox.open(program(each), limits=ENDLESS, cpu=0) for each in (WORK, BURNER, BURNER))
    paid: dict[bytes, list[float]] = {b"off": [], b"on": []}  # by round
    burned_ms = 0.0

    worker.ask(b"warm up")
    for _ in range(ROUNDS):
        for switch in (b"off", b"on"):
            burned_ms += sum(burner.ask(switch).cpu_ms for burner in burners)
            paid[switch].append(statistics.median(worker.ask(b"work").cpu_ms for _ in range(REQUESTS)))
    burned_ms += sum(burner.ask(b"off").cpu_ms for burner in burners)

    rounds = list(zip(paid[b"off"], paid[b"on"], strict=True))
    # In the round that other machines on this host disturbed least: a clock that is unfair is so in each.
    assert min(beside / alone for alone, beside in rounds) < MOST_DEARER
    # They did, and paid for it themselves.
    assert burned_ms > REQUESTS * sum(alone for alone, _ in rounds) / 2
