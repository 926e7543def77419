from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from arena.phase10.rules import RuleSet
from tenfold.accounts.models import User
from tenfold.bots import alike as copies
from tenfold.competitions import banks, images, rules_in_words, services, timetable
from tenfold.competitions import pairs as meetings
from tenfold.competitions.admission import door_in_words, is_shut_out
from tenfold.competitions.brackets import bracket_with
from tenfold.competitions.choices import Admission, Format, Timetable
from tenfold.competitions.entering_views import could_enter
from tenfold.competitions.finding import PAGE, place_of
from tenfold.competitions.formats import in_words
from tenfold.competitions.forms import CompetitionForm
from tenfold.competitions.freeze import as_shown, hidden_since, overview_at
from tenfold.competitions.leaderboard import board_of
from tenfold.competitions.listing import standing_of
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.overview import (
    Overview,
    entered,
    matches_of,
    overview,
    veiled,
    with_counts,
    with_seats,
)
from tenfold.competitions.pairing import resters
from tenfold.competitions.rule_sets import RuleSetForm
from tenfold.competitions.wanted import ENTRY_STATES, FAULTS, SORTS, Rows
from tenfold.matches import outlook
from tenfold.matches.planned import planned_from
from tenfold.pages.keyset import page
from tenfold.pages.live import render_live
from tenfold.pages.numbers import whole
from tenfold.pages.once import new_token, once
from tenfold.pages.rulebook import rulebook
from tenfold.refusal import Refused

_PAGE: Final = 50
# A square of so many rows is what a screen shows.
_PAIRED: Final = 20


@require_safe
def competitions(request: HttpRequest) -> HttpResponse:
    seen = Competition.objects.visible_to(request.user).select_related("organizer")
    listed = page(
        seen.annotate(entered=entered("pk")), order=["-id"], after=request.GET.get("after"), size=_PAGE
    )
    return render(request, "competitions/list.html", {"page": listed})


@require_http_methods(["GET", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    if request.method == "POST":
        form, rules = CompetitionForm(request.POST), RuleSetForm(request.POST)
        if all([form.is_valid(), rules.is_valid()]):  # a list: what is wrong in either is shown at once
            try:
                return redirect(_make(form, rules.rule_set, request.user))
            except Refused as no:
                form.add_error(None, str(no))
    else:
        form, rules = CompetitionForm(initial={"token": new_token()}), RuleSetForm()
    return render(request, "competitions/create.html", {"form": form, "rules": rules})


def _make(form: CompetitionForm, rules: RuleSet, by: User) -> str:
    """The address of the competition that the forms made."""

    def make() -> str:
        made = services.create_competition(organizer=by, rule_set=rules.to_dict(), **form.given)
        return made.get_absolute_url()

    return once(who=by.pk, token=form.cleaned_data["token"], work=make, meanwhile=reverse("competitions"))


def visible(request: HttpRequest, slug: str) -> Competition:
    """The competition, if the asker may know of it."""
    seen = Competition.objects.visible_to(request.user).select_related("organizer")
    return get_object_or_404(seen, slug=slug)


def permitted(request: HttpRequest, slug: str, permission: str, sentence: str) -> tuple[Competition, User]:
    """The competition and who asks, if they may do this: 404 for a stranger to a private one, else 403.

    For views that let nobody in who is not signed in.
    """
    found = visible(request, slug)
    if not request.user.has_perm(permission, found):
        raise PermissionDenied(sentence)
    assert request.user.is_authenticated
    return found, request.user


@conditional_page
@require_safe
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Standing, progress and matches; htmx asks the same address for these alone, every few seconds."""
    seen = Competition.objects.visible_to(request.user)
    shown = overview(seen, slug=slug, number=whole(request.GET.get("round")))
    if shown is None:
        raise Http404(gettext("No competition of this name that you may see."))
    since = hidden_since(shown.competition, request.user)
    if since:
        shown = overview_at(shown, since)
    if (asked := request.GET.get("row")) is not None:
        return redirect(_row(request, shown.competition, asked, since))
    runs = "yes" if shown.runs else "no"
    if request.headers.get("HX-Request") and request.GET.get("runs") not in {None, runs}:
        # What stands around the live part has changed too: a round has begun or is over.
        return HttpResponse(headers={"HX-Refresh": "true"})
    found = shown.competition
    context = {"competition": found, "overview": shown, "runs": runs, "hidden_since": since}
    context |= _live(request, shown, since)
    if not request.headers.get("HX-Request"):
        context |= _around(request, found, [found.organizer.username, *shown.helpers])
    return render_live(request, "competitions/competition.html", "competitions/_live.html", context)


def _row(request: HttpRequest, found: Competition, asked: str, since: datetime | None) -> str:
    """The address of the page that holds a row of the standing; of the first where there is none such."""
    place = place_of(found, asked, user=request.user, since=since)
    if place is None:
        messages.info(request, gettext("It has no place in this standing yet."))
    return f"{found.get_absolute_url()}{place or ''}"


def _live(request: HttpRequest, shown: Overview, since: datetime | None) -> dict[str, Any]:
    wanted, mark = Rows.of(request.GET), request.GET.get("after")
    listed = standing_of(shown.competition, wanted, after=mark, size=PAGE, since=since, user=request.user)
    board = board_of(listed.rows, shown.competition, by_rank=wanted.sort == "rank")
    context: dict[str, Any] = {"standing": listed, "board": board, "wanted": wanted, "round": shown.round}
    context["out"] = _disqualified(shown.competition) if shown.ruled else []
    context |= _timed(shown.competition, since)
    if shown.round:
        mark = request.GET.get("matches_after")
        context["matches"] = matches_of(shown.round, after=mark, size=_PAGE, since=since)
        if shown.round.format == Format.KNOCKOUT:
            context["bracket"] = bracket_with(shown.round, until=since)
        elif shown.round.format == Format.SWISS and shown.round.state != Round.State.SCHEDULED:
            context["resters"] = resters(shown.round)
        measured = outlook.published()
        context["left"] = measured.left.get(shown.round.pk) if measured and not since else None
    return context


def _timed(found: Competition, since: datetime | None) -> dict[str, Any]:
    """What its timetable says, when the next round is due by it, and why that could not start.

    When rounds begin and end is hidden with their results, and so is why none begins: a bracket is decided.
    """
    if since:
        return {"timetable": timetable.in_words(found)}
    if found.timetable == Timetable.BY_HAND:
        return {"not_started": found.not_started}  # of a ladder
    last = found.rounds.order_by("-number").first()
    waits = last is not None and last.state != Round.State.FINISHED
    due = timetable.next_start(found, last)
    zone = ZoneInfo(found.time_zone)
    return {
        "timetable": timetable.in_words(found),
        "due": due and due.astimezone(zone),
        "waits": waits,
        "not_started": found.not_started,
    }


def _around(request: HttpRequest, found: Competition, organizers: list[str]) -> dict[str, Any]:
    """What stands outside the live part: the rules, and the asker's own bots and rights here."""
    context: dict[str, Any] = {
        "format": in_words(found),
        "states": ENTRY_STATES,
        "faults": FAULTS,
        "sorts": SORTS.items(),
        "changes": list(rules_in_words.changes(found.rules).values()),
        "invitation": _invitation(request, found),
        "door": door_in_words(found, request.user),
        "shut_out": is_shut_out(found, request.user),
        "changes_it": (changes := request.user.has_perm("competitions.change_competition", found)),
        "asking": found.asking if changes else 0,
        "organizes": request.user.has_perm("competitions.start_round", found),
        "organizers": format_html_join(", ", "<b>{}</b>", [(name,) for name in organizers]),
    }
    if request.user.is_authenticated:
        theirs = found.entries.exclude(state=Entry.State.WITHDRAWN).filter(bot__owner=request.user)
        context["mine"] = list(theirs.select_related("bot__owner"))
        context["could_enter"] = could_enter(request, found)
    return context


def _disqualified(found: Competition) -> list[Entry]:
    """Entries that are out, each with the number of its `ruling`."""
    out = found.disqualified.annotate(ruling=F("rulings__number"), why=F("rulings__reason"))
    return list(out.select_related("bot__owner").order_by("ruling"))


def _invitation(request: HttpRequest, found: Competition) -> str | None:
    """The address by which strangers come in, for the organizer of a private competition."""
    by_code = found.visibility == Competition.Visibility.PRIVATE or found.admission == Admission.CODE
    if not by_code or not request.user.has_perm("competitions.view_invitation", found):
        return None
    address = f"{reverse('enter', args=[found.slug])}?invitation={found.invitation}"
    return request.build_absolute_uri(address)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule set of a competition in full, phase by phase."""
    found = visible(request, slug)
    context = {"competition": found, "book": rulebook(found.rules), "time": banks.sentence(found.banks)}
    context["image"] = images.in_words(found.image)
    return render(request, "competitions/rules.html", context)


@require_safe
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Who beats whom, among neighbours of the standing."""
    found = visible(request, slug)
    since = hidden_since(found, request.user)
    mark = request.GET.get("after")
    listed = standing_of(found, Rows(), after=mark, size=_PAIRED, since=since, user=request.user)
    rows = meetings.rows_of(found, listed.rows, until=since)
    context = {"competition": found, "standing": listed, "rows": rows, "hidden_since": since}
    return render(request, "competitions/pairs.html", context)


@require_safe
def pair(request: HttpRequest, slug: str, one: int, other: int) -> HttpResponse:
    """The matches in which two entries met, newest first."""
    found = visible(request, slug)
    both = as_shown(found.entries.select_related("bot__owner"), request.user).in_bulk([one, other])
    if len(both) != 2:
        raise Http404(gettext("No two entries of this competition."))
    met = meetings.matches_between(found, both[one], both[other])
    matches = with_counts(with_seats(met)).select_related("round")
    since = hidden_since(found, request.user)
    if since:
        matches = matches.exclude(planned_from(since))
    listed = veiled(page(matches, order=["-id"], after=request.GET.get("after"), size=_PAGE), since=since)
    context = {"competition": found, "one": both[one], "other": both[other], "matches": listed}
    context["hidden_since"] = since
    return render(request, "competitions/pair.html", context)


@require_safe
@login_required
def alike(request: HttpRequest, slug: str) -> HttpResponse:
    """For the organizer: bots of different owners that share much of their code."""
    sentence = gettext("Which bots are alike is shown to the competition's organizer.")
    found, _ = permitted(request, slug, "competitions.view_alike", sentence)
    context = {
        "competition": found,
        "pairs": copies.alike(found),
        "changes_it": request.user.has_perm("competitions.change_competition", found),
    }
    return render(request, "competitions/alike.html", context)
