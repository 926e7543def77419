"""The game: deal after deal until somebody has won, driven by one request at a time."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import ClassVar

from arena.phase10.deal import Deal
from arena.phase10.errors import NotNow
from arena.phase10.log import Drawn, Recorder
from arena.phase10.moves import Play, Source
from arena.phase10.notation import write_cards
from arena.phase10.phases import PAST_LAST
from arena.phase10.ranking import Rank, rank
from arena.phase10.results import ENGINE, DealResult, Pending, SeatScore, Transcript
from arena.phase10.rules import Advance, Order, RuleSet
from arena.phase10.situation import Stage
from arena.phase10.steps import Forfeited, Struck
from arena.phase10.view import View, view

# A module's name is cheaper to look up than a member of an enumeration.
_OVER, _FIXED, _ALWAYS = Stage.OVER, Order.FIXED, Advance.ALWAYS

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class Game:
    """A game of `players` seats under a rule set, on the decks that the seed gives.

    `pending` says whom it waits for; `announce`, `draw` and `play` answer, or raise IllegalMove and change
    nothing, whereupon `fallback` answers in the seat's place at the price of a strike. Forfeited seats are
    played by the fallback without being asked, and a game that all have forfeited is over as it stands.
    `deal` is the deal being played, or the last one of a game that is over; `deals` and `results` hold them
    all, but a deal that was broken off has no result.
    """

    deal_class: ClassVar[type[Deal]] = Deal

    def __init__(
        self, rules: RuleSet, players: int, seed: bytes, *, recorder: Recorder | None = None
    ) -> None:
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}")
        self.rules = rules
        self.players = players
        self.seed = seed
        self.scores = [SeatScore() for _ in range(players)]
        self.deals: list[Deal] = []
        self.results: list[DealResult] = []
        self.playoff: tuple[int, ...] = ()
        self.winner: int | None = None  # of a playoff; otherwise the ranking tells
        self.over = False
        self.forfeits = False  # whether a seat has forfeited, so that every turn has to be settled
        self._told = 0
        self._recorder = recorder or Recorder()
        self.deal = self._next_deal(self._open_phases())

    @property
    def pending(self) -> Pending | None:
        deal = self.deal
        return None if self.over else Pending(deal.seat, deal.stage, deal.turn, deal.number)

    @property
    def ranking(self) -> tuple[Rank, ...]:
        """The result by seat; before the end, as it stands."""
        return rank(
            phases=[len(score.completed) for score in self.scores],
            points=[score.points for score in self.scores],
            forfeited=[score.forfeited for score in self.scores],
            playoff=self.playoff,
            winner=self.winner,
        )

    def view(self, seat: int) -> View:
        """All that the seat may see, and nothing else."""
        return view(
            self.deal,
            seat,
            scores=[score.points for score in self.scores],
            phases=self.phases(),
            forfeited=[score.forfeited for score in self.scores],
        )

    def phases(self) -> tuple[int, ...]:
        """The phase each seat tries (11: past the last), or the first open one until it has announced."""
        deal = self.deal
        return tuple(
            [
                (deal.phase(seat) if deal.stage is not Stage.OVER else None) or self._open(seat)[0]
                for seat in range(self.players)
            ]
        )

    def announce(self, phase: int) -> None:
        """Say which phase the pending seat tries in this deal."""
        self._expect_more("an announcement")
        self.deal.announce(phase)

    def draw(self, source: Source) -> None:
        """Draw for the pending seat."""
        self._expect_more("a draw")
        self.deal.draw(source)

    def play(self, play: Play) -> None:
        """Play the rest of the pending seat's turn."""
        self._expect_more("a play")
        self.deal.play(play)
        self.settle()

    def settle(self) -> None:
        """Go on to where a seat has to be asked: the next deal, and the turns of forfeited seats.

        Only who moves by the methods of `deal` itself, as one may while the game is not over, has to call
        it: when a deal is over, and after every turn once `forfeits` is true. It saves a third of a turn.
        """
        while not self.over:
            if self.deal.stage is _OVER:
                self._end_deal()
            elif self.scores[self.deal.seat].forfeited:
                self.deal.fallback()
            else:
                return

    def fallback(self) -> None:
        """Answer for the pending seat, whose reply was refused: a strike, and the fallback's move."""
        self._expect_more("a fallback")
        if drawn := self._drawn():
            self._recorder.fallback_play(drawn)
        else:
            self._recorder.fallback_turn()
        self._strike(self.deal.seat)
        if not self.over:
            self.deal.fallback()
            self.settle()

    def strike(self, seat: int) -> None:
        """A strike for a refused reply that was no move, such as one to the news of a finished deal."""
        if self.over:
            raise NotNow("the game is over: a strike would change nothing")
        self._recorder.strike(seat, self._drawn())
        self._strike(seat)
        self.settle()

    def forfeit(self, seat: int) -> None:
        """From now on the fallback plays this seat, and it is ranked last."""
        if self.over:
            raise NotNow("the game is over: a forfeit would change nothing")
        self._recorder.forfeit(seat, self._drawn())
        self._forfeit(seat)
        self.settle()

    def take_deal_results(self) -> tuple[DealResult, ...]:
        """The deals that ended since this was last asked."""
        news = tuple(self.results[self._told :])
        self._told = len(self.results)
        return news

    def log(self) -> bytes:
        """The action log so far, for `arena.phase10.log.play_log`."""
        return self._recorder.log(self._drawn())

    def transcript(self) -> Transcript:
        """The game so far, as `arena.transcript` stores and re-runs it."""
        return Transcript(ENGINE, self.rules, self.players, self.seed, self.log(), self.state_hash())

    def state_hash(self) -> bytes:
        """SHA-256 of what was done and what came of it: the log, all results, all cards where they lie."""
        deal = self.deal
        state = {
            "log": self.log().hex(),
            "scores": [[s.completed, s.points, s.strikes, s.forfeited] for s in self.scores],
            "results": [[r.deal, r.playing, r.how, r.out, r.made, r.points] for r in self.results],
            "playoff": self.playoff,
            "winner": self.winner,
            "turn": deal.turn,
            "seat": deal.seat,
            "stage": deal.stage,
            "hands": [write_cards(hand) for hand in deal.hands],
            "melds": [[meld.owner, meld.kind, meld.at, write_cards(meld.cards)] for meld in deal.melds],
            "discards": write_cards(deal.discards),
            "stock": write_cards(deal.stock.rest()),
        }
        return sha256(json.dumps(state, separators=(",", ":")).encode()).digest()

    def _expect_more(self, came: str) -> None:
        if self.over:
            raise NotNow(f"{came} came, but the game is over")

    def _drawn(self) -> Drawn | None:
        deal = self.deal
        return (deal.turn, deal.source) if deal.stage is Stage.PLAY else None

    def _open_phases(self) -> list[tuple[int, ...]]:
        return [self._open(seat) for seat in range(self.players)]

    def _open(self, seat: int) -> tuple[int, ...]:
        """The phases that a seat may try in an ordinary deal."""
        completed = self.scores[seat].completed
        if self.rules.order is _FIXED:
            return self.rules.phases[len(completed) : len(completed) + 1] or (PAST_LAST,)
        return tuple(phase for phase in self.rules.phases if phase not in completed) or (PAST_LAST,)

    def _strike(self, seat: int) -> None:
        score = self.scores[seat]
        if score.forfeited:
            return
        score.strikes += 1
        self.deal.note(Struck, score.strikes, seat=seat)
        if score.strikes >= self.rules.strikes:
            self._forfeit(seat)

    def _forfeit(self, seat: int) -> None:
        if not self.scores[seat].forfeited:
            self.scores[seat].forfeited = self.forfeits = True
            self.deal.note(Forfeited, seat=seat)
            # Nobody is left whom playing on could serve.
            self.over = all(score.forfeited for score in self.scores)

    def _next_deal(self, open_phases: Sequence[tuple[int, ...]]) -> Deal:
        number = len(self.deals)
        if self.playoff:
            last = self.rules.phases[-1:]
            open_phases = [last if seat in self.playoff else own for seat, own in enumerate(open_phases)]
        deal = self.deal_class(
            rules=self.rules,
            seed=self.seed,
            number=number,
            dealer=(number - 1) % self.players,
            playing=self.playoff or range(self.players),
            playoff=bool(self.playoff),
            open_phases=open_phases,
            turn=self.deals[-1].turn if self.deals else 0,
            recorder=self._recorder,
        )
        self.deals.append(deal)
        return deal

    def _end_deal(self) -> None:
        deal = self.deal
        points = deal.points()
        if not self.playoff:
            for seat, score in enumerate(self.scores):
                score.points += points[seat]
                if deal.down[seat] or self.rules.advance is _ALWAYS:
                    score.completed.append(deal.open_phases[seat][0])
        open_phases = self._open_phases()
        self.results.append(self._result(deal, points, [phases[0] for phases in open_phases]))
        if self._decided(deal) or len(self.deals) == self.rules.deals_per_game:
            self.over = True
        else:
            self.deal = self._next_deal(open_phases)

    def _result(self, deal: Deal, points: Sequence[int], phases: Sequence[int]) -> DealResult:
        assert deal.how is not None, "the deal is over"
        return DealResult(
            deal=deal.number,
            playing=deal.playing,
            playoff=deal.playoff,
            how=deal.how,
            out=deal.out,
            made=tuple(deal.down),
            points=tuple(points),
            scores=tuple([score.points for score in self.scores]),
            phases=tuple(phases),
            hands=tuple(map(tuple, deal.hands)),
        )

    def _decided(self, deal: Deal) -> bool:
        """Whether the game has its result; if not, who is to play off is set."""
        if self.playoff:
            # A seat that forfeited cannot win, not even as the first to go out.
            left = [seat for seat in self.playoff if not self.scores[seat].forfeited]
            if deal.out in left:
                self.winner = deal.out
            elif len(left) == 1:
                self.winner = left[0]
            return self.winner is not None or not left
        last = len(self.rules.phases)
        finished = [seat for seat, score in enumerate(self.scores) if len(score.completed) == last]
        if not finished:
            return False
        eligible = [seat for seat in finished if not self.scores[seat].forfeited]
        fewest = min((self.scores[seat].points for seat in eligible), default=0)
        best = [seat for seat in eligible if self.scores[seat].points == fewest]
        if len(best) > 1:
            self.playoff = tuple(best)
        return len(best) <= 1
