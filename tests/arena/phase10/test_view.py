"""What a seat sees: all that is public, its own hand, and nothing else."""

from dataclasses import asdict
from random import Random

import pytest

from arena.phase10.deck import Stock
from arena.phase10.events import Event
from arena.phase10.game import Game
from arena.phase10.moves import Source
from arena.phase10.rules import NAMED, STANDARD, Order, RuleSet
from arena.phase10.situation import Stage
from arena.phase10.steps import Drew
from arena.phase10.view import MeldView, PlayerView
from tests.arena.phase10.play import Chooser, greedy, random_mover
from tests.arena.phase10.table import SEED, a_color, a_game, a_play, a_run, a_set, arrange, hit


def test_the_view_of_a_draw_has_the_protocols_fields():
    game = a_game(players=3)
    arrange(game.deal, "R1 W S", melds=[a_run("R3 W Y5 B6")], discards="Y3 B7", drawn=False)
    view = game.view(0)
    assert (view.deal, view.turn, view.seat, view.playoff) == (0, 0, 0, False)
    assert (view.hand, view.discards, view.stock) == (("R1", "W", "S"), ("Y3", "B7"), 77)
    assert view.can_draw == ("stock", "discard")
    assert (view.drawn, view.can_lay, view.can_skip, view.open_phases) == (None, None, None, None)


def test_a_hand_is_seen_in_order_with_wilds_and_skips_last():
    # The ten-line bot throws its first card away, which must not be a skip.
    mover = random_mover(Random(4))
    game = a_game(players=4)
    for _ in range(300):
        assert game.pending is not None
        hand = game.view(game.pending.seat).hand
        assert list(hand) == sorted(hand, key=place_in_hand)
        mover(game)


def place_in_hand(card: str) -> tuple[int, int]:
    specials = {"W": (13, 0), "S": (14, 0)}
    return specials.get(card) or (int(card[1:]), "RBYG".index(card[0]))


def test_the_view_of_a_play_says_what_was_drawn_and_whether_the_phase_is_there():
    game = a_game(players=3)
    game.draw(Source.STOCK)
    arrange(game.deal, "R5 B5 Y5 R7 B7 Y7")
    view = game.view(0)
    assert (view.drawn, view.can_lay, view.can_skip, view.can_draw) == ("R5", True, (1, 2), None)


@pytest.mark.parametrize(("hand", "down"), [("R5 B5 Y5 R7 B7", []), ("R5 B5 Y5 R7 B7 Y7", [0])])
def test_who_lacks_the_phase_or_has_laid_it_cannot_lay(hand, down):
    game = a_game()
    game.draw(Source.STOCK)
    arrange(game.deal, hand, down=down)
    assert game.view(0).can_lay is False


def test_the_view_of_an_announcement_lists_the_open_phases():
    game = Game(RuleSet(phases=(3, 1), order=Order.ANNOUNCE), 2, SEED)
    assert game.view(0).open_phases == (3, 1)
    assert game.view(1).open_phases is None


def test_a_seat_that_is_not_asked_has_no_question_in_its_view():
    view = Game(STANDARD, 2, SEED).view(1)
    assert (view.can_draw, view.drawn, view.can_lay, view.can_skip) == (None, None, None, None)


def test_melds_carry_their_kind_and_what_it_is_of():
    game = a_game()
    arrange(game.deal, "R1", melds=[a_set("R7 W"), a_run("W R3 R4 R5"), a_color("G1 G2 G3 W G5 G6 G7", 0)])
    assert game.view(1).melds == (
        MeldView(0, 1, "set", ("R7", "W"), number=7),
        MeldView(1, 1, "run", ("W", "R3", "R4", "R5"), low=2),
        MeldView(2, 0, "color", ("G1", "G2", "G3", "W", "G5", "G6", "G7"), color="G"),
    )


def test_players_are_seen_with_what_is_public_of_them():
    game = a_game(players=3, completed={1: 3}, points={1: 35})
    game.deal.down[1] = game.deal.skips.loses_turn[1] = True
    game.forfeit(2)
    one, two = game.view(0).players[1:]
    assert one == PlayerView(4, True, 35, 10, loses_turn=True, playing=True, forfeited=False)
    assert two == PlayerView(1, False, 0, 10, loses_turn=False, playing=True, forfeited=True)


def played(hand: str, **play) -> Game:
    """Seat 0 of three has drawn from the stock and played from this hand."""
    game = a_game(players=3)
    game.draw(Source.STOCK)
    arrange(game.deal, hand, melds=play.pop("melds", ()), down=play.pop("down", ()))
    game.play(a_play(play.pop("lay", ""), **play))
    return game


def test_a_draw_from_the_stock_is_told_without_the_card():
    assert played("R1 R2", discard="R2").view(1).events == (Event(0, drew="stock"), Event(0, discarded="R2"))


def test_a_draw_from_the_discards_is_told_with_the_card():
    game = a_game()
    game.draw(Source.DISCARD)
    assert game.view(1).events == (Event(0, drew="R1"),)


def test_laying_hitting_and_skipping_are_told_in_their_order():
    game = played(
        "R5 B5 Y5 R7 B7 Y7 G3 S R1",
        lay="R5 B5 Y5 | R7 B7 Y7",
        hits=[hit("G3", 0)],
        discard="S",
        skip=1,
        melds=[a_run("R4 R5 R6 R7")],
    )
    assert game.view(2).events[1:] == (
        Event(0, laid=(("R5", "B5", "Y5"), ("R7", "B7", "Y7")), melds=(1, 2)),
        Event(0, hit="G3", meld=0, end="low"),
        Event(0, discarded="S", skipped=1),
        Event(1, lost_turn=True),
    )


def test_events_begin_after_the_seats_own_last_turn():
    game = Game(STANDARD, 3, SEED)
    while game.deal.turn < 5:
        greedy(game)
    assert {event.seat for event in game.view(game.deal.seat).events} == {0, 1}


def test_a_seat_that_lost_a_turn_hears_all_since_it_last_played():
    game = a_game(players=3)
    for _ in range(2):
        game.draw(Source.STOCK)
        arrange(game.deal, "R1 R2 S")
        game.play(a_play(discard="S", skip=2) if game.deal.seat == 1 else a_play(discard="R1"))
    assert [event.seat for event in game.view(2).events] == [0, 0, 1, 1, 2]


def test_strikes_are_nobody_elses_matter_but_a_forfeit_is_told():
    game = Game(STANDARD, 2, SEED)
    game.strike(0)
    game.forfeit(0)
    assert game.view(1).events[0] == Event(0, forfeited=True)


def test_in_a_reshuffle_only_the_size_of_the_new_stock_is_told():
    game = a_game()
    arrange(game.deal, "R1 R2", discards="R3 R4 R5", drawn=False)
    game.deal.stock = Stock([], seats=2)
    game.draw(Source.STOCK)
    assert game.view(1).events == (Event(0, reshuffled=2), Event(0, drew="stock"))


def scramble(game: Game, seat: int, random: Random) -> None:
    """Change everything that the seat cannot know: other hands, the stock, and what came from it."""
    deal = game.deal
    others = [other for other in range(game.players) if other != seat]
    hidden = [card for other in others for card in deal.hands[other]] + deal.stock.rest()
    random.shuffle(hidden)
    for other in others:
        size = len(deal.hands[other])
        deal.hands[other], hidden = sorted(hidden[:size]), hidden[size:]
    deal.stock = Stock(hidden, seats=game.players)
    deal.noted[:] = [
        (Drew, step.turn, step.seat, step.source, 0)
        if isinstance(step, Drew) and step.seat != seat and step.source is Source.STOCK
        else (type(step), *step)
        for step in deal.steps
    ]
    deal.events = None
    if deal.seat != seat or deal.stage is not Stage.PLAY:
        deal.drawn = 0
    game.seed = bytes(32)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("number", range(8))
def test_a_view_is_the_same_whatever_the_seat_cannot_know(players, number):
    random = Random(number)
    move: Chooser = greedy if number % 2 else random_mover(random)
    game = Game(NAMED["first-3"], players, bytes([number]))
    for _ in range(random.randint(1, 150)):
        if not game.over:
            move(game)
    seat = random.randrange(players)
    before = asdict(game.view(seat))
    scramble(game, seat, random)
    assert asdict(game.view(seat)) == before
