from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

# A rule set, the deepest thing that is asked for, has three levels.
MOST_LEVELS = 20


class ShallowJSONParser(JSONParser):
    """JSON as the standard one reads it, save that what is nested without end is refused, not run into."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - as its parent's
        try:
            read = super().parse(stream, media_type, parser_context)
        except RecursionError:
            read = None
            levels = MOST_LEVELS + 1
        else:
            levels = _levels(read)
        if levels > MOST_LEVELS:
            raise ParseError(f"JSON parse error - nested deeper than {MOST_LEVELS} levels")
        return read


def _levels(value: object) -> int:
    """How deep a value is nested, as far as it matters; without recursion, which is what it guards from."""
    levels = 0
    level = [value]
    while level and levels <= MOST_LEVELS:
        levels += 1
        lists = [inner for inner in level if isinstance(inner, list)]
        objects = [inner for inner in level if isinstance(inner, dict)]
        level = [item for inner in lists for item in inner]
        level += [item for inner in objects for item in inner.values()]
    return levels
