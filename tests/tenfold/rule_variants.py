"""Every way in which one field of a rule set can differ from the standard game, as JSON has it."""

from typing import Any

from arena.phase10.rules import CHOICES, STANDARD

VARIANTS: list[dict[str, Any]] = [
    *(
        {name: str(choice)}
        for name, choices in CHOICES.items()
        for choice in choices
        if choice != getattr(STANDARD, name)
    ),
    {"phases": [3, 1]},
    {"turns_per_seat": 20},
    {"deals_per_game": 12},
    {"strikes": 5},
]


def typed(change: dict[str, Any]) -> dict[str, str]:
    """The same as one types it into the form."""
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in change.items()
    }
