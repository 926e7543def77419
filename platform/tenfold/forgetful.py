"""The cache, when Valkey is away."""

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class ForgetfulCache(RedisCache):
    """Valkey as a cache; while it cannot be reached, a cache that has forgotten everything.

    What lies in it is a convenience: that a form sent twice acts once, how much was asked in this minute,
    what bots run in. Without it the site goes on from its database; failing, it would be down with its queue.
    """

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:  # noqa: ANN401 - any value
        return _reached(lambda: super(ForgetfulCache, self).get(key, default, version), otherwise=default)

    def set(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - its parent's
        _reached(lambda: super(ForgetfulCache, self).set(*args, **kwargs), otherwise=None)

    def add(self, *args: Any, **kwargs: Any) -> bool:  # noqa: ANN401 - its parent's
        return bool(_reached(lambda: super(ForgetfulCache, self).add(*args, **kwargs), otherwise=True))

    def delete(self, *args: Any, **kwargs: Any) -> bool:  # noqa: ANN401 - its parent's
        return bool(_reached(lambda: super(ForgetfulCache, self).delete(*args, **kwargs), otherwise=False))


def _reached(ask: Callable[[], Any], *, otherwise: Any) -> Any:  # noqa: ANN401 - any value
    try:
        return ask()
    except RedisError as error:
        log.warning("cache not reached", error=str(error))
        return otherwise
