"""The replay document: everything a viewer needs, without knowing the rules."""

from collections import Counter
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from arena.phase10.cards import DECK
from arena.phase10.game import Game
from arena.phase10.moves import Source
from arena.phase10.notation import write_cards
from arena.phase10.rules import NAMED, STANDARD, Order, RuleSet
from arena.replay import Replay, replay_document
from arena.transcript import TranscriptMismatch
from tests.arena.phase10.play import greedy, play_out

SEED = bytes(range(32))


@dataclass(frozen=True)
class Told:
    turn: int
    seat: int
    kind: str
    message: str


def shown(game: Game, faults: tuple[Told, ...] = ()) -> Any:
    """The document as a viewer gets it: plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(replay_document(game.transcript(), faults)))


def steps(document: Any, do: str) -> list[Any]:
    return [step for deal in document["deals"] for step in deal["steps"] if step["do"] == do]


class Viewer:
    """Applies steps as the page does: cards only move, no rule is asked."""

    def __init__(self, deal: Any) -> None:
        self.hands = [Counter(hand) for hand in deal["hands"]]
        self.melds: dict[int, list[str]] = {}
        self.discards, self.stock = [deal["up"]], deal["stock"]
        for step in deal["steps"]:
            getattr(self, step["do"], lambda step: None)(step)

    def draw(self, step: Any) -> None:
        if step["from"] == "discard":
            assert self.discards.pop() == step["card"]
        else:
            self.stock -= 1
        self.hands[step["seat"]][step["card"]] += 1

    def lay(self, step: Any) -> None:
        for group in step["groups"]:
            self.melds[group["meld"]] = list(group["cards"])
            self.hands[step["seat"]].subtract(group["cards"])

    def hit(self, step: Any) -> None:
        meld = self.melds[step["meld"]]
        meld.insert(0 if step.get("end") == "low" else len(meld), step["card"])
        self.hands[step["seat"]][step["card"]] -= 1

    def discard(self, step: Any) -> None:
        self.discards.append(step["card"])
        self.hands[step["seat"]][step["card"]] -= 1

    def reshuffle(self, step: Any) -> None:
        self.discards = self.discards[-1:]
        self.stock = step["stock"]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_applying_the_steps_leads_to_the_hands_that_were_scored(players):
    game = play_out(STANDARD, players, SEED, greedy)
    for deal, result in zip(shown(game)["deals"], game.results, strict=True):
        viewer = Viewer(deal)
        assert viewer.hands == [Counter(write_cards(hand)) for hand in result.hands]
        assert viewer.stock == game.deals[deal["deal"]].stock.left


def test_applying_the_steps_leads_to_the_melds_of_the_game():
    game = play_out(STANDARD, 4, SEED, greedy)
    viewer = Viewer(shown(game)["deals"][-1])
    assert list(viewer.melds.values()) == [list(write_cards(meld.cards)) for meld in game.deal.melds]


def test_the_head_of_the_document_says_what_was_played():
    game = play_out(NAMED["even"], 3, SEED, greedy)
    document = shown(game)
    assert document["rules"] == NAMED["even"].to_dict()
    assert (document["format"], document["engine"], document["players"]) == (1, 2, 3)
    assert (document["seed"], document["hash"]) == (SEED.hex(), game.state_hash().hex())


def test_a_deal_begins_with_ten_cards_each_and_the_rest_in_the_stock():
    deal = shown(play_out(STANDARD, 4, SEED, greedy))["deals"][0]
    assert [len(hand) for hand in deal["hands"]] == [10] * 4
    assert (deal["stock"], deal["dealer"], deal["starter"]) == (67, 3, 0)
    assert (deal["phase"], deal["score"], deal["playoff"]) == ([1] * 4, [0] * 4, False)
    assert not Counter(card for hand in deal["hands"] for card in hand) - Counter(write_cards(DECK))


def test_each_deal_begins_with_the_scores_and_phases_the_last_one_ended_with():
    deals = shown(play_out(STANDARD, 4, SEED, greedy))["deals"]
    for before, after in pairwise(deals):
        assert (after["score"], after["phase"]) == (before["end"]["score"], before["end"]["phase"])


def test_the_last_deal_ends_with_a_winner_past_the_last_phase():
    document = shown(play_out(STANDARD, 4, SEED, greedy))
    winner = next(rank for rank in document["ranking"] if rank["place"] == 1)
    assert document["deals"][-1]["end"]["phase"][winner["seat"]] == 11
    assert winner["phases"] == 10


def test_groups_name_their_kind_and_their_number_lowest_card_or_colour():
    groups = [
        group
        for number in range(20)
        for step in steps(shown(play_out(STANDARD, 2, bytes([number]), greedy)), "lay")
        for group in step["groups"]
    ]
    named = {"set": "number", "run": "low", "color": "color"}
    assert {group["kind"] for group in groups} == set(named)
    assert all(set(group) == {"meld", "kind", "cards", named[group["kind"]]} for group in groups)


def test_a_refused_reply_is_a_fault_step_before_the_fallbacks_moves():
    game = Game(STANDARD, 2, SEED)
    game.draw(Source.STOCK)
    game.fallback()
    told = Told(turn=0, seat=0, kind="illegal_move", message="R13 is not a card")
    fault = shown(game, (told,))["deals"][0]["steps"][1]
    assert (fault.pop("do"), fault.pop("strike")) == ("fault", 1)
    assert fault == asdict(told)


def test_the_third_strike_is_followed_by_the_forfeit():
    game = Game(STANDARD, 2, SEED)
    for _ in range(5):
        game.fallback()
    kinds = [step["do"] for step in shown(game)["deals"][0]["steps"] if step["seat"] == 0]
    assert kinds[:10] == ["fault", "draw", "discard"] * 2 + ["fault", "forfeit", "draw", "discard"]


def test_a_fault_that_ends_the_bot_is_shown_before_its_forfeit_without_a_strike():
    game = Game(STANDARD, 2, SEED)
    game.forfeit(1)
    first, second = shown(game, (Told(0, 1, "crashed", "signal 11"),))["deals"][0]["steps"][:2]
    assert first == {"do": "fault", "turn": 0, "seat": 1, "kind": "crashed", "message": "signal 11"}
    assert second == {"do": "forfeit", "turn": 0, "seat": 1}


def test_an_announced_phase_is_a_step():
    game = play_out(RuleSet(phases=(1, 2), order=Order.ANNOUNCE), 2, SEED, greedy)
    assert steps(shown(game), "announce")[0] == {"do": "announce", "turn": 0, "seat": 0, "phase": 1}


def test_a_game_that_is_not_over_has_no_end_of_its_last_deal():
    assert shown(Game(STANDARD, 2, SEED))["deals"][-1]["end"] is None


def test_the_document_reads_back_into_its_own_structs():
    document = replay_document(play_out(STANDARD, 4, SEED, greedy).transcript())
    assert msgspec.json.decode(msgspec.json.encode(document), type=Replay) == document


def test_a_transcript_that_cannot_be_played_makes_no_replay():
    transcript = replace(Game(STANDARD, 2, SEED).transcript(), actions=b"\x60\xff")
    with pytest.raises(TranscriptMismatch, match="does what the rules forbid"):
        replay_document(transcript)
