"""The action log, byte by byte."""

import pytest

from arena.phase10.errors import IllegalMove
from arena.phase10.game import Game
from arena.phase10.log import KnownLog, Recorder
from arena.phase10.moves import End, Hit, Play, Source
from arena.phase10.notation import read_cards
from arena.phase10.phases import PHASES
from arena.phase10.playback import play_log
from arena.phase10.rules import STANDARD, Order, RuleSet
from tests.arena.phase10.table import SEED, a_play, cards, hit

HAND = cards("R3 R4 R5 B5 Y5 R7 B7 Y7 W W S")


def written(play: Play, *, phase: int = 1, melds: int = 2, source: Source = Source.STOCK) -> bytes:
    recorder = Recorder()
    recorder.play(play, source, hand=HAND, groups=PHASES[phase], melds=melds)
    return recorder.log(None)


def test_a_turn_that_only_discards_is_one_byte():
    assert written(a_play(discard="R4")) == bytes([9 << 1])
    assert written(a_play(discard="W")) == bytes([2 << 1])


def test_its_first_bit_is_the_discard_pile():
    assert written(a_play(discard="R4"), source=Source.DISCARD) == bytes([9 << 1 | 1])


def test_a_discarded_skip_has_a_bit_and_whom_it_named_in_place_of_its_own():
    assert written(a_play(discard="S", skip=3)) == bytes([1 << 7 | 4 << 1])
    assert written(a_play(discard="S")) == bytes([1 << 7])


def test_a_lay_is_its_extra_cards_and_the_steps_from_card_to_card():
    play = a_play("R5 B5 Y5 W | R7 B7 Y7", "R3")
    assert written(play) == bytes([10 << 1 | 1 << 5, 0x01, 2, 1, 1, 4, 13, 1, 1])


def test_a_group_of_wilds_is_followed_by_what_it_stands_for():
    play = a_play("R5 B5 Y5 | W W W", "R3")._replace(declared=(None, 9))
    assert written(play)[-4:] == bytes([4, 0, 0, 9])


def test_a_hit_is_its_card_and_its_meld_with_the_end_and_whether_more_follow():
    play = a_play(discard="R3", hits=[hit("W", 1, "low"), hit("R4", "new:0")])
    assert written(play) == bytes([10 << 1 | 1 << 6, 8 | 16, 1 * 3 + 1, 1, 2 * 3])


def test_a_turn_without_a_discard_says_so():
    assert written(Play(hits=(Hit(HAND[0], 0, End.HIGH),))) == bytes([11 << 1 | 1 << 6, 0, 2])


def test_fallbacks_strikes_and_forfeits_have_their_codes():
    game = Game(STANDARD, 3, SEED)
    game.fallback()
    game.draw(Source.STOCK)
    game.strike(2)
    game.fallback()
    game.forfeit(1)
    assert game.log() == bytes([15 << 1, 13 << 1, 14 << 1, 2, 12 << 1, 14 << 1, 8 | 1])


def test_a_draw_still_waiting_for_its_play_is_in_the_log():
    game = Game(STANDARD, 2, SEED)
    game.draw(Source.DISCARD)
    assert game.log() == bytes([13 << 1 | 1])


def test_an_announcement_is_its_phase():
    game = Game(RuleSet(phases=(4, 8), order=Order.ANNOUNCE), 2, SEED)
    game.announce(8)
    assert game.log() == bytes([8])


@pytest.mark.parametrize(
    "log",
    [[1 << 5], [1 << 6, 0], [14 << 1], [14 << 1, 7], [10 << 1 | 1 << 5, 0, 15, 15]],
    ids=["lay", "hit", "mark", "no such seat", "no such card"],
)
def test_a_log_that_breaks_off_or_points_nowhere_is_refused(log):
    with pytest.raises(IllegalMove, match="breaks off or names a card or seat that is not there"):
        play_log(bytes(log), Game(STANDARD, 2, SEED))


def test_the_hand_of_these_tests_is_sorted_as_hands_are():
    assert sorted(HAND) == list(read_cards(["R3", "R4", "R5", "B5", "Y5", "R7", "B7", "Y7", "W", "W", "S"]))


def test_a_game_played_again_keeps_the_log_that_is_known_and_writes_none():
    first = Game(STANDARD, 2, SEED)
    first.draw(Source.STOCK)
    first.fallback()
    first.draw(Source.STOCK)
    again = Game(STANDARD, 2, SEED, recorder=KnownLog(first.log()))
    play_log(first.log(), again)
    assert (again.log(), again.deal.steps) == (first.log(), first.deal.steps)
