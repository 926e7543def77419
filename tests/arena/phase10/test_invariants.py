"""Laws that hold in every game, whatever legal moves are made in it."""

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.phase10.cards import DECK, HAND_SIZE
from arena.phase10.deal import Deal
from arena.phase10.game import Game
from arena.phase10.rules import (
    Advance,
    GoOut,
    HitFrom,
    Naturals,
    Order,
    RuleSet,
    SkipLimit,
    SkipTarget,
)
from arena.phase10.situation import Stage
from arena.phase10.solver import can_lay, find_hits
from arena.transcript import dump, load, verify
from tests.arena.phase10.play import random_mover

rule_sets = st.builds(
    RuleSet,
    phases=st.lists(st.sampled_from(range(1, 11)), min_size=1, max_size=3, unique=True),
    naturals=st.sampled_from(Naturals),
    hit=st.sampled_from(HitFrom),
    go_out=st.sampled_from(GoOut),
    skip_target=st.sampled_from(SkipTarget),
    skip_limit=st.sampled_from(SkipLimit),
    turns_per_seat=st.integers(2, 12),  # hitting later and floating take two
    deals_per_game=st.integers(3, 6),
    advance=st.sampled_from(Advance),
) | st.builds(
    RuleSet,
    phases=st.just([1, 2, 8]),
    order=st.just(Order.ANNOUNCE),
    turns_per_seat=st.integers(1, 12),
    deals_per_game=st.integers(3, 6),
)

games = st.builds(Game, rule_sets, st.integers(2, 6), st.binary(min_size=32, max_size=32))
randoms = st.integers(0, 2**32).map(Random)
quick = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def stumble(game: Game, random: Random) -> None:
    """Mostly a legal move, now and then a refused reply, a strike or a forfeit."""
    chance = random.random()
    if chance < 0.01:
        game.fallback()
    elif chance < 0.013:
        game.strike(random.randrange(game.players))
    elif chance < 0.0135:
        game.forfeit(random.randrange(game.players))
    else:
        random_mover(random)(game)


def all_cards(deal: Deal) -> Counter[int]:
    piles = [*deal.hands, *(meld.cards for meld in deal.melds), deal.discards, deal.stock.rest()]
    return Counter(card for pile in piles for card in pile)


def in_hands_and_melds(deal: Deal) -> int:
    return sum(map(len, deal.hands)) + sum(len(meld.cards) for meld in deal.melds)


@quick
@given(games, randoms)
def test_the_108_cards_are_always_all_there(game, random):
    while not game.over:
        assert all_cards(game.deal) == Counter(DECK)
        stumble(game, random)
    assert all_cards(game.deal) == Counter(DECK)


@quick
@given(games, randoms)
def test_between_turns_hands_and_melds_hold_ten_cards_a_player(game, random):
    while not game.over:
        deal = game.deal
        if deal.stage is Stage.DRAW and game.rules.go_out is not GoOut.FLOAT:
            assert in_hands_and_melds(deal) == HAND_SIZE * len(deal.playing)
            assert deal.stock.left + len(deal.discards) == len(DECK) - HAND_SIZE * len(deal.playing)
        stumble(game, random)


@quick
@given(games, randoms)
def test_melds_only_grow_and_their_cards_keep_their_order(game, random):
    while not game.over:
        deal, before = game.deal, game.deal.melds
        stumble(game, random)
        for old, new in zip(before, deal.melds, strict=False):
            assert (old.owner, old.kind) == (new.owner, new.kind)
            # A run may have grown downwards; the number of its lowest card says by how much.
            shift = old.at - new.at
            assert new.cards[shift : shift + len(old.cards)] == old.cards
        assert len(deal.melds) >= len(before)


@quick
@given(games, randoms)
def test_only_the_hand_of_the_seat_in_turn_changes(game, random):
    while not game.over:
        deal, seat, before = game.deal, game.deal.seat, [hand.copy() for hand in game.deal.hands]
        random_mover(random)(game)
        others = [other for other in range(game.players) if other != seat]
        assert [deal.hands[other] for other in others] == [before[other] for other in others]


@quick
@given(games, randoms)
def test_hands_are_sorted_and_a_floater_alone_has_none(game, random):
    while not game.over:
        deal = game.deal
        for seat in deal.playing:
            assert deal.hands[seat] == sorted(deal.hands[seat])
            assert deal.hands[seat] or (game.rules.go_out is GoOut.FLOAT and deal.down[seat])
        stumble(game, random)


@quick
@given(games, randoms)
def test_points_are_what_the_hands_are_worth_and_never_shrink(game, random):
    while not game.over:
        stumble(game, random)
    totals = [0] * game.players
    for result in game.results:
        if not result.playoff:
            totals = [total + points for total, points in zip(totals, result.points, strict=True)]
        assert list(result.scores) == totals
    assert [rank.points for rank in game.ranking] == totals


@quick
@given(games, randoms)
def test_every_game_ends_within_its_limits_and_has_a_ranking(game, random):
    while not game.over:
        stumble(game, random)
    rules = game.rules
    # A game that everybody has forfeited ends in the middle of a deal, which has no result then.
    broken_off = all(rank.forfeited for rank in game.ranking) and game.deal.stage is not Stage.OVER
    assert len(game.results) + broken_off == len(game.deals) <= rules.deals_per_game
    assert game.deal.turn <= rules.turns_per_seat * game.players * rules.deals_per_game
    assert sorted(rank.seat for rank in game.ranking) == list(range(game.players))
    assert all(rank.place == game.players for rank in game.ranking if rank.forfeited)


@quick
@given(games, randoms)
def test_every_game_verifies_from_its_stored_bytes(game, random):
    while not game.over:
        stumble(game, random)
    transcript = game.transcript()
    assert verify(load(dump(transcript))).transcript() == transcript


@quick
@given(games, st.integers(0, 2**32))
def test_the_same_deck_and_actions_give_the_same_transcript(game, number):
    again = Game(game.rules, game.players, game.seed)
    for twin in (game, again):
        random = Random(number)
        while not twin.over:
            stumble(twin, random)
    assert dump(game.transcript()) == dump(again.transcript())


@quick
@given(games, randoms)
def test_a_deal_that_waits_to_look_for_a_phase_never_misses_one(game, random):
    """It looks again only after as many turns as cards were missing; others ask about every hand."""
    while not game.over:
        deal = game.deal
        if deal.stage is Stage.PLAY:
            seat = deal.seat
            holds = can_lay(deal.hands[seat], deal.open_phases[seat][0], game.rules.naturals)
            assert deal.can_lay() == (holds and not deal.down[seat])
        stumble(game, random)


@quick
@given(games, st.integers(0, 2**32))
def test_looking_at_a_game_changes_none_of_its_steps(game, number):
    """A turn that nobody looks into is put down whole."""
    again = Game(game.rules, game.players, game.seed)
    for twin in (game, again):
        random = Random(number)
        while not twin.over:
            if twin is game:
                game.view(game.deal.seat)
            stumble(twin, random)
    assert [deal.steps for deal in game.deals] == [deal.steps for deal in again.deals]


@quick
@given(games, randoms)
def test_nobody_can_hit_a_card_where_the_table_does_not_take_it(game, random):
    while not game.over:
        deal = game.deal
        for hit in find_hits(deal.hands[deal.seat], deal.melds):
            meld, _ = deal.melds[hit.meld].hit(hit.card, hit.end)
            assert 1 <= meld.at + (len(meld.cards) - 1 if meld.kind == "run" else 0) <= 12 or meld.at == 0
        stumble(game, random)
