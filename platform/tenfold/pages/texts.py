"""Text as forms that have no form class bring it."""

from django.http import HttpRequest


def text(request: HttpRequest, name: str) -> str:
    """What was sent under this name, without NUL, which no browser sends and no column of ours can hold."""
    return request.POST.get(name, "").replace("\0", "")
