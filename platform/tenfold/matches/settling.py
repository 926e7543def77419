"""What follows from a match's result: in the same transaction, so that none is lost and none comes twice."""

from collections.abc import Collection
from typing import Any

from tenfold.bots.services import accept_version, refuse_version
from tenfold.competitions.models import Entry
from tenfold.competitions.rounds import finish_round
from tenfold.competitions.services import bench
from tenfold.competitions.standings import outdate
from tenfold.matches.models import FaultLog, Match, MatchBot

# So many forfeited matches in a row bench an entry.
BENCHED_AFTER = 3


def settle(*, match: Match, forfeited: Collection[int]) -> None:
    """Draw the consequences of a match that has just been stored as finished.

    `forfeited` are the indexes of the bots that forfeited every game of it.
    """
    if match.trial_of is not None:
        _settle_trial(match)
        return
    if match.requested_by_id is not None:  # unrated: nothing follows
        return
    assert match.competition_id is not None
    assert match.round_id is not None
    if forfeited:
        for bot in match.bots.filter(index__in=forfeited).select_related("entry"):
            if bot.entry is not None:
                _bench_if_hopeless(bot.entry)
    finish_round(round_id=match.round_id)
    outdate(match.competition_id)


def _settle_trial(match: Match) -> None:
    """Any fault of the version refuses it; the opponent's faults are nothing to it."""
    version = match.trial_of
    assert version is not None
    faults = FaultLog.objects.filter(game__match=match, bot__version=version).select_related("game", "bot")
    fault = faults.order_by("id").first()
    if fault is None:
        accept_version(version=version)
    else:
        refuse_version(version=version, reason=_reason(fault), dossier=_dossier(fault))


def _reason(fault: FaultLog) -> str:
    """For the owner alone, so it may end with what the bot said last."""
    last = fault.dossier["detail"].get("last_line")
    return f"{fault.message} Its last line on stderr: {last}" if last else fault.message


def _dossier(fault: FaultLog) -> dict[str, Any]:
    game = fault.game
    where = {"match": game.match_id, "block": game.block, "rotation": game.rotation}
    return {**where, "turn": fault.turn, "seat": fault.seat, "kind": fault.kind, **fault.dossier}


def _bench_if_hopeless(entry: Entry) -> None:
    """Bench an entry that forfeited its last matches one after the other, since it last became active."""
    last = (
        MatchBot.objects.filter(
            entry=entry, match__state=Match.State.FINISHED, match__finished__gt=entry.state_since
        )
        .select_related("match__round")
        .order_by("-match__finished", "-match_id")[:BENCHED_AFTER]
    )
    if len(last) == BENCHED_AFTER and all(bot.forfeited for bot in last):
        match = last[0].match
        assert match.round is not None  # entries play in rounds alone
        bench(
            entry=entry,
            reason=(
                f"It forfeited every game of {BENCHED_AFTER} matches in a row, the last one being match"
                f" {match.round.number}.{match.number}. It plays again with a new version, or when you enter"
                " it again."
            ),
        )
