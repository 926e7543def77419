"""A worker's part: check a draft as an upload is checked, play its one game, write down what came of it."""

from contextlib import closing
from dataclasses import asdict
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db.models.functions import Now

from arena.match import GameRecord, MatchStopped, block_seed, play_lane
from arena.phase10.rules import STANDARD
from sandbox.limits import Limits
from sandbox.program import Program
from sandbox.session import Sandbox
from sandbox.upload import UploadRefused, inspect_upload
from tenfold.bots.models import Bot
from tenfold.competitions.banks import game_wall_ms
from tenfold.drafts.models import Draft, DraftState
from tenfold.drafts.services import FAILED
from tenfold.matches import sandboxes, stopping
from tenfold.matches.playing import program, seat_of
from tenfold.matches.storable import storable
from tenfold.seats import SandboxSeat, told

log = structlog.get_logger(__name__)

FILE = "main.py"
# Each with the line that was sent and a part of stderr; the first ones tell what is wrong.
FAULTS_KEPT = 10


def play(*, draft_id: int) -> None:
    """Play a waiting draft, if nobody else does; left waiting where no bot can run for the moment."""
    choice = sandboxes.choose()
    if choice.runs == sandboxes.Runs.NOTHING:
        log.error("draft left waiting", draft=draft_id, reason=choice.reason)
        return
    if not _move(draft_id, DraftState.WAITING, DraftState.PLAYING):
        return
    draft = Draft.objects.select_related("opponent__bot").get(pk=draft_id)
    try:
        author = Bot(house=False)
        choice.require(author)
        upload = inspect_upload(filename=FILE, data=bytes(draft.source))
        choice = sandboxes.choose_for(upload, author)
        with closing(sandboxes.make(choice)) as sandbox:
            played = _played(draft, upload.program, sandbox, choice)
    except (UploadRefused, sandboxes.NotAllowed) as refused:
        _move(draft_id, DraftState.PLAYING, DraftState.REFUSED, reason=storable(str(refused)))
    except MatchStopped:  # another worker takes it up
        _move(draft_id, DraftState.PLAYING, DraftState.WAITING)
    except Exception:
        log.exception("draft not played", draft=draft_id)
        sandboxes.doubt()
        _move(draft_id, DraftState.PLAYING, DraftState.FAILED, reason=FAILED)
    else:
        _move(draft_id, DraftState.PLAYING, DraftState.OVER, **_kept(played))


def _move(draft_id: int, from_: DraftState, to: DraftState, **more: Any) -> bool:  # noqa: ANN401 - columns
    """Move it on by one conditional UPDATE, unless somebody else has; tell whether it moved."""
    found = Draft.objects.filter(pk=draft_id, state=from_)
    return bool(found.update(state=to, state_since=Now(), **more))


def _played(draft: Draft, own: Program, sandbox: Sandbox, choice: sandboxes.Choice) -> GameRecord:
    """One game of the standard rules, the draft in seat 0, with the limits of every match."""
    assert draft.opponent is not None
    limits = Limits(
        memory_bytes=choice.memory_bytes,
        lifetime_s=settings.LONGEST_MATCH_SECONDS,
        session_wall_ms=game_wall_ms(Limits()),
    )
    programs = (own, program(draft.opponent.filename, bytes(draft.opponent.source)))

    def open_seat(bot: int, lane: int) -> SandboxSeat:
        labels = {"draft": str(draft.pk), "slot": f"{lane}-{bot}"}
        return seat_of(sandbox, programs[bot], limits, labels)

    (game,) = play_lane(
        rotation=0,
        players=len(programs),
        blocks=1,
        rules=STANDARD,
        seed_of=partial(block_seed, bytes(draft.secret), str(draft.key)),
        open_seat=open_seat,
        names=("draft", str(draft.opponent)),
        limits=told(limits),
        should_stop=stopping.asked,
    )
    return game


def _kept(game: GameRecord) -> dict[str, Any]:
    """The columns of a draft's game; of faults and stderr its own alone, which is bot 0."""
    faults = [asdict(fault) for fault in game.faults if fault.bot == 0][:FAULTS_KEPT]
    return {
        "transcript": game.transcript,
        "outcome": [{"bot": bot, **asdict(seat)} for bot, seat in zip(game.seats, game.outcome, strict=True)],
        "faults": storable([_plain(fault) for fault in faults]),
        "notes": storable([{"turn": note.turn, "text": note.text} for note in game.notes if note.bot == 0]),
    }


def _plain(fault: dict[str, Any]) -> dict[str, Any]:
    return {**fault, "kind": str(fault["kind"]), "detail": dict(fault["detail"])}
