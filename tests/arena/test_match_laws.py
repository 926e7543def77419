"""What holds of a match whatever its bots do, tried with bots that fail at random."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arena import transcript
from arena.bots import greedy
from arena.inprocess import Said, ScriptedSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import RuleSet
from arena.seat import Fault, FaultKind, Seat

SHORT = RuleSet(phases=(1, 2), turns_per_seat=8, deals_per_game=4)
FAILURES: list[Said] = [
    b"",
    b"print",
    b"[]",
    b"\xff\xfe",
    {"id": "guess"},
    {"draw": "stock", "discard": "W"},
    {"discard": "R13"},
    {"lay": [["W"]], "discard": "R1"},
    {"hit": [{"card": "R1", "meld": 99}], "discard": "R1"},
    {"discard": "S", "skip": 99},
    Fault(FaultKind.UNASKED_OUTPUT, "too early", ended=False),
    Fault(FaultKind.TIMEOUT, "no answer within 5 s", ended=True),
]


def unreliable(seed: str, failures: float) -> Seat:
    """Plays greedily, but fails at this rate at whatever it is asked."""
    chance, bot = random.Random(seed), greedy.Bot()

    def answer(ask: dict[str, Any]) -> Said:
        reply = bot.answer(ask)
        return chance.choice(FAILURES) if chance.random() < failures else reply

    return ScriptedSeat([], then=answer)


@st.composite
def matches(draw):
    """A whole match among bots of any reliability."""
    players, blocks = draw(st.integers(2, 4)), draw(st.integers(1, 2))
    rates = draw(st.lists(st.sampled_from([0.0, 0.02, 0.2, 1.0]), min_size=players, max_size=players))
    seed = draw(st.integers(0, 999))
    return play_match(
        players=players,
        blocks=blocks,
        rules=SHORT,
        seed_of=lambda block: block_seed(b"laws", str(seed), block),
        open_seat=lambda bot, lane: unreliable(f"{seed} {bot} {lane}", rates[bot]),
        names=["bot"] * players,
    )


tried = settings(deadline=None, max_examples=15)


@tried
@given(matches())
def test_every_game_ends_and_verifies(played: MatchRecord):
    for game in played.games:
        assert transcript.verify(transcript.load(game.transcript)).over


@tried
@given(matches())
def test_margins_sum_to_nothing_in_every_block(played: MatchRecord):
    assert all(abs(sum(margins)) < 1e-9 for margins in played.margins)


@tried
@given(matches())
def test_every_forfeit_is_ranked_last_and_nobody_else_behind_it(played: MatchRecord):
    for game in played.games:
        gone = [seat for seat in game.outcome if seat.forfeited]
        assert all(seat.place == len(game.outcome) for seat in gone)
        assert all(seat.place <= len(game.outcome) - len(gone) for seat in game.outcome if not seat.forfeited)


@tried
@given(matches())
def test_somebody_wins_unless_all_forfeit(played: MatchRecord):
    for game in played.games:
        assert any(seat.place == 1 for seat in game.outcome) != all(seat.forfeited for seat in game.outcome)


@tried
@given(matches())
def test_nobody_has_more_strikes_than_the_rules_allow(played: MatchRecord):
    for game in played.games:
        assert all(seat.strikes <= SHORT.strikes for seat in game.outcome)
        assert all(seat.forfeited for seat in game.outcome if seat.strikes == SHORT.strikes)


@tried
@given(matches())
def test_a_forfeit_has_a_fault_in_its_game_or_an_earlier_one_of_its_lane(played: MatchRecord):
    for game in played.games:
        faulty = {
            fault.bot
            for other in played.games
            if other.rotation == game.rotation and other.block <= game.block
            for fault in other.faults
        }
        gone = {bot for bot, seat in zip(game.seats, game.outcome, strict=True) if seat.forfeited}
        assert gone <= faulty


@tried
@given(matches())
def test_a_bot_that_never_fails_is_never_blamed(played: MatchRecord):
    blamed = {(game.rotation, fault.bot) for game in played.games for fault in game.faults}
    for game in played.games:
        for bot, seat in zip(game.seats, game.outcome, strict=True):
            if (game.rotation, bot) not in blamed:
                assert (seat.strikes, seat.forfeited) == (0, False)


@tried
@given(matches())
def test_every_fault_names_its_bot_in_its_seat_and_says_why(played: MatchRecord):
    for game in played.games:
        for fault in game.faults:
            assert game.seats[fault.seat] == fault.bot
            assert fault.message
            assert fault.request.startswith('{"type":"')
