"""A form sent twice does its work once: the second sending is led to what the first one made."""

import secrets
from collections.abc import Callable

from django.core.cache import cache

# Longer than anybody waits between two presses of a button.
_REMEMBERED_SECONDS = 3600


def new_token() -> str:
    """For the form's hidden field."""
    return secrets.token_urlsafe(12)


def once(*, who: int, token: str, work: Callable[[], str], meanwhile: str) -> str:
    """Do `work` unless this token's work was done, and return the address it led to.

    While another request is still at it, the answer is `meanwhile`. Work that raises counts as not done, so
    that a corrected form can be sent with the same token.
    """
    key = f"once:{who}:{token[:64]}"
    if not cache.add(key, meanwhile, _REMEMBERED_SECONDS):
        return str(cache.get(key, meanwhile))
    try:
        address = work()
    except BaseException:
        cache.delete(key)
        raise
    cache.set(key, address, _REMEMBERED_SECONDS)
    return address
