"""A match between seats: who sits where, what a fault costs, and what is left of it all."""

import json
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from arena import transcript
from arena.bots import tenline
from arena.inprocess import CallableSeat, Said, ScriptedSeat
from arena.margin import margin
from arena.match import (
    GameRecord,
    MatchRecord,
    MatchStopped,
    SeatOpener,
    block_seed,
    play_match,
    play_stretch,
)
from arena.phase10.rules import RuleSet
from arena.protocol import TimeLimits
from arena.replay import RefusedReply, replay_document
from arena.seat import Answer, Fault, FaultKind, Seat, SeatError

# Short games, so that a match of them takes no time: one phase, few turns.
SHORT = RuleSet(phases=(1,), turns_per_seat=4, deals_per_game=2)
CRASH = Fault(FaultKind.CRASHED, "exit code 1: KeyError: 'hand'", ended=True, stderr="Traceback")
UNASKED = Fault(FaultKind.UNASKED_OUTPUT, "a line came before the question", ended=False)


def peer(*script: tuple[str, Said], then: Callable[[Any], Said] = tenline.answer) -> ScriptedSeat:
    """Says hello, then what the script has, then plays like the ten-line bot."""
    return ScriptedSeat([("hello", {}), *script], then=then)


def fumbling(*replies: Said) -> ScriptedSeat:
    """Gives these answers to its first draws."""
    left = list(replies)
    return peer(then=lambda ask: left.pop(0) if left and ask["type"] == "draw" else tenline.answer(ask))


def seats(*, only_lane: int | None = 0, **special: Seat) -> SeatOpener:
    """Ten-line bots, but for the special seats: `b1=...` is bot 1 in the lane named."""
    return lambda bot, lane: (
        special[f"b{bot}"]
        if f"b{bot}" in special and only_lane in (None, lane)
        else CallableSeat(tenline.answer)
    )


def match(open_seat: SeatOpener, *, players: int = 2, blocks: int = 1, rules: RuleSet = SHORT) -> MatchRecord:
    return play_match(
        players=players,
        blocks=blocks,
        rules=rules,
        seed_of=lambda block: block_seed(b"secret", "match 1", block),
        open_seat=open_seat,
        names=[f"bot {bot}" for bot in range(players)],
    )


def outcome(game: GameRecord, bot: int):
    return game.outcome[game.seats.index(bot)]


def kinds(game: GameRecord) -> list[FaultKind]:
    return [fault.kind for fault in game.faults]


# Who plays what, where.


def test_every_block_is_played_once_in_each_rotation_lane_by_lane():
    games = match(seats(), players=3, blocks=2).games
    assert [(game.rotation, game.block) for game in games] == [(r, b) for r in range(3) for b in range(2)]


def test_in_rotation_r_bot_b_sits_in_seat_b_plus_r():
    for game in match(seats(), players=4).games:
        assert all(game.seats[(bot + game.rotation) % 4] == bot for bot in range(4))


def test_each_lane_opens_its_own_seats_and_closes_them():
    opened = defaultdict(list)

    def open_seat(bot: int, lane: int) -> Seat:
        opened[bot, lane].append(CallableSeat(tenline.answer))
        return opened[bot, lane][0]

    match(open_seat, players=3, blocks=4)
    assert {key: len(made) for key, made in opened.items()} == {
        (b, lane): 1 for b in range(3) for lane in range(3)
    }
    assert all(seat.closed for made in opened.values() for seat in made)


def test_no_seat_ever_meets_the_same_deck_twice():
    hands = defaultdict(list)

    def open_seat(bot: int, lane: int) -> Seat:
        def answer(ask):
            if ask["type"] == "draw" and ask["deal"] == 0 and ask["turn"] < 3:
                hands[bot, lane].append(tuple(ask["hand"]))
            return tenline.answer(ask)

        return CallableSeat(answer)

    match(open_seat, players=3, blocks=4)
    assert all(len(set(met)) == len(met) == 4 for met in hands.values())


def test_the_rotations_of_a_block_share_its_decks_and_blocks_do_not():
    games = match(seats(), blocks=2).games
    seeds = {(game.block, transcript.load(game.transcript).seed) for game in games}
    assert len(seeds) == 2


def test_a_block_s_seed_hangs_on_secret_match_and_block():
    known = [block_seed(secret, m, b) for secret in (b"a", b"b") for m in ("1", "2") for b in (0, 1)]
    assert len(set(known)) == 8
    assert {len(seed) for seed in known} == {32}


def test_the_seed_of_a_block_is_hmac_sha256_of_match_and_block():
    # Checked with `printf 'm7|3' | openssl dgst -sha256 -hmac secret`.
    assert (
        block_seed(b"secret", "m7", 3).hex()
        == "338a89790412ec5f8a4b4d9776e32a8a4660e4cd9d6d464effdcec108cef35c5"
    )


# What is left of it.


def test_bots_that_play_alike_have_margins_of_exactly_zero():
    assert match(seats(), players=3, blocks=3).margins == ((0.0, 0.0, 0.0),) * 3


def test_margins_of_a_block_sum_to_nothing():
    rules = RuleSet(phases=tuple(range(1, 11)), turns_per_seat=2, deals_per_game=10)
    played = match(seats(b1=peer(("draw", CRASH))), blocks=2, rules=rules)
    assert [sum(margins) for margins in played.margins] == pytest.approx([0.0, 0.0], abs=1e-12)
    assert all(margins[0] != 0 for margins in played.margins)


def test_a_margin_is_what_the_phases_and_points_of_a_game_are_worth():
    game = match(seats()).games[0]
    for seat in game.outcome:
        assert seat.margin == margin(phases=seat.phases, points=seat.points, of=1)


def test_a_forfeited_game_is_worth_the_least_there_is():
    game = match(seats(b1=peer(("draw", CRASH)))).games[0]
    assert [seat.margin for seat in game.outcome if seat.forfeited] == [-1]


def test_every_transcript_verifies():
    for game in match(seats(b1=fumbling(b"nonsense", CRASH)), players=3, blocks=2).games:
        transcript.verify(transcript.load(game.transcript))


def test_each_request_has_its_clock_and_a_seat_the_sum_of_its_own():
    game = match(seats()).games[0]
    for seat, ended in enumerate(game.outcome):
        mine = [clock for clock in game.clocks if clock[1] == seat]
        assert ended.wall_ms == pytest.approx(sum(clock[3] for clock in mine))
        assert ended.slowest_ms == max(clock[3] for clock in mine)


def test_stderr_becomes_notes_beside_the_turn():
    class Chatty(CallableSeat):
        def ask(self, line):
            came = super().ask(line)
            assert isinstance(came, Answer)
            return Answer(came.line, stderr=f"thinking about {json.loads(line)['type']}")

    notes = match(seats(b0=Chatty(tenline.answer))).games[0].notes
    assert (notes[0].turn, notes[0].bot, notes[0].text) == (0, 0, "thinking about hello")
    assert "thinking about draw" in {note.text for note in notes}
    assert {note.bot for note in notes} == {0}


def test_of_a_chatterbox_the_end_of_each_game_is_kept():
    class Chatterbox(CallableSeat):
        def ask(self, line):
            came = super().ask(line)
            assert isinstance(came, Answer)
            return Answer(came.line, stderr=json.loads(line)["type"][0] * 5000)

    notes = match(seats(b0=Chatterbox(tenline.answer))).games[0].notes
    assert sum(len(note.text) for note in notes) == 16_384
    assert [note.text[0] for note in notes] == ["d", "p", "d", "g"]


def test_games_are_reported_as_they_end():
    reported: list[GameRecord] = []
    played = play_match(
        players=2, blocks=2, rules=SHORT, seed_of=lambda block: bytes([block] * 32), open_seat=seats(),
        names=["a", "b"], on_game=reported.append,
    )  # fmt: skip
    assert tuple(reported) == played.games


# What bots are told.


def test_a_bot_hears_hello_once_and_then_every_game_to_its_end():
    seat = peer()
    match(seats(b0=seat), blocks=3)
    types = [message["type"] for message in seat.heard]
    assert (types.count("hello"), types.count("game_over"), seat.games) == (1, 3, 3)
    assert (types[0], types[-1]) == ("hello", "game_over")


def test_hello_tells_the_limits_that_the_caller_names():
    seat = peer()
    play_match(
        players=2, blocks=1, rules=SHORT, seed_of=lambda block: bytes(32), open_seat=seats(b0=seat),
        names=["a", "b"], limits=TimeLimits(cpu_bank_ms=500),
    )  # fmt: skip
    assert seat.heard[0]["limits"]["cpu_bank_ms"] == 500
    assert seat.heard[0]["rules"] == SHORT.to_dict()


def test_every_deal_s_end_is_told_with_the_hands_that_were_left():
    seat = peer()
    match(seats(b0=seat))
    news = [message for message in seat.heard if message["type"] == "deal_over"]
    assert [message["deal"] for message in news] == [0, 1]
    assert [len(hand) for hand in news[0]["hands"]] == [10, 10]


def test_every_request_has_an_id_of_its_own():
    seat = peer()
    match(seats(b0=seat), blocks=3)
    ids = [message["id"] for message in seat.heard]
    assert len(set(ids)) == len(ids)


def test_every_request_of_a_game_tells_the_time_left_and_the_game_s_number():
    seat = peer()
    match(seats(b0=seat), blocks=2)
    assert {message["game"] for message in seat.heard[1:]} == {0, 1}
    assert all(message["time"] == {"cpu_ms": 2000, "wall_ms": 6000} for message in seat.heard[1:])


# What faults cost.


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b"my hand is strong", FaultKind.BAD_REPLY),
        ({"draw": "deck"}, FaultKind.BAD_REPLY),
        ({"id": "guess", "draw": "stock"}, FaultKind.WRONG_ID),
        (UNASKED, FaultKind.UNASKED_OUTPUT),
    ],
)
def test_a_refused_draw_is_one_strike_and_the_fallback_plays_the_turn(said, kind):
    seat = fumbling(said)
    game = match(seats(b0=seat)).games[0]
    assert kinds(game) == [kind]
    assert (outcome(game, 0).strikes, outcome(game, 0).forfeited) == (1, False)
    assert [message["type"] for message in seat.heard[1:3]] == ["draw", "draw"]


def test_an_illegal_play_is_one_strike_and_the_draw_stands():
    seat = peer(("draw", {"draw": "stock"}), ("play", {"discard": "R1", "skip": 1}))
    game = match(seats(b0=seat)).games[0]
    assert kinds(game) == [FaultKind.ILLEGAL_MOVE]
    assert outcome(game, 0).strikes == 1
    assert outcome(game, 0).forfeited is False


def test_a_fault_keeps_all_that_its_author_needs():
    game = match(seats(b0=fumbling(b"my hand is strong"))).games[0]
    fault = game.faults[0]
    assert (fault.turn, fault.seat, fault.bot, fault.reply) == (0, 0, 0, "my hand is strong")
    assert fault.message == 'not JSON: "my hand is strong": print debugging output to stderr'
    assert json.loads(fault.request)["type"] == "draw"


def test_a_long_reply_is_kept_up_to_400_characters():
    assert len(match(seats(b0=fumbling(b"x" * 4000))).games[0].faults[0].reply) == 400


def test_what_the_sandbox_saw_goes_into_the_dossier():
    fault = Fault(
        FaultKind.OUTPUT_TOO_LONG, "a line of more than 4096 bytes", ended=True, stderr="oops",
        detail={"raw": "yyyy", "exit_code": None},
    )  # fmt: skip
    kept = match(seats(b0=fumbling(fault))).games[0].faults[0]
    assert (kept.kind, kept.reply, kept.stderr, kept.detail["exit_code"]) == (
        fault.kind,
        "yyyy",
        "oops",
        None,
    )


def test_what_the_failing_request_cost_is_in_the_dossier():
    fault = Fault(FaultKind.TIMEOUT, "too late", ended=True, cpu_ms=12.345, wall_ms=5000.0)
    kept = match(seats(b0=fumbling(fault))).games[0].faults[0]
    assert (kept.detail["cpu_ms"], kept.detail["wall_ms"]) == (12.3, 5000.0)


def test_the_third_strike_forfeits_that_game_only():
    first, second = match(seats(b0=fumbling(b"1", b"2", b"3")), blocks=2).games[:2]
    assert (outcome(first, 0).strikes, outcome(first, 0).forfeited, outcome(first, 0).place) == (3, True, 2)
    assert (outcome(second, 0).strikes, outcome(second, 0).forfeited) == (0, False)


def test_a_struck_out_bot_is_asked_no_more_but_hears_the_game_s_end():
    seat = fumbling(b"1", b"2", b"3")
    match(seats(b0=seat))
    assert [message["type"] for message in seat.heard[1:]] == ["draw"] * 3 + ["game_over"]


def test_an_ended_bot_forfeits_this_game_and_all_later_ones_of_its_lane():
    seat = fumbling(CRASH)
    games = match(seats(b0=seat), blocks=3).games
    assert [outcome(game, 0).forfeited for game in games] == [True, True, True, False, False, False]
    assert [message["type"] for message in seat.heard] == ["hello", "draw"]
    assert [kinds(game) for game in games] == [[FaultKind.CRASHED], [], [], [], [], []]


def test_an_ended_bot_has_no_strike_and_is_ranked_last():
    game = match(seats(b0=fumbling(CRASH)), players=3).games[0]
    assert (outcome(game, 0).strikes, outcome(game, 0).place) == (0, 3)


def test_the_others_games_are_played_to_their_end():
    other = peer()
    match(seats(b0=fumbling(CRASH), b1=other), blocks=2)
    types = [message["type"] for message in other.heard]
    assert (types.count("game_over"), types.count("deal_over")) == (2, 4)


@pytest.mark.parametrize(
    "said",
    [b"hi!", {"name": "best bot"}, {"id": "mine"}, Fault(FaultKind.START_FAILED, "SyntaxError", ended=True)],
)
def test_a_bad_hello_forfeits_all_games_of_the_lane(said):
    seat = ScriptedSeat([("hello", said)])
    games = match(seats(b1=seat), blocks=2).games
    assert [outcome(game, 1).forfeited for game in games] == [True, True, False, False]
    assert [len(game.faults) for game in games] == [1, 0, 0, 0]
    assert (games[0].faults[0].turn, games[0].faults[0].bot, seat.games) == (0, 1, 0)


def test_once_all_bots_have_ended_their_games_end_at_once():
    open_seat = seats(b0=peer(("draw", CRASH)), b1=peer(("draw", CRASH)))
    games = match(open_seat, blocks=2, rules=RuleSet(phases=(1,))).games[:2]
    deals = [replay_document(transcript.load(game.transcript)).deals for game in games]
    assert all(seat.forfeited for game in games for seat in game.outcome)
    # In each game the fallback took one turn for the first seat, while the second was still there.
    assert [(len(played), len(played[0].steps), played[0].end) for played in deals] == [(1, 4, None)] * 2


def test_when_nobody_starts_the_games_are_recorded_as_forfeited_by_all():
    def mute(bot: int, lane: int) -> Seat:
        return ScriptedSeat([("hello", b"")])

    for game in match(mute, players=3).games:
        assert {(seat.place, seat.forfeited) for seat in game.outcome} == {(3, True)}


def answering(kind: str, said: Said) -> ScriptedSeat:
    """Answers every message of one type like this, else like the ten-line bot."""
    return peer(then=lambda ask: said if ask["type"] == kind else tenline.answer(ask))


def test_a_bad_reply_to_a_deal_s_end_is_a_strike_in_the_running_game():
    game = match(seats(b0=answering("deal_over", b"ok"))).games[0]
    # Two deals end; the game is over with the second, so that fault is noted only.
    assert (outcome(game, 0).strikes, kinds(game)) == (1, [FaultKind.BAD_REPLY] * 2)


def test_a_bad_reply_to_the_game_s_end_is_noted_and_costs_nothing():
    games = match(seats(b0=answering("game_over", b"ok")), blocks=2).games
    assert [(outcome(game, 0).strikes, kinds(game)) for game in games[:2]] == [(0, [FaultKind.BAD_REPLY])] * 2


def test_a_crash_over_a_deal_s_end_forfeits_the_running_game():
    games = match(seats(b0=answering("deal_over", CRASH)), blocks=2).games
    assert [outcome(game, 0).forfeited for game in games] == [True, True, False, False]


def test_a_crash_over_the_game_s_end_leaves_that_game_and_forfeits_the_next():
    games = match(seats(b0=answering("game_over", CRASH)), blocks=2).games
    assert [outcome(game, 0).forfeited for game in games] == [False, True, False, False]


def test_the_replay_tells_what_every_strike_and_forfeit_was_for():
    for seat in (fumbling(b"1", {}, CRASH), answering("deal_over", b"ok"), answering("deal_over", CRASH)):
        game = match(seats(b0=seat)).games[0]
        replay = replay_document(transcript.load(game.transcript), game.faults)
        told = [step for deal in replay.deals for step in deal.steps if isinstance(step, RefusedReply)]
        assert [step.kind for step in told] == kinds(game)[: len(told)]
        assert told


# What is our own fault.


@pytest.mark.parametrize("asked", ["hello", "draw", "play", "deal_over", "game_over"])
def test_our_own_failure_ends_the_match_and_closes_every_seat(asked):
    opened: list[ScriptedSeat] = []

    def open_seat(bot: int, lane: int) -> Seat:
        gone = SeatError("the engine went away")
        failing = ScriptedSeat([], then=lambda ask: gone if ask["type"] == asked else tenline.answer(ask))
        opened.append(failing if (bot, lane) == (1, 1) else peer())
        return opened[-1]

    with pytest.raises(SeatError, match="the engine went away"):
        match(open_seat, players=3)
    assert len(opened) == 6
    assert all(seat.closed for seat in opened)


def test_a_seat_that_cannot_be_opened_closes_those_that_were():
    opened: list[ScriptedSeat] = []

    def open_seat(bot: int, lane: int) -> Seat:
        if bot == 2:
            raise SeatError("no image")
        opened.append(peer())
        return opened[-1]

    with pytest.raises(SeatError, match="no image") as failed:
        match(open_seat, players=3)
    assert failed.value.__notes__ == ["while opening a seat for bot 2 (bot 2) in lane 0"]
    assert [seat.closed for seat in opened] == [True, True]


@pytest.mark.parametrize("moves", [0, 1, 7, 40])
def test_a_match_that_is_told_to_stop_stops_at_once_and_closes_its_seats(moves):
    opened: list[ScriptedSeat] = []
    asked = count()

    def open_seat(bot: int, lane: int) -> Seat:
        opened.append(peer())
        return opened[-1]

    with pytest.raises(MatchStopped):
        play_match(
            players=2, blocks=2, rules=SHORT, seed_of=lambda block: bytes(32), open_seat=open_seat,
            names=["a", "b"], should_stop=lambda: next(asked) >= moves,
        )  # fmt: skip
    assert all(seat.closed for seat in opened)


def test_names_and_players_must_agree():
    with pytest.raises(ValueError, match="2 players need 2 names, not 1: lonely"):
        play_match(
            players=2,
            blocks=1,
            rules=SHORT,
            seed_of=lambda block: bytes(32),
            open_seat=seats(),
            names=["lonely"],
        )


def test_a_stretch_is_of_the_match_s_blocks_and_to_its_bots_a_match_of_its_own():
    asked: list[dict[str, Any]] = []

    def noting(ask: dict[str, Any]) -> Any:
        asked.append(ask)
        return tenline.answer(ask)

    def seed_of(block: int) -> bytes:
        return block_seed(b"secret", "match 1", block)

    played = play_stretch(
        range(10, 12),
        players=2,
        rules=SHORT,
        seed_of=seed_of,
        open_seat=lambda bot, _: CallableSeat(tenline.answer if bot else noting),
        names=["a", "b"],
    )

    whole = match(seats(), blocks=12)
    assert [(game.block, game.rotation) for game in played.games] == [(10, 0), (11, 0), (10, 1), (11, 1)]
    assert played.margins == whole.margins[10:]
    assert [transcript.load(game.transcript).seed for game in played.games[:2]] == [seed_of(10), seed_of(11)]
    assert {ask["games"] for ask in asked if ask["type"] == "hello"} == {2}
    assert {ask["game"] for ask in asked if ask["type"] == "draw"} == {0, 1}
