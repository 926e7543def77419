"""What is turned away before any view sees it, and whom a request is taken to come from."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

Answer = Callable[[HttpRequest], HttpResponse]


def from_the_asker(get_response: Answer) -> Answer:
    """Put the address of the person who asks in place of the last proxy's.

    What counts by address (wrong passwords, the API's limits) reads REMOTE_ADDR alone. Of X-Forwarded-For
    only what our own proxies wrote is believed: the rest is whatever the asker made up.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        passed = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        if 0 < settings.PROXIES <= len(passed):
            request.META["REMOTE_ADDR"] = passed[-settings.PROXIES] or request.META["REMOTE_ADDR"]
        return get_response(request)

    return answer


def within_bounds(get_response: Answer) -> Answer:
    """Refuse a body beyond any upload before a byte of it is read, and an address that no database can hold.

    Neither Django nor the API bounds what they read of a file or of JSON.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > settings.MOST_REQUEST_BYTES:
            return _too_large(request)
        if "\0" in request.path_info:
            raise Http404(gettext("No address holds a NUL."))
        return get_response(request)

    return answer


def _too_large(request: HttpRequest) -> HttpResponse:
    if not request.path_info.startswith("/api/"):
        return render(request, "errors/413.html", status=413)
    most = f"A request has at most {settings.MOST_REQUEST_BYTES:,} bytes, and an upload in it 1 MB."
    problem = {"type": "about:blank", "title": "Too large", "status": 413, "detail": most}
    return JsonResponse(problem, status=413, content_type="application/problem+json")
