"""Writers and their drafts: waiting, played between real processes, or played between functions."""

from dataclasses import replace
from functools import cache, partial

from arena.inprocess import CallableSeat
from arena.match import GameRecord, block_seed, play_lane
from tenfold.accounts.askers import Asker
from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion
from tenfold.drafts import playing, services
from tenfold.drafts.models import Draft, DraftState
from tests.builders import SHORT, TEN_LINES, a_bot, a_user, a_version, crashing, ten_lines


def a_house_bot(name: str = "greedy", *, source: bytes = TEN_LINES) -> BotVersion:
    return a_version(bot=a_bot(name=name, house=True), source=source)


def an_author() -> Asker:
    return Asker(a_user(), "", "net-of-author")


def a_visitor(name: str = "somebody", *, network: str = "net") -> Asker:
    return Asker(None, name, network)


def a_draft(
    source: bytes = b"pass", *, writer: Asker | None = None, opponent: BotVersion | None = None
) -> Draft:
    """A draft that waits for its game."""
    return services.play(writer=writer or an_author(), source=source, opponent=opponent or a_house_bot())


def played(draft: Draft) -> Draft:
    """The draft after a worker had it."""
    playing.play(draft_id=draft.pk)
    draft.refresh_from_db()
    return draft


@cache
def a_game(*, crashes: bool = False) -> GameRecord:
    """A short game of a draft, played between functions."""
    bots = [crashing if crashes else ten_lines, ten_lines]
    (game,) = play_lane(
        rotation=0,
        players=2,
        blocks=1,
        rules=SHORT,
        seed_of=partial(block_seed, b"s" * 32, "draft"),
        open_seat=lambda bot, _lane: CallableSeat(bots[bot]),
        names=("draft", "house"),
    )
    return game


def a_played_draft(
    source: bytes = TEN_LINES,
    *,
    owner: User | None = None,
    opponent: BotVersion | None = None,
    crashes: bool = False,
    stderr: str = "",
) -> Draft:
    """A draft whose game is over, without a process having run."""
    draft = a_draft(source, writer=Asker(owner or a_user(), "", ""), opponent=opponent)
    game = a_game(crashes=crashes)
    told = [replace(fault, stderr=stderr) for fault in game.faults]
    columns = playing._kept(replace(game, faults=tuple(told)))
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.OVER, **columns)
    draft.refresh_from_db()
    return draft
