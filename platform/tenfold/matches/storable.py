"""Text that came from a bot, made fit for PostgreSQL."""

from typing import TypeVar

Stored = TypeVar("Stored")


def storable(value: Stored) -> Stored:
    """The same value with its strings fit to be stored, at any depth.

    PostgreSQL holds neither NUL nor half of a surrogate pair, and a bot can send both: unescaped they would
    make storing its match fail, time and again, until the match is void.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")  # type: ignore[return-value]  # a str, as it came
    if isinstance(value, dict):
        return {storable(key): storable(inner) for key, inner in value.items()}  # type: ignore[return-value]  # a dict
    if isinstance(value, list):
        return [storable(inner) for inner in value]  # type: ignore[return-value]  # a list
    return value
