from typing import Any

from django.utils.dateparse import parse_datetime
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination, LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response


class NewestFirst(CursorPagination):
    """Keyset pages: the thousandth costs what the first does, and none shifts while it is read."""

    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The cursor asked for; one changed by hand would else reach the database as it came."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not self.is_mark(str(cursor.position)):
            raise NotFound(self.invalid_cursor_message)
        return cursor

    def is_mark(self, text: str) -> bool:
        """Whether this can be a value of the first column of `ordering`."""
        return text.isascii() and text.isdecimal() and len(text) < 19


class ByRank(NewestFirst):
    ordering = ("rank", "id")  # type: ignore[assignment]  # the stubs know one column only


class ByOffset(LimitOffsetPagination):
    """Of a list that is made for the asker and nowhere stored; answered as the other pages are."""

    default_limit = 50
    limit_query_param = "page_size"
    max_limit = 200

    def get_paginated_response(self, data: Any) -> Response:  # noqa: ANN401 - as its parent's
        pages = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({**pages, "results": data})


class ByCreation(NewestFirst):
    ordering = "-created"

    def is_mark(self, text: str) -> bool:
        try:
            instant = parse_datetime(text)
        except ValueError:
            return False
        return instant is not None and instant.tzinfo is not None
