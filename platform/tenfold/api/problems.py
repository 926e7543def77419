"""Errors of the API as problem documents (RFC 9457, `application/problem+json`)."""

from collections.abc import Mapping
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tenfold.refusal import Refused, Stale, TooMany


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn what a view raised into a problem document; None leaves it to the 500 page.

    `detail` is a sentence. A refused form has `errors` beside it: field name to sentences.
    """
    if isinstance(error, TooMany):
        problem = _problem(status.HTTP_429_TOO_MANY_REQUESTS, "Too many", str(error))
        problem["Retry-After"] = str(error.wait_s)
        return problem
    if isinstance(error, Stale):
        return _problem(status.HTTP_412_PRECONDITION_FAILED, "Changed meanwhile", str(error))
    if isinstance(error, Refused):
        return _problem(status.HTTP_409_CONFLICT, "Refused", str(error))
    response = exception_handler(error, dict(context))
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        detail = "Some fields were not understood; see errors."
        problem = _problem(response.status_code, "Invalid input", detail, errors=response.data)
    else:
        problem = _problem(response.status_code, _title(error), str(_detail(response.data)))
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in response:
            problem[name] = response[name]
    return problem


def _title(error: Exception) -> str:
    if isinstance(error, Http404):
        return "Not found"
    if isinstance(error, PermissionDenied):
        return "Forbidden"
    assert isinstance(error, exceptions.APIException)
    return str(error.default_code).replace("_", " ").capitalize()


def _detail(data: object) -> object:
    return data["detail"] if isinstance(data, Mapping) and "detail" in data else data


def _problem(code: int, title: str, detail: str, **more: object) -> Response:
    """`instance` is the request's id, which the log has too."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    instance = {"instance": f"urn:request:{request_id}"} if request_id else {}
    document = {"type": "about:blank", "title": title, "status": code, "detail": detail, **instance, **more}
    return Response(document, status=code, content_type="application/problem+json")
