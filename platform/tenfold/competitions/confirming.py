"""What is done at once and for good asks for a word to be typed, on a page that says what it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tenfold.competitions.models import Competition
from tenfold.pages.typed import TypedForm


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`word` is to be typed under `heading` and the sentences of what it `does`; `fields` go along.

    `button` does it, and who would rather not is led `back`.
    """

    word: str
    heading: str
    does: Sequence[str]
    button: str
    back: str
    fields: Mapping[str, object] = field(default_factory=dict)


def unconfirmed(request: HttpRequest, competition: Competition, asked: Confirmation) -> HttpResponse | None:
    """The page that asks for the word; None once it was typed."""
    form = TypedForm(asked.word, request.POST if "typed" in request.POST else None)
    if form.is_valid():
        return None
    return render(
        request, "competitions/confirm.html", {"competition": competition, "form": form, "asked": asked}
    )
