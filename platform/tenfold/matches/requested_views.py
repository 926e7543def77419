"""Asking for a match, and the list of those that one has asked for."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tenfold.accounts.models import User
from tenfold.competitions.overview import with_seats
from tenfold.matches.forms import RequestForm
from tenfold.matches.requested import request_match
from tenfold.pages.keyset import page
from tenfold.pages.once import new_token, once
from tenfold.refusal import Refused

_PAGE: Final = 30


@require_http_methods(["GET", "POST"])
@login_required
def requested(request: HttpRequest) -> HttpResponse:
    """The form, and below it what one has asked for, newest first."""
    assert request.user.is_authenticated
    if request.method == "POST":
        form = RequestForm(request.user, request.POST, initial={})
        if form.is_valid():
            try:
                return redirect(_requested(form, request.user))
            except Refused as no:
                form.add_error(None, str(no))
    else:
        start = {"version": request.GET.get("version"), "against": request.GET.getlist("against")}
        form = RequestForm(request.user, initial=start | {"token": new_token()})
    mine = with_seats(request.user.requested_matches.all())
    listed = page(mine, order=["-id"], after=request.GET.get("after"), size=_PAGE)
    return render(request, "matches/requested.html", {"form": form, "page": listed})


def _requested(form: RequestForm, by: User) -> str:
    """The address of the match that the form made."""

    def work() -> str:
        blocks = form.cleaned_data["blocks"]
        made = request_match(by=by, versions=form.table, blocks=blocks, rules=form.rule_set)
        return made.get_absolute_url()

    return once(who=by.pk, token=form.cleaned_data["token"], work=work, meanwhile=reverse("requested"))
