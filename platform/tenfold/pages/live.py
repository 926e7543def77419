"""Pages whose figures change while one looks: the same address gives the page, or to htmx its live part."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.http import HttpResponseStopPolling


def render_live(
    request: HttpRequest, page: str, part: str, context: dict[str, Any], *, settled: bool = False
) -> HttpResponse:
    """`part` is the template that `page` includes. When `settled`, htmx is told to ask no more."""
    asked_by_htmx = bool(request.headers.get("HX-Request"))
    response = render(request, part if asked_by_htmx else page, context)
    if asked_by_htmx and settled:
        response = HttpResponseStopPolling(response.content)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    # Kept by the browser to ask "changed?" with (an ETag), never shown without asking.
    patch_cache_control(response, private=True, no_cache=True)
    return response
