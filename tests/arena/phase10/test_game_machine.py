"""Whole games as a state machine: whatever comes, in whatever order, is played or refused, and laws hold."""

from collections import Counter
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from arena.phase10.cards import DECK, HAND_SIZE, KINDS, SKIP, WILD
from arena.phase10.errors import IllegalMove, NotNow
from arena.phase10.game import Game
from arena.phase10.melds import make_meld
from arena.phase10.moves import End, Hit, Play, Source
from arena.phase10.phases import Group
from arena.phase10.rules import NAMED, GoOut
from arena.phase10.situation import Stage
from arena.phase10.solver import can_lay
from arena.transcript import dump, load, verify
from tests.arena.phase10.play import random_mover
from tests.arena.phase10.test_invariants import all_cards, in_hands_and_melds, rule_sets

some_cards = st.integers(0, KINDS - 1)
hits = st.builds(Hit, some_cards, st.integers(-1, 9), st.sampled_from([None, *End]), st.booleans())
plays = st.builds(
    Play,
    lay=st.lists(st.lists(some_cards, max_size=8).map(tuple), max_size=2).map(tuple),
    hits=st.lists(hits, max_size=2).map(tuple),
    discard=st.none() | some_cards,
    skip=st.none() | st.integers(-1, 6),
)
seats = st.integers(0, 5)
numbers = st.integers(0, 2**32)


class GameMachine(RuleBasedStateMachine):
    """A game of any variant among two to six, whose moves come from anybody at any time."""

    game: Game

    @initialize(
        rules=rule_sets | st.sampled_from(sorted(NAMED.values(), key=str)),
        players=st.integers(2, 6),
        seed=st.binary(min_size=32, max_size=32),
    )
    def deal(self, rules, players, seed):
        self.game = Game(rules, players, seed)

    @rule(number=numbers, moves=st.integers(1, 60))
    def play_on(self, number, moves):
        move = random_mover(Random(number))
        for _ in range(moves):
            if not self.game.over:
                self.one(move)

    def one(self, move):
        """A move, which touches no hand but that of the seat in turn, and those that nobody is asked for."""
        deal, seat = self.game.deal, self.game.deal.seat
        before = [hand.copy() for hand in deal.hands]
        move(self.game)
        for at, score in enumerate(self.game.scores):
            assert at == seat or score.forfeited or deal.hands[at] == before[at]
        self.who_may_lay_is_told_so()

    def who_may_lay_is_told_so(self):
        """After every move: what is told may be remembered from earlier turns."""
        game, deal, seat = self.game, self.game.deal, self.game.deal.seat
        if deal.stage is Stage.PLAY:
            holds = can_lay(deal.hands[seat], deal.open_phases[seat][0], game.rules.naturals)
            assert game.view(seat).can_lay == (holds and not deal.down[seat])

    @rule(play=plays)
    def try_any_play(self, play):
        self.try_it(lambda: self.game.play(play))

    @rule(place=st.integers(-1, 11))
    def try_the_short_way_to_discard(self, place):
        if not self.game.over:
            self.try_it(lambda: self.discard(place))

    def discard(self, place):
        self.game.deal.discard(place)
        self.game.settle()

    @rule(source=st.sampled_from(Source))
    def try_to_draw(self, source):
        self.try_it(lambda: self.game.draw(source))

    @rule(phase=st.integers(0, 11))
    def try_to_announce(self, phase):
        self.try_it(lambda: self.game.announce(phase))

    @rule()
    def refuse_a_reply(self):
        self.try_it(self.game.fallback)

    @rule(seat=seats)
    def strike(self, seat):
        self.try_it(lambda: self.game.strike(seat % self.game.players))

    @rule(seat=seats)
    def forfeit(self, seat):
        self.try_it(lambda: self.game.forfeit(seat % self.game.players))

    def try_it(self, act):
        """What is refused changes nothing."""
        before = self.game.state_hash()
        try:
            act()
        except (IllegalMove, NotNow):
            assert self.game.state_hash() == before

    @invariant()
    def all_cards_are_there(self):
        deal = self.game.deal
        assert all_cards(deal) == Counter(DECK)
        if deal.stage is Stage.DRAW and self.game.rules.go_out is not GoOut.FLOAT:
            assert in_hands_and_melds(deal) == HAND_SIZE * len(deal.playing)

    @invariant()
    def melds_are_melds(self):
        for meld in self.game.deal.melds:
            assert SKIP not in meld.cards
            only_wilds = set(meld.cards) == {WILD}
            if not only_wilds:
                assert make_meld(meld.owner, Group(meld.kind, 1), meld.cards, None) == meld

    @invariant()
    def who_is_asked_may_play(self):
        game, pending = self.game, self.game.pending
        if pending is None:
            assert game.over
            return
        deal = game.deal
        assert pending.seat in deal.playing
        assert not game.scores[pending.seat].forfeited
        assert deal.turn < last_turn(game)
        view = game.view(pending.seat)
        assert (view.can_draw is None) == (deal.stage is not Stage.DRAW)
        assert view.can_draw != ()

    @invariant()
    def scores_are_those_of_the_deals(self):
        totals = [0] * self.game.players
        for result in self.game.results:
            if not result.playoff:
                totals = [total + points for total, points in zip(totals, result.points, strict=True)]
            assert list(result.scores) == totals
        assert [score.points for score in self.game.scores] == totals
        assert all(score.strikes <= self.game.rules.strikes for score in self.game.scores)

    def teardown(self):
        """Every game comes to its end, and its stored bytes play to the same."""
        if not hasattr(self, "game"):
            return
        move = random_mover(Random(0))
        while not self.game.over:
            self.one(move)
        assert len(self.game.deals) <= self.game.rules.deals_per_game
        places = sorted(rank.place for rank in self.game.ranking)
        assert places[0] == 1 or all(rank.forfeited for rank in self.game.ranking)
        assert verify(load(dump(self.game.transcript()))).ranking == self.game.ranking


def last_turn(game: Game) -> int:
    """The turn at which the deal is over, whoever is out."""
    begun = game.deals[-2].turn if len(game.deals) > 1 else 0
    return begun + game.rules.turns_per_seat * len(game.deal.playing)


TestGames = GameMachine.TestCase
TestGames.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
