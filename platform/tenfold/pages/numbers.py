"""Numbers as forms and addresses bring them."""

# With as many digits a number still fits every column.
_MOST_DIGITS = 18


def whole(text: str | None) -> int | None:
    """The whole number that is written here, or None: too long a one is none of ours either."""
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > _MOST_DIGITS:
        return None
    return int(text)
