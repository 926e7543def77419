"""What was announced, with the forms to announce, to ask and to answer."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tenfold.accounts.models import User
from tenfold.announcements import services
from tenfold.announcements.models import LONGEST_TEXT, Announcement, Question
from tenfold.competitions.models import Competition
from tenfold.competitions.views import permitted, visible
from tenfold.pages.keyset import page
from tenfold.pages.numbers import whole
from tenfold.pages.once import new_token, once
from tenfold.pages.texts import text
from tenfold.refusal import Refused

_PAGE: Final = 30
_OPEN: Final = 50


@require_safe
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first: what was said to all and to the reader; to those who organize, all of it."""
    return _page(request, visible(request, slug))


def _page(request: HttpRequest, found: Competition, **typed: Any) -> HttpResponse:  # noqa: ANN401 - for the forms
    """The page, with what was typed where it could not be taken."""
    organizes = request.user.has_perm("announcements.view_questions", found)
    said = found.announcements.all() if organizes else found.announcements.seen_by(request.user)
    rows = said.select_related("by", "to", "answers__by").prefetch_related("wordings__by")
    context: dict[str, Any] = {
        "competition": found,
        "page": page(rows, order=["-id"], after=request.GET.get("after"), size=_PAGE),
        "announces": organizes,
        "changes_it": request.user.has_perm("competitions.change_competition", found),
        "asks": request.user.has_perm("announcements.ask", found),
        "longest": LONGEST_TEXT,
        "typed": typed,
        "token": new_token(),
    }
    waiting = found.questions.filter(answers=None).select_related("by").order_by("id")
    if organizes:
        context["questions"] = waiting[:_OPEN]
    elif request.user.is_authenticated:
        context["mine"] = waiting.filter(by=request.user)
    return render(request, "announcements/announcements.html", context)


def _said(
    request: HttpRequest, found: Competition, by: User, work: Callable[[], str], **typed: object
) -> HttpResponse:
    """Do it once, say what `work` says and lead to the page; or show it again with what was typed."""
    address = reverse("announcements", args=[found.slug])

    def done() -> str:
        messages.success(request, work())
        return address

    try:
        return redirect(once(who=by.pk, token=_sending(request), work=done, meanwhile=address))
    except Refused as no:
        messages.error(request, str(no))
        return _page(request, found, **typed)


def _organized(request: HttpRequest, slug: str) -> tuple[Competition, User]:
    sentence = _("Announcements are made by those who organize the competition.")
    return permitted(request, slug, "announcements.announce", sentence)


def _sending(request: HttpRequest) -> str:
    """The same when a form is sent twice; another for another form of the page, or other words in it."""
    sent = sorted((name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken")
    return sha256(repr((request.path, sent)).encode()).hexdigest()


@require_POST
@login_required
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """To all, or to the one author who is named."""
    found, by = _organized(request, slug)
    words, name = text(request, "text"), text(request, "username").strip()

    def work() -> str:
        services.announce(
            competition=found, text=words, by=by, to=services.author_named(found, name) if name else None
        )
        only = _("Only %(name)s and those who organize read it.") % {"name": name}
        return only if name else _("It is announced to all.")

    return _said(request, found, by, work, text=words, username=name)


@require_POST
@login_required
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    sentence = _("Questions are asked by authors with a bot in the competition.")
    found, by = permitted(request, slug, "announcements.ask", sentence)
    words = text(request, "question")

    def work() -> str:
        services.ask(competition=found, text=words, by=by)
        return _("The organizers have your question.")

    return _said(request, found, by, work, question=words)


@require_POST
@login_required
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a question: to who asked, or to all."""
    found, by = _organized(request, slug)
    question = get_object_or_404(
        Question.objects.select_related("by", "competition"),
        competition=found,
        pk=whole(request.POST.get("question")) or 0,
    )
    words, to_all = text(request, "text"), "to_all" in request.POST

    def work() -> str:
        services.answer(question=question, text=words, by=by, to_all=to_all)
        if to_all:
            return _("Answered to all.")
        return _("Answered to %(name)s.") % {"name": question.by.username}

    return _said(request, found, by, work, answered=question.pk, answer=words)


@require_http_methods(["GET", "POST"])
@login_required
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Other words for an announcement."""
    found, by = _organized(request, slug)
    rows = Announcement.objects.select_related("competition", "to")
    made = get_object_or_404(rows, competition=found, pk=min(pk, 2**63 - 1))
    words = text(request, "text") if request.method == "POST" else made.text
    if request.method == "POST":
        try:
            services.change(announcement=made, text=words, by=by)
        except Refused as no:
            messages.error(request, str(no))
        else:
            messages.success(request, _("Changed. What it said before can be read beside it."))
            return redirect(made)
    context = {"competition": found, "announcement": made, "text": words, "longest": LONGEST_TEXT}
    return render(request, "announcements/change.html", context)
