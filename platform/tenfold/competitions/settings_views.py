"""The pages on which those who organize a competition decide about it."""

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Case, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tenfold.accounts.models import User
from tenfold.competitions import admission
from tenfold.competitions import people as organizers
from tenfold.competitions.confirming import Confirmation, unconfirmed
from tenfold.competitions.editing import WHY_FIXED, edit_competition
from tenfold.competitions.forms import SettingsForm
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.roster import read_roster
from tenfold.competitions.rule_sets import RuleSetForm
from tenfold.competitions.views import permitted
from tenfold.pages.keyset import Page, page
from tenfold.pages.numbers import whole
from tenfold.pages.texts import text
from tenfold.refusal import Refused, Stale

# Each of those who ask has a form of its own.
_ASKING: Final = 30


def _changed_by(request: HttpRequest, slug: str) -> tuple[Competition, User]:
    sentence = gettext("A competition is changed by those who organize it.")
    return permitted(request, slug, "competitions.change_competition", sentence)


def _managed_by(request: HttpRequest, slug: str) -> tuple[Competition, User]:
    sentence = gettext("Who organizes it is the organizer's own to decide.")
    return permitted(request, slug, "competitions.manage_co_organizers", sentence)


@require_http_methods(["GET", "POST"])
@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What was decided when it was made, to be changed; what results hang on until the first round."""
    found, by = _changed_by(request, slug)
    sent = request.POST if request.method == "POST" else None
    form = SettingsForm(found, sent)
    # After the first round has begun the page shows no rules to change; a page loaded before may send some.
    rules = RuleSetForm(sent if sent and "rules" in sent else None, shown=found.rules)
    if sent and all([form.is_valid(), rules.is_valid() or not rules.is_bound]):
        try:
            _save(found, form, rules, by)
        except Refused as no:
            form.add_error(None, str(no))
            if isinstance(no, Stale):
                found.refresh_from_db()
                form.show_state_of(found)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("competition_settings", slug=slug)
    context = {
        "competition": found,
        "form": form,
        "rules": rules,
        "why_fixed": gettext(WHY_FIXED) if form.fixed else "",
    }
    return render(request, "competitions/settings.html", context)


def _save(found: Competition, form: SettingsForm, rules: RuleSetForm, by: User) -> None:
    changes = form.changes
    if rules.is_bound:
        changes["rule_set"] = rules.rule_set.to_dict()
    edit_competition(competition=found, by=by, changes=changes, seen=form.seen_settings)


@require_safe
@login_required
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who organizes it, who asks to be let in, and who may enter."""
    found, by = _changed_by(request, slug)
    return _people(request, found, by)


def _people(request: HttpRequest, found: Competition, by: User, **typed: object) -> HttpResponse:
    """The page, with what was `typed` where it could not be taken, to be mended there."""
    names = admission.roster_of(found)
    after = request.POST.get("after") or request.GET.get("after")
    context = {
        "competition": found,
        "typed": typed,
        "co_organizers": found.co_organizers.order_by("username"),
        "after": after,
        "asking": _asking(found, after),
        "listed": len(names),
        "names": names,
        "roster_mark": admission.mark_of_roster(names),
        "code": request.build_absolute_uri(
            f"{reverse('enter', args=[found.slug])}?invitation={found.invitation}"
        ),
        "manages": by.has_perm("competitions.manage_co_organizers", found),
    }
    return render(request, "competitions/people.html", context)


def _asking(found: Competition, after: str | None) -> Page[Entry]:
    """Who asks to be let in, those who wait before those who were declined.

    From the beginning where nobody is left after the mark, as when the last ones have been answered.
    """
    answered = Case(When(state=Entry.State.REQUESTED, then=0), default=1)
    asking = found.entries.filter(state__in=[Entry.State.REQUESTED, Entry.State.DECLINED])
    rows: QuerySet[Entry] = asking.annotate(answered=answered).select_related("bot__owner")
    listed = page(rows, order=["answered", "id"], after=after, size=_ASKING)
    return listed if listed.rows or not after else _asking(found, None)


def _decided(
    request: HttpRequest,
    slug: str,
    decide: Callable[[Competition, User], str],
    *,
    alone: bool = True,
    **typed: object,
) -> HttpResponse:
    """Do what the organizer decides (alone), say what came of it, and go back to the page of people.

    What was `typed` stands there again if it was refused.
    """
    found, by = _managed_by(request, slug) if alone else _changed_by(request, slug)
    try:
        messages.success(request, decide(found, by))
    except Refused as no:
        messages.error(request, str(no))
        if typed:
            return _people(request, found, by, **typed)
    after = text(request, "after")
    mark = f"?{urlencode({'after': after})}#asking" if after else ""
    return redirect(reverse("people", args=[slug]) + mark)


def _named(request: HttpRequest, found: Competition) -> User:
    """The co-organizer that the form is about."""
    return get_object_or_404(found.co_organizers, pk=whole(request.POST.get("user")) or 0)


@require_POST
@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    name = text(request, "username")

    def decide(found: Competition, by: User) -> str:
        added = organizers.add_co_organizer(competition=found, username=name, by=by)
        return gettext("%(name)s organizes this competition with you.") % {"name": added.username}

    return _decided(request, slug, decide, username=name)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    def decide(found: Competition, by: User) -> str:
        gone = _named(request, found)
        organizers.remove_co_organizer(competition=found, user=gone, by=by)
        return gettext("%(name)s is no co-organizer any more.") % {"name": gone.username}

    return _decided(request, slug, decide)


@require_POST
@login_required
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """To a co-organizer, whose name is to be typed."""
    found, _ = _managed_by(request, slug)
    heir = _named(request, found)
    name = {"name": heir.username}
    asked = Confirmation(
        word=heir.username,
        heading=gettext("Hand over to %(name)s") % name,
        does=[
            gettext("%(name)s becomes the organizer, and you a co-organizer.") % name,
            gettext("Only they can hand it back, or choose who else organizes it."),
        ],
        button=gettext("Hand over"),
        back=reverse("people", args=[slug]),
        fields={"user": heir.pk},
    )

    def decide(found: Competition, by: User) -> str:
        organizers.hand_over(competition=found, to=heir, by=by)
        return gettext("%(name)s is the organizer now, and you are a co-organizer.") % name

    return unconfirmed(request, found, asked) or _decided(request, slug, decide)


@require_POST
@login_required
def renew_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks for the competition's name in addresses to be typed."""
    found, _ = _changed_by(request, slug)
    asked = Confirmation(
        word=slug,
        heading=gettext("Make a new code"),
        does=[
            gettext(
                "The old code opens nothing any more: whoever has it and has not entered yet needs the"
                " new one."
            )
        ],
        button=gettext("Make a new code"),
        back=reverse("people", args=[slug]),
        fields={"instead_of": request.POST.get("instead_of", found.invitation)},
    )

    def decide(found: Competition, by: User) -> str:
        admission.renew_code(competition=found, instead_of=text(request, "instead_of"), by=by)
        return gettext("The old code opens nothing any more. Send out the new one.")

    return unconfirmed(request, found, asked) or _decided(request, slug, decide, alone=False)


@require_POST
@login_required
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a bot in that asks for it, or decline it."""
    number, reason = whole(request.POST.get("entry")) or 0, text(request, "reason")

    def decide(found: Competition, by: User) -> str:
        entry = get_object_or_404(found.entries.select_related("bot"), pk=number)
        if "approve" in request.POST:
            admission.approve(entry=entry, by=by)
            return gettext("%(bot)s is in and plays from the next round on.") % {"bot": entry.bot}
        admission.decline(entry=entry, reason=reason, by=by)
        return gettext("%(bot)s is declined; its owner reads why.") % {"bot": entry.bot}

    return _decided(request, slug, decide, alone=False, answered=number, reason=reason)


@require_POST
@login_required
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in the list of who may enter: a file, or pasted."""
    found, by = _changed_by(request, slug)
    file, pasted = request.FILES.get("file"), request.POST.get("names", "")
    try:
        names = read_roster(file.read() if file else pasted.encode())
        added, removed = admission.set_roster(
            competition=found, names=names, by=by, seen=text(request, "seen")
        )
    except Refused as no:
        messages.error(request, str(no))
        return _people(request, found, by, names=pasted)
    said = gettext("The list is taken in: %(added)s added, %(removed)s removed.")
    messages.success(request, said % {"added": added, "removed": removed})
    return redirect("people", slug=slug)
