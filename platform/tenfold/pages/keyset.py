"""Pages of long lists by where the last one ended, so that the thousandth costs what the first does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from tenfold.pages.numbers import whole

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, and the mark to ask the following ones with (None: there are none)."""

    rows: Sequence[Row]
    following: str | None


def page(query: QuerySet[Row], *, order: Sequence[str], after: str | None, size: int) -> Page[Row]:
    """The rows that follow the mark `after`, ordered by integer columns that together are unique.

    `order` is as in order_by ("-id", or "rank", "id"). A mark that nobody gave out starts at the beginning.
    """
    rows = list(query.filter(_beyond(order, _read(after, len(order)))).order_by(*order)[: size + 1])
    more = len(rows) > size
    rows = rows[:size]
    mark = ".".join(str(getattr(rows[-1], name.lstrip("-"))) for name in order) if more else None
    return Page(rows, mark)


def page_of(
    rows: Sequence[Any], *, key: Callable[[Any], Sequence[int]], after: str | None, size: int
) -> Page[Any]:
    """As `page`, of rows that are at hand, in the order of `key`."""
    mark = _read(after, len(key(rows[0]))) if rows else []
    left = [row for row in rows if not mark or list(key(row)) > mark]
    shown = left[:size]
    following = ".".join(map(str, key(shown[-1]))) if len(left) > size else None
    return Page(shown, following)


def _read(mark: str | None, columns: int) -> list[int]:
    parts = [whole(part) for part in (mark or "").split(".")]
    read = [part for part in parts if part is not None]
    return read if len(read) == len(parts) == columns else []


def _beyond(order: Sequence[str], mark: Sequence[int]) -> Q:
    """Rows after the mark in lexicographic order: more in one column, equal in all before it."""
    beyond = Q()
    equal = Q()
    for name, value in zip(order, mark, strict=False):
        column = name.lstrip("-")
        beyond |= equal & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{column: value})
    return beyond
