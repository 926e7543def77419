"""The house: its bots, uploaded like anybody's, and the league that gives a new site something to show."""

import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

from arena.phase10.rules import STANDARD
from tenfold.accounts.models import User
from tenfold.accounts.services import HOUSE, house_user
from tenfold.bots import checking
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.bots.services import create_bot, move_version, submit_version
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.rounds import start_round
from tenfold.competitions.services import create_competition, enter
from tenfold.matches import playing, services
from tenfold.matches.models import MatchBot
from tenfold.refusal import Refused

LEAGUE = "house-league"
DESCRIPTION = (
    "The house's own bots, for something to look at and somebody to beat. A new round begins by itself when a"
    " bot has entered or has a new version."
)
BLOCKS = 5
# A trial takes seconds; a killed start may have left one under a lease, which has to run out first.
PATIENCE_S = 120.0


class NotSeeded(Exception):
    """The house is not set up. The message says what is in the way."""


@dataclass(frozen=True, slots=True)
class HouseBot:
    name: str
    file: str
    in_league: bool = True

    def source(self) -> bytes:
        return (resources.files("arena.bots") / self.file).read_bytes()


# Greedy comes first: the others are tried against it. The league has few entries, so that a new site soon
# shows a whole round; the twin is there to show that equal bots end up not separated.
HOUSE_BOTS = (
    HouseBot("Greedy", "greedy.py"),
    HouseBot("Expectimax", "expectimax.py"),
    HouseBot("Planner", "planner.py"),
    HouseBot("Random", "random_legal.py", in_league=False),
    HouseBot("Ten lines", "tenline.py", in_league=False),
    HouseBot("Greedy twin", "greedy.py"),
)


def submit_house_bots() -> list[Bot]:
    """Bring the house bots up to this release, each through the same check and trial as anybody's."""
    owner = house_user()
    return [_submitted(bot, owner) for bot in HOUSE_BOTS]


def start_house_league(bots: list[Bot]) -> Round:
    """Enter the house bots in their league and start its first round, unless that has been done."""
    owner = house_user()
    league = Competition.objects.filter(slug=LEAGUE).first() or create_competition(
        organizer=owner,
        name="House League",
        slug=LEAGUE,
        rule_set=STANDARD.to_dict(),
        blocks=BLOCKS,
        description=DESCRIPTION,
    )
    entered = set(league.entries.values_list("bot", flat=True))
    playing_there = {house.name for house in HOUSE_BOTS if house.in_league}
    for bot in bots:
        if bot.name in playing_there and bot.pk not in entered:
            enter(competition=league, bot=bot, by=owner)
    return league.rounds.order_by("number").first() or start_round(competition=league, by=owner)


def continue_house_league() -> Round | None:
    """Start its next round once a version is in that the last one had not: nobody would press the button."""
    league = Competition.objects.filter(slug=LEAGUE, organizer__username=HOUSE).first()
    last = league.rounds.order_by("-number").first() if league else None
    if league is None or last is None or last.state != Round.State.FINISHED:
        return None
    playable = league.entries.filter(state=Entry.State.ACTIVE, bot__active_version__isnull=False)
    played = MatchBot.objects.filter(match__round=last).values("version")
    if not playable.exclude(bot__active_version__in=played).exists():
        return None
    with suppress(Refused):  # too few are left, or somebody was quicker
        return start_round(competition=league, by=league.organizer)
    return None


def _submitted(house: HouseBot, owner: User) -> Bot:
    source = house.source()
    bot = Bot.objects.filter(owner=owner, name=house.name).first() or create_bot(
        owner=owner, name=house.name, house=True
    )
    version = bot.versions.first()
    if version is None or version.sha256 != sha256(source).hexdigest():
        version = submit_version(bot=bot, filename=house.file, data=source, by=owner)
    _see_through(version)
    bot.refresh_from_db()
    return bot


def _see_through(version: BotVersion) -> None:
    """Do here and now what a worker does with a version; it may have been left half done."""
    give_up = time.monotonic() + PATIENCE_S
    while version.state != VersionState.READY:
        if version.state == VersionState.REFUSED:
            raise NotSeeded(f"{version} was refused: {version.reason}")
        if time.monotonic() > give_up:
            raise NotSeeded(f"{version} is still {version.get_state_display()} after {PATIENCE_S:.0f} s.")
        if not _next_step(version):
            time.sleep(1)
        version.refresh_from_db()


def _next_step(version: BotVersion) -> bool:
    """Take a version one step further; False when somebody else has it."""
    if version.state == VersionState.CHECKING:
        move_version(version=version, to=VersionState.RECEIVED, from_=VersionState.CHECKING)
    if version.state == VersionState.RECEIVED:
        checking.check(version_id=version.pk)
        return True
    services.sweep()
    trial = version.trials.filter(state="scheduled").first()
    if trial is not None:
        playing.play(match_id=trial.pk)
    return trial is not None
