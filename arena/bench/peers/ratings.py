"""Other ratings of the same games. Run by the Python of the peers' environment; `make bench-peers` makes it.

Reads {"bots": n, "games": [[bots, places], …], "after": [counts]} and writes, by rating, what each bot is
worth after so many games.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import trueskill
from openskill.models import BradleyTerryFull, PlackettLuce

Rate = Callable[[list[Any], list[int]], list[Any]]


def worth(fresh: Callable[[], Any], rate: Rate, asked: dict[str, Any]) -> Iterator[list[float]]:
    """Rate game after game, online as these ratings are made to be used."""
    ratings = [fresh() for _ in range(asked["bots"])]
    for number, (who, places) in enumerate(asked["games"], 1):
        for bot, rating in zip(who, rate([ratings[bot] for bot in who], places), strict=True):
            ratings[bot] = rating
        if number in asked["after"]:
            yield [rating.mu for rating in ratings]


def openskill(model: Any) -> tuple[Callable[[], Any], Rate]:  # noqa: ANN401 - the package has no types here
    return model.rating, lambda rated, places: [
        rating for (rating,) in model.rate([[each] for each in rated], ranks=places)
    ]


def true_skill(league: Any) -> tuple[Callable[[], Any], Rate]:  # noqa: ANN401 - the package has no types
    return league.create_rating, lambda rated, places: [
        rating for (rating,) in league.rate([(each,) for each in rated], ranks=places)
    ]


asked = json.load(sys.stdin)
raters = {
    "openskill, Plackett-Luce": openskill(PlackettLuce()),
    "openskill, Bradley-Terry": openskill(BradleyTerryFull()),
    "trueskill": true_skill(trueskill.TrueSkill(draw_probability=0.01)),
}
json.dump({name: list(worth(*rater, asked)) for name, rater in raters.items()}, sys.stdout)
