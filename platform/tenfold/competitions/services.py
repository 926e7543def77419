"""What can be done with competitions. Keyword-only; what cannot be done raises `Refused` with a sentence."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.text import slugify

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import RuleSet
from tenfold.accounts.models import User
from tenfold.bots.models import Bot
from tenfold.competitions.models import LONGEST_NAME, Competition, Entry
from tenfold.refusal import Refused, TooMany

log = structlog.get_logger(__name__)

# Bots that only pass their turns play 15 million of them in the two hours that a match may take: half of it.
MOST_TURNS = 8_000_000
# Nobody needs more, and each stands in lists that others read.
COMPETITIONS_A_DAY = 20


def create_competition(
    *,
    organizer: User,
    name: str,
    rule_set: Mapping[str, Any],
    players: int = 2,
    blocks: int = 10,
    visibility: str = Competition.Visibility.PUBLIC,
    description: str = "",
    slug: str = "",
) -> Competition:
    """Make a competition without entries. `rule_set` is checked, and stored with every field spelled out."""
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(
            f"A competition's name has 1 to {LONGEST_NAME} printable characters; {name!r:.80} has not."
        )
    # Cut: one character of a name can become several of a slug.
    slug = slug or slugify(name)[:LONGEST_NAME].strip("-_")
    if not slug:
        raise Refused(f"A competition's name needs some letters or digits; {name!r} has none.")
    try:
        rules = RuleSet.from_dict(rule_set)
    except RulesRefused as error:
        raise Refused(f"The rule set was refused: {error}") from error
    _refuse_endless(rules, players=players, blocks=blocks)
    _refuse_flood(organizer)
    try:
        with transaction.atomic():
            return Competition.objects.create(
                organizer=organizer,
                name=name,
                slug=slug,
                description=description,
                rule_set=rules.to_dict(),
                players=players,
                blocks=blocks,
                visibility=visibility,
            )
    except IntegrityError as error:
        raise Refused(_why_not(error, name=name, players=players, blocks=blocks)) from error


def _refuse_endless(rules: RuleSet, *, players: int, blocks: int) -> None:
    """A match that outlasts its time is void, after hours of a core."""
    turns = players**2 * blocks * rules.deals_per_game * rules.turns_per_seat
    if turns > MOST_TURNS:
        fitting = blocks * MOST_TURNS // turns
        advice = f"at most {fitting} blocks fit" if fitting else "lower deals_per_game or turns_per_seat"
        raise Refused(
            f"A match could take {turns:,} turns ({blocks} blocks of {players} games of up to"
            f" {rules.deals_per_game} deals, {rules.turns_per_seat} turns a seat), and a worker has time"
            f" for {MOST_TURNS:,}: {advice}."
        )


def _refuse_flood(organizer: User) -> None:
    since = timezone.now() - timedelta(days=1)
    of_late = Competition.objects.filter(organizer=organizer, created__gt=since)
    if of_late.count() >= COMPETITIONS_A_DAY:
        raise TooMany(
            f"You have made {COMPETITIONS_A_DAY} competitions within a day, the most there can be."
            " Start another round in one of them, or come back tomorrow."
        )


def _why_not(error: IntegrityError, *, name: str, players: int, blocks: int) -> str:
    if "slug" in str(error):
        return f"There is a competition named {name!r} already. Choose another name."
    return f"A table has 2 to 6 seats and a match 1 to 200 blocks; {players} seats and {blocks} blocks came."


def enter(*, competition: Competition, bot: Bot, by: User, invitation: str = "") -> Entry:
    """Put a bot in; it plays from the next round on. An entry that was withdrawn or benched returns."""
    if not competition.is_open_to(by, invitation=invitation):
        raise Refused("This competition is private: its organizer has the invitation code.")
    if bot.active_version_id is None:
        raise Refused(
            f"{bot} has no ready version yet. Upload one, and enter when its trial match has passed."
        )
    entry, made = Entry.objects.get_or_create(
        competition=competition, bot=bot, defaults={"state_since": timezone.now()}
    )
    if not made:
        set_entry_state(entry=entry, state=Entry.State.ACTIVE)
    log.info("entered", entry=entry.pk, competition=competition.pk, bot=bot.pk, by=by.pk)
    return entry


def withdraw(*, entry: Entry, by: User) -> None:
    """Take a bot out of the coming rounds.

    A round that runs is played to its end: the others' results would otherwise hang on who leaves when.
    """
    set_entry_state(entry=entry, state=Entry.State.WITHDRAWN)
    log.info("withdrawn", entry=entry.pk, by=by.pk)


def bench(*, entry: Entry, reason: str) -> None:
    """Make an entry sit out until its owner brings a new version or returns it by hand."""
    if entry.state == Entry.State.ACTIVE:
        set_entry_state(entry=entry, state=Entry.State.BENCHED, reason=reason)
        log.info("benched", entry=entry.pk, reason=reason)


def return_benched(*, bot: Bot) -> None:
    """Let every benched entry of a bot play again."""
    Entry.objects.filter(bot=bot, state=Entry.State.BENCHED).update(
        state=Entry.State.ACTIVE, reason="", state_since=Now()
    )


def set_entry_state(*, entry: Entry, state: str, reason: str = "") -> None:
    Entry.objects.filter(pk=entry.pk).exclude(state=state).update(
        state=state, reason=reason, state_since=Now()
    )
    entry.state, entry.reason = state, reason
