"""What can go wrong in the game: a move, a rule set or a card that is refused, each with a sentence."""


class IllegalMove(Exception):
    """A reply that the rules do not allow; the game is unchanged. The message says what came and why not."""


class NotACard(IllegalMove):
    """Text that names no card."""


class RulesRefused(ValueError):
    """A rule set that makes no sense; the message names the field, what came and what would do.

    `field` is the field that the message speaks of, empty when it is of none.
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotNow(RuntimeError):
    """The caller asked for something that the game is not waiting for: a defect of the caller, not a move."""
