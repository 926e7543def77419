"""Cards as small integers.

A natural card is ``(number - 1) * 4 + color`` (0..47), a wild is 48, a skip 49; colours are 0..3 in the
order R, B, Y, G. The tables below are indexed by card.
"""

from typing import Final

COLORS: Final = "RBYG"
WILD: Final = 48
SKIP: Final = 49
KINDS: Final = 50

HAND_SIZE: Final = 10

NUMBER: Final = (*(card // 4 + 1 for card in range(48)), 0, 0)
COLOR: Final = (*(card % 4 for card in range(48)), -1, -1)
POINTS: Final = (*(5 if number < 10 else 10 for number in NUMBER[:48]), 25, 15)

#: Place in the canonical order: R1..R12, then B, Y, G, then wilds, then skips.
CANONICAL: Final = (*(COLOR[card] * 12 + NUMBER[card] for card in range(48)), 49, 50)

#: The 108 cards in canonical order.
DECK: Final = tuple(
    sorted([*range(48), *range(48), *[WILD] * 8, *[SKIP] * 4], key=CANONICAL.__getitem__),
)

#: What the fallback throws away first: most points, then the highest number, then R, B, Y, G; wilds last.
THROW_ORDER: Final = (*((12 - NUMBER[card]) * 4 + COLOR[card] for card in range(48)), 48, -1)


def natural(number: int, color: int) -> int:
    """The card of a number 1..12 in a colour 0..3."""
    return (number - 1) * 4 + color
