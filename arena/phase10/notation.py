"""Cards as text: R1..R12, B, Y, G likewise, W (wild), S (skip)."""

from collections.abc import Iterable
from typing import Final

from arena.phase10.cards import COLORS
from arena.phase10.errors import NotACard

TEXT: Final = (*(f"{COLORS[card % 4]}{card // 4 + 1}" for card in range(48)), "W", "S")
_CARD: Final = {text: card for card, text in enumerate(TEXT)}


def quoted(came: object) -> str:
    """What came, short enough to stand in a sentence."""
    shown = repr(came)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def read_card(text: object) -> int:
    """The card that `text` names; NotACard says what came instead."""
    card = _CARD.get(text) if isinstance(text, str) else None
    if card is None:
        message = (
            f"{quoted(text)} is not a card: cards are R1 to R12, B, Y and G likewise, W (wild) and S (skip)"
        )
        raise NotACard(message)
    return card


def read_cards(texts: Iterable[object]) -> tuple[int, ...]:
    return tuple(read_card(text) for text in texts)


def write_cards(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([TEXT[card] for card in cards])


def spell(cards: Iterable[int]) -> str:
    """Cards within a sentence: ``R5, W, B5``."""
    return ", ".join([TEXT[card] for card in cards])
