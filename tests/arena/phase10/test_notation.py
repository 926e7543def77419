"""Cards as text, and what a reply may not say."""

import pytest

from arena.phase10.cards import KINDS
from arena.phase10.errors import IllegalMove, NotACard
from arena.phase10.moves import End, Hit
from arena.phase10.notation import TEXT, quoted, read_card, spell
from arena.phase10.reading import read_play


@pytest.mark.parametrize("card", range(KINDS))
def test_each_card_has_a_name_that_reads_back(card):
    assert read_card(TEXT[card]) == card


@pytest.mark.parametrize("came", ["R13", "R0", "r5", "", "R05", "W ", "RW", "X1", None, 5, ["R5"], {"a": 1}])
def test_what_is_no_card_is_named_in_the_refusal(came):
    with pytest.raises(NotACard) as refusal:
        read_card(came)
    assert str(refusal.value).startswith(f"{came!r} is not a card: cards are R1 to R12")


def test_what_came_is_cut_to_fit_a_sentence():
    assert quoted("x" * 100) == "'" + "x" * 36 + "..."


def test_cards_are_spelled_with_commas():
    assert spell([0, 48, 49]) == "R1, W, S"


def test_a_full_reply_is_read_as_a_play():
    play = read_play(
        lay=[["R5", "W"], {"cards": ["W", "W"], "as": "G"}],
        hits=[{"card": "W", "meld": "new:1", "end": "low"}, {"card": "R7", "meld": 3}],
        discard="S",
        skip=2,
    )
    assert play.lay == ((16, 48), (48, 48))
    assert play.declared == (None, "G")
    assert play.hits == (Hit(48, 1, End.LOW, new=True), Hit(24, 3))
    assert (play.discard, play.skip) == (49, 2)


def test_an_empty_reply_is_a_play_that_does_nothing():
    assert read_play() == ((), (), None, None, ())


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"lay": ["R5"]}, "a group is a list of cards"),
        ({"lay": [{"cards": ["W"]}]}, "a group is a list of cards"),
        ({"lay": [["R5", "Z"]]}, "'Z' is not a card"),
        ({"lay": [{"cards": ["W"], "as": "X"}]}, "wilds stand for a number or one of the colours"),
        ({"lay": [{"cards": ["W"], "as": True}]}, "not for True"),
        ({"lay": [{"cards": ["W"], "as": ""}]}, "not for ''"),
        ({"hits": ["R5"]}, "a hit is"),
        ({"hits": [{"card": "R5"}]}, "a hit is"),
        ({"hits": [{"card": "R5", "meld": 0, "side": "low"}]}, "a hit is"),
        ({"hits": [{"card": "R5", "meld": "0"}]}, "a meld is named by its id"),
        ({"hits": [{"card": "R5", "meld": "new:10"}]}, "a meld is named by its id"),
        ({"hits": [{"card": "R5", "meld": True}]}, "a meld is named by its id"),
        ({"hits": [{"card": "R5", "meld": 0, "end": "top"}]}, 'an end is "low" or "high", not \'top\''),
        ({"hits": [{"card": "R5", "meld": 0, "end": ["low"]}]}, "an end is"),
        ({"discard": ["S"]}, "is not a card"),
    ],
)
def test_a_malformed_play_is_refused_with_a_sentence(fields, sentence):
    with pytest.raises(IllegalMove, match=sentence):
        read_play(**fields)
