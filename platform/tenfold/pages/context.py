"""What every page shows."""

from typing import Any, Final

from django.http import HttpRequest

from tenfold.matches import sandboxes

_SECTIONS: Final = {
    "c": "competitions",
    "competitions": "competitions",
    "m": "competitions",
    "matches": "bots",
    "bots": "bots",
    "authors": "bots",
    "write": "write",
    "play": "play",
    "rules": "rules",
    "protocol": "protocol",
}


def section(request: HttpRequest) -> dict[str, Any]:
    """The part of the site one is in, by the address: it has a colour and a place in the navigation."""
    first = request.path_info.strip("/").partition("/")[0]
    return {"section": _SECTIONS.get(first, "")}


def sandbox(request: HttpRequest) -> dict[str, Any]:  # noqa: ARG001 - what Django calls context processors with
    """The notice for every page while bots run without a sandbox, by what the workers last said."""
    choice = sandboxes.published()
    plain = choice is not None and choice.runs != sandboxes.Runs.DOCKER
    return {"sandbox_notice": choice.reason if choice and plain else None}
