"""Makes protocol messages of what the game says: rules become a greeting, a view a question, results news."""

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.phase10.notation import write_cards
from arena.phase10.ranking import Rank
from arena.phase10.results import DealResult
from arena.phase10.rules import RuleSet
from arena.phase10.view import View
from arena.protocol import (
    Announce,
    DealOver,
    Draw,
    Event,
    GameOver,
    Hello,
    Meld,
    Place,
    Player,
    PlayTurn,
    TimeLimits,
    new_id,
)
from arena.seat import TimeLeft


def greeting(rules: RuleSet, *, players: int, games: int, limits: TimeLimits) -> Hello:
    """What is said to every bot before its first game."""
    return Hello(
        id=new_id(),
        players=players,
        games=games,
        rules=rules.to_dict(),
        rules_text=rules.in_words(),
        limits=limits,
    )


def question(view: View, request_id: str, *, game: int, time: TimeLeft) -> Announce | Draw | PlayTurn:
    """What the seat whose view this is has to be asked now."""
    if view.can_draw is not None:
        return Draw(**_state(view, request_id, game, time), can_draw=view.can_draw)
    if view.open_phases is not None:
        return Announce(**_state(view, request_id, game, time), open_phases=view.open_phases)
    assert view.drawn is not None
    assert view.can_lay is not None
    assert view.can_skip is not None
    state = _state(view, request_id, game, time)
    return PlayTurn(**state, drawn=view.drawn, can_lay=view.can_lay, can_skip=view.can_skip)


def _state(view: View, request_id: str, game: int, time: TimeLeft) -> dict[str, Any]:
    return {
        "id": request_id,
        "game": game,
        "deal": view.deal,
        "turn": view.turn,
        "seat": view.seat,
        "playoff": view.playoff,
        "hand": view.hand,
        "players": msgspec.convert(view.players, tuple[Player, ...], from_attributes=True),
        "discards": view.discards,
        "stock": view.stock,
        "melds": msgspec.convert(view.melds, tuple[Meld, ...], from_attributes=True),
        "events": msgspec.convert(view.events, tuple[Event, ...], from_attributes=True),
        "time": time,
    }


def deal_news(result: DealResult, request_id: str, *, seat: int, game: int, time: TimeLeft) -> DealOver:
    """How a deal ended, for one of those who sat at it."""
    return DealOver(
        id=request_id,
        game=game,
        deal=result.deal,
        seat=seat,
        playoff=result.playoff,
        how=str(result.how),
        out=result.out,
        made=result.made,
        hands=tuple(write_cards(hand) for hand in result.hands),
        points=result.points,
        scores=result.scores,
        phases=result.phases,
        time=time,
    )


def game_news(ranking: Sequence[Rank], request_id: str, *, seat: int, game: int, time: TimeLeft) -> GameOver:
    """How a game ended, for one of those who sat at it."""
    places = tuple(Place(**rank._asdict()) for rank in ranking)
    return GameOver(id=request_id, game=game, seat=seat, ranking=places, time=time)
