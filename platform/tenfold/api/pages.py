from rest_framework.pagination import CursorPagination


class NewestFirst(CursorPagination):
    """Keyset pages: the thousandth costs what the first does, and none shifts while it is read."""

    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 200


class ByRank(NewestFirst):
    ordering = ("rank", "id")  # type: ignore[assignment]  # the stubs know one column only


class ByCreation(NewestFirst):
    ordering = "-created"
