"""The trial match of a new version: one block against a house bot, before it may compete."""

import secrets

from django.db import transaction

from arena.phase10.rules import STANDARD
from tenfold.bots.models import Bot, BotVersion
from tenfold.bots.services import move_version
from tenfold.competitions.images import image_for
from tenfold.matches.announcing import announce_waiting
from tenfold.matches.models import Match, MatchBot

BLOCKS = 1
# The best house bot gets furthest into a game, and so does whoever plays it.
OPPONENTS = ("greedy", "random")


def schedule_trial(*, version: BotVersion) -> Match | None:
    """Plan the trial of a checked version; None when the version has moved on meanwhile."""
    with transaction.atomic():
        if not move_version(version=version, to=BotVersion.State.TRIAL, from_=BotVersion.State.CHECKING):
            return None
        number = version.trials.count() + 1
        opponent = _opponent(version)
        match = Match.objects.create(
            kind=Match.Kind.TRIAL,
            trial_of=version,
            number=number,
            key=f"version-{version.pk}/trial-{number}",
            secret=secrets.token_bytes(32),
            players=2,
            blocks=BLOCKS,
            rule_set=STANDARD.to_dict(),
            image=image_for([version, opponent]),
        )
        MatchBot.objects.bulk_create(
            [
                MatchBot(match=match, index=0, version=version),
                MatchBot(match=match, index=1, version=opponent),
            ]
        )
        announce_waiting()
    return match


def _opponent(version: BotVersion) -> BotVersion:
    """A house bot's active version; before the house has any, the version plays against itself."""
    house = Bot.objects.filter(house=True, active_version__isnull=False).select_related("active_version")
    by_slug = {bot.slug: bot.active_version for bot in house}
    for slug in (*OPPONENTS, *by_slug):
        if opponent := by_slug.get(slug):
            return opponent
    return version
