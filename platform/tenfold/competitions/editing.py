"""What an organizer decides about a competition: checked alike for a new one and for a changed one."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import reduce
from hashlib import sha256
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models.functions import Now
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import RuleSet
from tenfold.accounts.models import User
from tenfold.competitions.banks import refuse_banks
from tenfold.competitions.bounds import BOTS_EACH, UPLOADS_A_DAY
from tenfold.competitions.choices import Banks, Ends, Format, Image
from tenfold.competitions.formats import refuse_format
from tenfold.competitions.images import refuse_image
from tenfold.competitions.lengths import refuse_endless, refuse_ends
from tenfold.competitions.models import LONGEST_NAME, Competition
from tenfold.competitions.timetable import checked_timetable
from tenfold.pages.figures import figure
from tenfold.pages.said import in_words
from tenfold.refusal import Refused, Stale

log = structlog.get_logger(__name__)

LONGEST_DESCRIPTION: Final = 2000

# Each setting as a sentence names it.
WORDS: Final = {
    "name": gettext_noop("the name"),
    "description": gettext_noop("the description"),
    "visibility": gettext_noop("the visibility"),
    "admission": gettext_noop("who may enter"),
    "bots_each": gettext_noop("the bots of one owner"),
    "uploads_a_day": gettext_noop("the new versions a day"),
    "format": gettext_noop("the format"),
    "swiss_rounds": gettext_noop("the rounds of a Swiss"),
    "finalists": gettext_noop("the entries of a bracket"),
    "timetable": gettext_noop("the timetable"),
    "every_hours": gettext_noop("the hours between rounds"),
    "at_times": gettext_noop("the times of rounds"),
    "time_zone": gettext_noop("the time zone"),
    "rule_set": gettext_noop("the rule set"),
    "players": gettext_noop("the seats at a table"),
    "blocks": gettext_noop("the blocks a match"),
    "ends": gettext_noop("when a match ends"),
    "frozen_from": gettext_noop("the freeze"),
    "measure": gettext_noop("the official measure"),
    "banks": gettext_noop("the time to think"),
    "image": gettext_noop("the image"),
}
# What is not said when a competition is made; the name has to be.
DEFAULTS: Final[Mapping[str, Any]] = {
    "description": "",
    "visibility": Competition.Visibility.PUBLIC.value,
    "admission": Competition.Admission.OPEN.value,
    "bots_each": 3,
    "uploads_a_day": None,
    "format": Competition.Format.ROUND_ROBIN.value,
    "swiss_rounds": None,
    "finalists": None,
    "timetable": Competition.Timetable.BY_HAND.value,
    "every_hours": None,
    "at_times": "",
    "time_zone": "UTC",
    "rule_set": {},
    "players": 2,
    "blocks": 10,
    "ends": Ends.ALL.value,
    "frozen_from": None,
    "measure": Competition.Measure.MARGIN.value,
    "banks": Banks.STANDARD.value,
    "image": Image.PLAIN.value,
}
# Results hang on these: changed between two rounds, they would make one standing of two games.
FIXED_BY_THE_FIRST_ROUND: Final = ("rule_set", "players", "blocks", "ends", "measure", "banks", "image")
# What was due by another timetable is none of the new one.
OF_THE_TIMETABLE: Final = frozenset({"timetable", "every_hours", "at_times", "time_zone"})
WHY_FIXED: Final = gettext_noop(
    "Fixed since the first round began: the standing is made of matches that were played so."
)


def settings_of(competition: Competition) -> dict[str, Any]:
    """All that can be decided, as it stands, in JSON's words."""
    return _plain({name: getattr(competition, name) for name in WORDS})


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with times written out, as JSON has them."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in settings.items()
    }


def mark_of(competition: Competition) -> str:
    """Changes with every setting: who changes one can say which state they had before them."""
    written = json.dumps(settings_of(competition), sort_keys=True)
    return sha256(written.encode()).hexdigest()[:32]


def checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they are stored, if a competition can have them; else `Refused` says why not."""
    name = " ".join(settings["name"].split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(
            _("A competition's name has 1 to %(most)s printable characters; %(came)s has not.")
            % {"most": LONGEST_NAME, "came": f"{name!r:.80}"}
        )
    if not slugify(name)[:LONGEST_NAME].strip("-_"):
        raise Refused(
            _("A competition's name needs some letters or digits; %(came)s has none.") % {"came": repr(name)}
        )
    if len(settings["description"]) > LONGEST_DESCRIPTION:
        raise Refused(
            _("A description has at most %(most)s characters; %(came)s came.")
            % {"most": figure(LONGEST_DESCRIPTION), "came": figure(len(settings["description"]))}
        )
    if settings["visibility"] not in Competition.Visibility.values:
        raise Refused(
            _("A competition is public or private, not %(came)s.")
            % {"came": f"{settings['visibility']!r:.40}"}
        )
    if settings["measure"] not in Competition.Measure.values:
        known = ", ".join(Competition.Measure.values)
        raise Refused(
            _("Entries are ranked by one of %(known)s; %(came)s is none of them.")
            % {"known": known, "came": f"{settings['measure']!r:.40}"}
        )
    _check_limits(settings)
    rules = _checked_rules(settings["rule_set"])
    refuse_endless(rules, players=settings["players"], blocks=settings["blocks"])
    refuse_ends(settings["ends"], players=settings["players"], measure=settings["measure"])
    refuse_banks(settings["banks"], players=settings["players"], blocks=settings["blocks"])
    refuse_format(settings)
    frozen_from = _checked_time(settings["frozen_from"])
    made = {"name": name, "rule_set": rules.to_dict(), "frozen_from": frozen_from}
    return {key: settings[key] for key in WORDS} | made | checked_timetable(settings)


def _check_limits(settings: Mapping[str, Any]) -> None:
    if settings["admission"] not in Competition.Admission.values:
        raise Refused(
            _("Who may enter is open, code, approval or roster, not %(came)s.")
            % {"came": f"{settings['admission']!r:.40}"}
        )
    if settings["bots_each"] not in BOTS_EACH:
        raise Refused(
            _("%(bounds)s bots of one owner may enter, not %(came)s.")
            % {"bounds": BOTS_EACH, "came": settings["bots_each"]}
        )
    if settings["uploads_a_day"] is not None and settings["uploads_a_day"] not in UPLOADS_A_DAY:
        raise Refused(
            _("%(bounds)s new versions may come a day, not %(came)s.")
            % {"bounds": UPLOADS_A_DAY, "came": settings["uploads_a_day"]}
        )


def _checked_time(time: datetime | str | None) -> datetime | None:
    """To the minute, as people write it."""
    read = datetime.fromisoformat(time) if isinstance(time, str) else time
    try:
        return read.astimezone(UTC).replace(second=0, microsecond=0) if read else None
    except OverflowError as error:
        raise Refused(
            _("A freeze begins in the years 1 to 9999; %(came)s is outside of them in UTC.") % {"came": read}
        ) from error


def _checked_rules(rule_set: Mapping[str, Any]) -> RuleSet:
    try:
        return RuleSet.from_dict(rule_set)
    except RulesRefused as error:
        raise Refused(_("The rule set was refused: %(why)s") % {"why": in_words(error)}) from error


def edit_competition(
    *,
    competition: Competition,
    by: User,
    changes: Mapping[str, Any],
    seen: Mapping[str, Any] | None = None,
    mark: str | None = None,
) -> Competition:
    """Change some settings; give the competition as it is then. The slug, and so its address, stays.

    What the editor had before them, as settings (`seen`) or as their mark, must still stand; else `Stale`
    says what has changed, and nothing is overwritten.
    """
    with transaction.atomic():
        # The lock that a round starts under: none begins while what it is played by changes.
        held = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        now = settings_of(held)
        fresh = checked({**now, **changes})
        changed = [name for name in WORDS if _plain(fresh)[name] != now[name]]
        if not changed:
            return held
        if mark is not None and mark != mark_of(held):
            raise Stale(_("It was changed since you read it. Read it again, and send your change anew."))
        if seen is not None:
            _refuse_stale(now, seen)
        _refuse_late(held, changed)
        if "image" in changed:
            refuse_image(held, fresh["image"])
        for name in changed:
            setattr(held, name, fresh[name])
        if held.ladder_runs and held.format != Format.LADDER:
            # The ladder ends; should the format be one again, it is started anew.
            held.ladder_runs, held.not_started = False, ""
        held.save(update_fields=[*changed, "ladder_runs", "not_started"])
        if OF_THE_TIMETABLE.intersection(changed):
            again = Competition.objects.filter(pk=held.pk)
            again.update(timetable_since=Now(), not_started="")
    log.info("competition changed", competition=held.pk, by=by.pk, settings=changed)
    return held


def _refuse_stale(now: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    others = [_difference(name, seen.get(name), now[name]) for name in WORDS if seen.get(name) != now[name]]
    if others:
        raise Stale(
            _(
                "Nothing was saved, since somebody changed this meanwhile: %(changes)s."
                " What you typed is still in the form. Look at both and save again."
            )
            % {"changes": "; ".join(others)}
        )


def _difference(name: str, was: object, now: object) -> str:
    if name == "rule_set":
        return _(WORDS[name])
    said = {"setting": _(WORDS[name]), "was": _said(was), "now": _said(now)}
    return _("%(setting)s from %(was)s to %(now)s") % said


def _said(value: object) -> str:
    if isinstance(value, str):
        return _("“%(text)s”") % {"text": f"{value:.60}"}
    return _("none") if value is None else str(value)


def _refuse_late(competition: Competition, changed: list[str]) -> None:
    late = [_(WORDS[name]) for name in changed if name in FIXED_BY_THE_FIRST_ROUND]
    if late and competition.has_begun:
        raise Refused(
            _(
                "The first round has begun, so %(settings)s can no longer change: the standing is made of"
                " matches that were played so. Start a new competition for other rules."
            )
            % {"settings": reduce(_both, late)}
        )


def _both(one: str, other: str) -> str:
    return _("%(one)s and %(other)s") % {"one": one, "other": other}
