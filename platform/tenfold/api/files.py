from collections.abc import Iterable

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class AsItIs(BaseContentNegotiation):
    """For what is sent as a file of one kind: an `Accept` that names it is no reason to answer 406."""

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002 - DRF's call
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002 - DRF's call
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type
