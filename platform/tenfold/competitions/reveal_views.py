"""The organizer's screen on which the final standing is revealed, and the end of the freeze after it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tenfold.accounts.models import User
from tenfold.competitions.confirming import Confirmation, unconfirmed
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.exports import status
from tenfold.competitions.models import Competition
from tenfold.competitions.reveal import step
from tenfold.competitions.views import permitted
from tenfold.pages.numbers import whole
from tenfold.refusal import Refused


def _revealed_by(request: HttpRequest, slug: str) -> tuple[Competition, User]:
    sentence = gettext("The final standing is revealed by those who organize the competition.")
    return permitted(request, slug, "competitions.reveal_standing", sentence)


@never_cache
@require_safe
@login_required
def reveal(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of it; `hidden` says how many places are yet to come, and none of them is in the page."""
    found, _ = _revealed_by(request, slug)
    shown = step(found, whole(request.GET.get("hidden")))
    context = {"competition": found, "step": shown}
    if shown.back is None:
        context |= {"provisional": status(found, None) == "provisional"}
    return render(request, "competitions/reveal.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """End the freeze, so that all see what has been revealed."""
    found, by = _revealed_by(request, slug)
    asked = Confirmation(
        word=found.slug,
        heading=gettext("Publish the standing"),
        does=[
            gettext(
                "All results since the freeze are shown to everybody: standing, matches, replays, exports."
            ),
            gettext("That cannot be taken back: a later freeze does not hide what has been seen."),
        ],
        button=gettext("End the freeze"),
        back=found.get_absolute_url(),
    )
    if page := unconfirmed(request, found, asked):
        return page
    try:
        edit_competition(competition=found, by=by, changes={"frozen_from": None})
        messages.success(request, gettext("Published: the standing is no longer frozen."))
    except Refused as no:
        messages.error(request, str(no))
    return redirect(found)
