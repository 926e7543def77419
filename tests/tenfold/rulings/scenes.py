"""What the rulings' tests rule on: leagues truly played, and an organizer who confirms what was seen."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any
from uuid import uuid4

from arena.inprocess import CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tenfold.rulings import services
from tenfold.rulings.models import Ruling
from tenfold.rulings.preview import preview_of, undo_preview_of
from tests.builders import SHORT, a_competition, a_round, played, ten_lines


def a_league(*, entries: int = 4, left: int = 0, **more: Any) -> Competition:
    """A round of it is played but for the last `left` matches."""
    round_ = a_round(competition=a_competition(**more), entries=entries)
    for match in round_.matches.order_by("number")[: round_.matches.count() - left]:
        played(match, a_result(match.players, match.blocks, match.number % 4))
    refresh_standing(competition_id=round_.competition_id, even_if_fresh=True)
    return round_.competition


def throwing_high(ask: dict[str, Any]) -> Mapping[str, Any]:
    """Keeps low cards, and so leads the other by points."""
    reply = ten_lines(ask)
    if ask["type"] != "play":
        return reply
    return {**reply, "discard": max(ask["hand"], key=lambda card: int(card[1:]) if card[1:] else 0)}


@cache
def a_result(players: int, blocks: int, which: int) -> MatchRecord:
    """One of four results truly played by two kinds of bots; played once, since a league needs many."""
    return play_match(
        players=players,
        blocks=blocks,
        rules=SHORT,
        seed_of=partial(block_seed, b"s" * 32, f"result-{which}"),
        open_seat=lambda bot, _lane: CallableSeat(ten_lines if bot % 2 else throwing_high),
        names=[f"bot {index}" for index in range(players)],
    )


def an_order(kind: str, competition: Competition, **about: Any) -> Ruling:
    """A ruling as somebody thinks of it; nothing is stored."""
    return Ruling(competition=competition, kind=kind, reason="because", **about)


def ruled(kind: str, competition: Competition, **about: Any) -> Ruling:
    order = an_order(kind, competition, **about)
    seen = preview_of(order).seen
    return services.rule(ruling=order, by=competition.organizer, token=uuid4(), seen=seen)


def undone(ruling: Ruling) -> Ruling:
    seen = undo_preview_of(ruling).seen
    return services.undo(ruling=ruling, reason="a mistake", by=ruling.by, seen=seen)


def rows(competition: Competition) -> list[str]:
    """The stored standing to the last bit, but for when it was made."""
    fields = (
        "entry", "rank", "margin", "low", "high", "rank_low", "rank_high", "wins", "games", "blocks",
        "mean_place", "faults",
    )  # fmt: skip
    return [repr(row) for row in competition.standings.order_by("entry").values_list(*fields)]
