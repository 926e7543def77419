"""Rules about single things: whose it is, who may see it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import rules


def about_a_thing(rule: Callable[[Any, Any], bool]) -> Any:  # noqa: ANN401 - a predicate of `rules`, which has no types
    """Make a predicate of a rule about a user and a thing.

    Without a thing it says no: so asks the admin, which wants to know of all rows at once.
    """

    @rules.predicate
    @wraps(rule)
    def asked(user: Any, thing: Any = None) -> bool:  # noqa: ANN401 - as the rule takes them
        return thing is not None and rule(user, thing)

    return asked
