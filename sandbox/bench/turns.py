"""Measuring in turns."""

import random
import statistics
import time
from collections.abc import Callable, Mapping

#: Does the thing once.
Sample = Callable[[], object]


def medians(samples: Mapping[str, Sample], count: int) -> dict[str, float]:
    """Seconds, the median of so many of each; in changing order, for each leaves its caches to the next."""
    order, shuffle = list(samples), random.Random(0)  # noqa: S311 - no secret
    taken: dict[str, list[float]] = {name: [] for name in samples}
    for _ in range(count):
        shuffle.shuffle(order)
        for name in order:
            began = time.perf_counter()
            samples[name]()
            taken[name].append(time.perf_counter() - began)
    return {name: statistics.median(each) for name, each in taken.items()}
