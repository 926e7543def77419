"""Transcripts: small, true to the game, and refused with a sentence when they are not."""

import struct
import zlib
from dataclasses import replace

import pytest

from arena.phase10.game import Game
from arena.phase10.rules import NAMED, STANDARD, Naturals, RuleSet
from arena.transcript import Transcript, TranscriptMismatch, dump, load, rerun, verify
from tests.arena.phase10.play import greedy, play_out

SEED = bytes(range(32))


def finished(rules: RuleSet = STANDARD, players: int = 4) -> Transcript:
    return play_out(rules, players, SEED, greedy).transcript()


@pytest.mark.parametrize("name", NAMED)
def test_a_transcript_comes_back_as_it_was_dumped(name):
    transcript = finished(NAMED[name], players=2)
    assert load(dump(transcript)) == transcript


def test_rules_without_a_name_are_stored_in_full():
    rules = RuleSet(phases=(3, 1), naturals=Naturals.NONE)
    assert load(dump(finished(rules, players=2))).rules == rules


def test_a_game_of_four_takes_about_500_bytes():
    sizes = [len(dump(play_out(STANDARD, 4, bytes([i]) * 32, greedy).transcript())) for i in range(12)]
    assert max(sizes) <= 600
    assert sum(sizes) / len(sizes) <= 530


def test_a_true_transcript_verifies_to_its_game():
    transcript = finished()
    game = verify(load(dump(transcript)))
    assert game.over
    assert game.transcript() == transcript


def test_the_same_deal_and_actions_give_the_same_bytes():
    assert dump(finished()) == dump(finished())


def test_a_game_that_is_not_over_re_runs_to_where_it_stands():
    game = Game(STANDARD, 3, SEED)
    for _ in range(101):
        greedy(game)
    again = rerun(load(dump(game.transcript())))
    assert (again.pending, again.state_hash()) == (game.pending, game.state_hash())


def test_a_game_that_all_have_forfeited_verifies_as_it_stood():
    game = Game(STANDARD, 3, SEED)
    for _ in range(50):
        greedy(game)
    game.draw(game.deal.can_draw()[0])
    for seat in range(3):
        game.forfeit(seat)
    assert verify(load(dump(game.transcript()))).state_hash() == game.state_hash()


def test_a_log_that_goes_on_after_all_have_forfeited_is_refused():
    game = Game(STANDARD, 2, SEED)
    game.forfeit(0)
    game.forfeit(1)
    with pytest.raises(TranscriptMismatch, match="the game is over"):
        rerun(replace(game.transcript(), actions=game.log() * 2))


def test_a_log_cut_short_is_refused():
    transcript = finished()
    with pytest.raises(TranscriptMismatch, match="the log ends before the game does: it waits for"):
        verify(replace(transcript, actions=transcript.actions[:-40]))


def test_actions_after_the_end_are_refused():
    transcript = finished()
    with pytest.raises(TranscriptMismatch, match="does what the rules forbid"):
        verify(replace(transcript, actions=transcript.actions + b"\x00"))


def test_another_seed_is_refused():
    with pytest.raises(TranscriptMismatch):
        verify(replace(finished(), seed=bytes(32)))


def test_another_hash_is_refused_naming_both():
    with pytest.raises(TranscriptMismatch, match=r"comes out as \w{64}, but .* claims 0{64}"):
        verify(replace(finished(), final_hash=bytes(32)))


@pytest.mark.parametrize("place", range(0, 200, 10))
def test_any_changed_action_is_refused(place):
    transcript = finished(players=2)
    actions = bytearray(transcript.actions)
    actions[place] ^= 2
    with pytest.raises(TranscriptMismatch):
        verify(replace(transcript, actions=bytes(actions)))


def test_a_bit_of_the_log_that_means_nothing_is_refused_too():
    game = Game(STANDARD, 2, SEED)
    game.forfeit(0)
    game.forfeit(1)
    actions = bytearray(game.log())
    actions[0] |= 1 << 5  # a lay, to the byte that says that a forfeit follows
    with pytest.raises(TranscriptMismatch, match="not the one that its own game writes"):
        verify(replace(game.transcript(), actions=bytes(actions)))


def test_a_transcript_of_another_engine_is_refused_by_name():
    with pytest.raises(TranscriptMismatch, match="engine 7 made this transcript, and this is engine 2"):
        rerun(replace(finished(), engine=7))


def test_a_game_of_nine_is_refused():
    with pytest.raises(TranscriptMismatch, match="2 to 6 players, not 9"):
        rerun(replace(finished(), players=9))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a transcript: it begins with b''"),
        (b"GIF89a and more", "not a transcript: it begins with b'GIF8'"),
        (dump(finished())[:60], "breaks off"),
        (dump(finished())[:-1], "breaks off"),
        (dump(finished()) + b"!", "something follows it"),
        (dump(finished()).replace(b"standard", b"substand"), "rules cannot be read: b'substand'"),
        (
            dump(finished()).replace(b"standard", b'{"a":12}'),
            "rules are refused: a rule set has no field 'a'",
        ),
    ],
)
def test_bytes_that_are_no_transcript_are_refused_with_a_sentence(data, sentence):
    with pytest.raises(TranscriptMismatch, match=sentence):
        load(data)


def test_rules_nested_beyond_reading_are_refused():
    rules = b"[" * 60_000
    data = (
        b"T10\x01"
        + struct.pack(">HBBH", 1, 2, 0, len(rules))
        + bytes(32)
        + rules
        + zlib.compress(b"", wbits=-15)
    )
    with pytest.raises(TranscriptMismatch, match="rules cannot be read"):
        load(data)


def test_a_log_that_inflates_without_end_is_refused():
    bomb = dump(replace(finished(), actions=bytes(1 << 21)))
    with pytest.raises(TranscriptMismatch, match="breaks off"):
        load(bomb)
