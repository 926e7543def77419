"""The pages for what went wrong, in the site's own face."""

from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tenfold.refusal import WAIT_S, TooMany


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's call
    return render(request, "errors/404.html", {"path": request.path}, status=HTTPStatus.NOT_FOUND)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    context = {"reason": str(exception)}
    return render(request, "errors/403.html", context, status=HTTPStatus.FORBIDDEN)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django's call
    """A form without its CSRF token: mostly a page left open across a sign-in."""
    return render(request, "errors/stale_form.html", status=HTTPStatus.FORBIDDEN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's call
    return render(request, "errors/400.html", status=HTTPStatus.BAD_REQUEST)


def locked_out(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """Too many wrong passwords (django-axes)."""
    response = render(request, "errors/429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(WAIT_S)  # that of AXES_COOLOFF_TIME
    return response


def too_many(request: HttpRequest, no: TooMany) -> HttpResponse:
    """Something was tried too often; the sentence says when again."""
    response = render(request, "errors/429.html", {"reason": str(no)}, status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(no.wait_s)
    return response


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's call
    """No context processor and no query here: whatever broke may be what they need.

    The number is the log's own: one that the asker names is none that the log has.
    """
    request_id = structlog.contextvars.get_contextvars().get("request_id", "")
    page = render_to_string("errors/500.html", {"request_id": request_id})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)
