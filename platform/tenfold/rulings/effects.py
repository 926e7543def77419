"""What a ruling does to matches, found out before anything is stored. What cannot be ruled is refused."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tenfold.bots.models import BotVersion
from tenfold.competitions.images import refuse_misfit
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.matches.aside import set_aside
from tenfold.matches.models import Match, MatchBot
from tenfold.pages.templatetags.league import term
from tenfold.refusal import Refused
from tenfold.rulings.models import Ruling, SetAside


@dataclass(frozen=True, slots=True)
class Effects:
    """Matches and seats by id.

    `aside` stop to count or never will, `unplayed` of them are cancelled for it or stay so, `again` are
    played anew. `seats` get another version.
    """

    aside: frozenset[int] = frozenset()
    unplayed: frozenset[int] = frozenset()
    again: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()


def effects_of(ruling: Ruling) -> Effects:
    """What a ruling that is not stored yet would do."""
    return _OF_KIND[Ruling.Kind(ruling.kind)](ruling)


def touched_by(ruling: Ruling) -> QuerySet[Match]:
    """Every match that the ruling, or its undoing, may move on or stop."""
    matches = ruling.competition.matches.all()
    if ruling.pk:
        brought = SetAside.objects.filter(ruling=ruling.pk, replacement__isnull=False).values("replacement")
        seats = MatchBot.objects.filter(swaps__ruling=ruling.pk).values("match")
        aside = SetAside.objects.filter(ruling=ruling.pk).values("match")
        return matches.filter(pk__in=aside) | matches.filter(pk__in=brought) | matches.filter(pk__in=seats)
    if ruling.kind in {Ruling.Kind.DISQUALIFY, Ruling.Kind.SWAP}:
        return matches.filter(bots__entry=ruling.entry_id)
    return matches.filter(pk=ruling.match_id or 0) if ruling.kind == Ruling.Kind.ANNUL else matches.none()


def running_round(competition: Competition) -> Round | None:
    return competition.rounds.filter(state=Round.State.RUNNING).first()


def _disqualify(ruling: Ruling) -> Effects:
    entry = ruling.entry
    assert entry is not None
    if entry.state in {Entry.State.REQUESTED, Entry.State.DECLINED}:
        raise Refused(
            _("%(bot)s is not in it: decline that it asks, on the page of its people.") % {"bot": entry.bot}
        )
    before = entry.rulings.filter(kind=Ruling.Kind.DISQUALIFY, undone=None).first()
    if before:
        raise Refused(
            _("%(bot)s is disqualified already, by ruling %(number)s.")
            % {"bot": entry.bot, "number": before.number}
        )
    return _out_of_the_count(touched_by(ruling))


def _annul(ruling: Ruling) -> Effects:
    match = touched_by(ruling)
    state = match.get().state
    if set_aside(match):
        raise Refused(_("%(match)s does not count already.") % {"match": ruling.about.capitalize()})
    if state in {Match.State.VOID, Match.State.CANCELLED}:
        raise Refused(
            _("%(match)s is %(state)s: it has no result that could count.")
            % {"match": ruling.about.capitalize(), "state": term(state)}
        )
    return _out_of_the_count(match)


def _out_of_the_count(matches: QuerySet[Match]) -> Effects:
    """Those to come are cancelled; what another ruling cancelled stays so for as long as either stands."""
    ids = dict(matches.values_list("pk", "state"))
    before = SetAside.objects.filter(match__in=ids, unplayed=True, ruling__undone=None)
    unplayed = {pk for pk, state in ids.items() if state in Match.OPEN} | set(
        before.values_list("match_id", flat=True)
    )
    return Effects(aside=frozenset(ids), unplayed=frozenset(unplayed))


def _rerun(ruling: Ruling) -> Effects:
    over = Match.objects.filter(competition=ruling.competition_id).exclude(state__in=Match.OPEN)
    if ruling.match_id:
        over = over.filter(pk=ruling.match_id)
    elif ruling.round_id:
        over = over.filter(round=ruling.round_id)
    elif ruling.entry_id:
        over = over.filter(bots__entry=ruling.entry_id)
    else:
        over = over.exclude(state=Match.State.FINISHED)
    again = frozenset(over.values_list("pk", flat=True)) - set_aside(over)
    if not again:
        raise Refused(
            _(
                "There is nothing to play again of %(about)s: it takes matches that are over and that no"
                " other ruling has set aside."
            )
            % {"about": ruling.about}
        )
    return Effects(aside=again, again=again)


def _swap(ruling: Ruling) -> Effects:
    entry, version = ruling.entry, ruling.version
    assert entry is not None
    assert version is not None
    if version.bot_id != entry.bot_id or version.state != BotVersion.State.READY:
        raise Refused(
            _("%(version)s is %(state)s: %(bot)s needs a ready version of its own.")
            % {"version": version, "state": term(version.state), "bot": entry.bot}
        )
    refuse_misfit(ruling.competition, version)
    seats = MatchBot.objects.filter(
        entry=entry, match__round=running_round(ruling.competition), match__state=Match.State.SCHEDULED
    ).exclude(version=version)
    ids = frozenset(seats.values_list("pk", flat=True))
    if not ids:
        raise Refused(
            _(
                "%(bot)s has no match to come that another version than %(number)s would play: versions are"
                " changed in scheduled matches of the round that runs."
            )
            % {"bot": entry.bot, "number": version.number}
        )
    return Effects(seats=ids)


def _recount(_ruling: Ruling) -> Effects:
    return Effects()


_OF_KIND = {
    Ruling.Kind.DISQUALIFY: _disqualify,
    Ruling.Kind.ANNUL: _annul,
    Ruling.Kind.RERUN: _rerun,
    Ruling.Kind.SWAP: _swap,
    Ruling.Kind.RECOUNT: _recount,
}
