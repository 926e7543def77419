"""A game told as text, one line a turn, from its replay document."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from arena.replay import (
    Announce,
    AnyStep,
    DealShown,
    Discard,
    Draw,
    Forfeit,
    GroupShown,
    Hit,
    LayDown,
    LoseTurn,
    RefusedReply,
    Replay,
    Reshuffle,
)

PAST_LAST = 11


def told(replay: Replay, names: Sequence[str], deals: Sequence[int] | None = None) -> Iterator[str]:
    """The game line by line; `names` are by seat, `deals` chooses some of them."""
    width = max(map(len, names))
    for deal in replay.deals:
        if deals is None or deal.deal in deals:
            yield from _deal(deal, names, width)
            yield ""
    if deals is None:
        for rank in sorted(replay.ranking, key=lambda rank: rank.place):
            forfeited = ", forfeited" if rank.forfeited else ""
            name = names[rank.seat].ljust(width)
            yield f"{rank.place}.  {name}  {counted(rank.phases, 'phase')}, {rank.points} points{forfeited}"


def _deal(deal: DealShown, names: Sequence[str], width: int) -> Iterator[str]:
    playoff = ", playoff" if deal.playoff else ""
    yield f"Deal {deal.deal + 1}{playoff}: {names[deal.starter]} starts, {deal.up} is turned up"
    for seat in deal.playing:
        phase = "all phases made" if deal.phase[seat] == PAST_LAST else f"phase {deal.phase[seat]}"
        yield f"      {names[seat].ljust(width)}  {' '.join(deal.hands[seat])}  ({phase}, {deal.score[seat]})"
    for (turn, seat), steps in groupby(deal.steps, key=lambda step: (step.turn, step.seat)):
        yield f"{turn + 1:4}  {names[seat].ljust(width)}  {'; '.join(_step(step, names) for step in steps)}"
    yield from _end(deal, names, width)


def _end(deal: DealShown, names: Sequence[str], width: int) -> Iterator[str]:
    end = deal.end
    if end is None:
        return
    yield "      " + (
        f"{names[end.out]} goes out" if end.out is not None else "the limit of turns is reached"
    )
    for seat in deal.playing:
        made = "phase made" if end.made[seat] else "phase not made"
        yield f"      {names[seat].ljust(width)}  {made}, {end.points[seat]} points, {end.score[seat]} in all"


def _step(step: AnyStep, names: Sequence[str]) -> str:  # noqa: C901, PLR0911 - one return a kind
    match step:
        case Announce(phase=phase):
            return f"announces phase {phase}"
        case Draw(source="discard", card=card):
            return f"takes {card} from the discards"
        case Draw(card=card):
            return f"draws {card}"
        case LayDown(groups=groups):
            return f"lays down {', '.join(map(_group, groups))}"
        case Hit(card=card, meld=meld, end=end):
            return f"hits {card} on meld {meld}" + (f", {end} end" if end else "")
        case Discard(card=card, skip=skip):
            return f"discards {card}" + ("" if skip is None else f" and skips {names[skip]}")
        case LoseTurn():
            return "loses the turn"
        case Reshuffle(stock=stock):
            return f"(the discards become a stock of {stock})"
        case RefusedReply(kind=kind, message=message, strike=strike):
            strikes = f", strike {strike}" if strike else ""
            return f"FAULT {kind.replace('_', ' ')}{strikes}: {message}".rstrip(": ")
        case Forfeit():
            return "FORFEITS the game"


def _group(group: GroupShown) -> str:
    what = f"meld {group.meld}, {group.kind if group.kind != 'color' else 'one colour'}"
    return f"{what} [{' '.join(group.cards)}]"


def counted(count: int, what: str) -> str:
    """The number and the noun, in the plural where it has to be."""
    return f"{count} {what}" + ("" if count == 1 else "s")
