"""A replay from somebody's own disk in the viewer: read, answered and forgotten."""

from typing import Final

import msgspec
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from arena.replay import NoReplay, Replay, read_replay, replay_document
from arena.transcript import TranscriptMismatch, load
from tenfold.accounts.askers import asker_of
from tenfold.pages.figures import figure
from tenfold.pages.said import in_words
from tenfold.refusal import Refused, TooMany

#: A replay of twenty deals between six has a tenth of it.
_MOST_BYTES: Final = 1_000_000
#: To play so much again takes half a second, as seats that have forfeited play on without a log, and anybody
#: may ask. Twenty deals between six log a thousand.
_MOST_ACTIONS: Final = 10_000
#: Files that one network has opened within a minute.
_A_MINUTE: Final = 30
_MINUTE_S: Final = 60


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Choose a file or drop one."""
    return render(request, "matches/watch.html")


@gzip_page
@require_POST
def opened(request: HttpRequest) -> HttpResponse:
    """The replay document of the file that was sent, or in a sentence why there is none."""
    try:
        _refuse_flood(request)
        return HttpResponse(msgspec.json.encode(_document(request)), content_type="application/json")
    except Refused as no:
        status, headers = (429, {"Retry-After": str(no.wait_s)}) if isinstance(no, TooMany) else (400, {})
        return HttpResponse(str(no), status=status, headers=headers, content_type="text/plain; charset=utf-8")


def _refuse_flood(request: HttpRequest) -> None:
    network = asker_of(request).network
    if not any(cache.add(f"opened:{network}:{number}", 1, _MINUTE_S) for number in range(_A_MINUTE)):
        raise TooMany(
            _(
                "%(most)s files of your network were opened within a minute, the most there can be. Wait a"
                " moment; `tenfold watch` on your own machine has no limit."
            )
            % {"most": _A_MINUTE},
            wait_s=_MINUTE_S,  # at most: no place is held for longer
        )


def _document(request: HttpRequest) -> Replay:
    file = request.FILES.get("file")
    if file is None:
        raise _no_replay(_("No file came."))
    if (file.size or 0) > _MOST_BYTES:
        raise _no_replay(
            _("The file has %(size)s bytes, and a replay at most %(most)s.")
            % {"size": figure(file.size or 0), "most": figure(_MOST_BYTES)}
        )
    data = file.read()
    try:
        return _played_again(data) if data.startswith(b"T10") else read_replay(data)
    except (NoReplay, TranscriptMismatch) as error:
        raise _no_replay(_("The file cannot be shown: %(why)s.") % {"why": in_words(error)}) from error


def _no_replay(why: str) -> Refused:
    return Refused(
        _("%(why)s What opens here is a replay (.json) or a stored game (.t10), as a site gives them out.")
        % {"why": why}
    )


def _played_again(data: bytes) -> Replay:
    transcript = load(data)
    if len(transcript.actions) > _MOST_ACTIONS:
        raise TranscriptMismatch(
            _("a log of %(size)s bytes is longer than any game's here")
            % {"size": figure(len(transcript.actions))}
        )
    return replay_document(transcript)
