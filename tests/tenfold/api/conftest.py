from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_asked_before() -> Iterator[None]:
    """The limits on asking count in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()
