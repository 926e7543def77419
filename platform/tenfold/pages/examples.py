"""The ten-line bot and one example of every message, as the pages show them."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from django.utils.translation import gettext_noop

from arena.phase10.rules import STANDARD
from arena.protocol import REPLIES, Request

TEN_LINES: Final = """\
import json, sys

for line in sys.stdin:
    ask = json.loads(line)
    reply = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = "stock"
    elif ask["type"] == "play":
        reply["discard"] = ask["hand"][0]
    print(json.dumps(reply), flush=True)
"""

_ID: Final = "9f3c1e77aa"
_TIME: Final = {"cpu_ms": 1850, "wall_ms": 5600}
_PLAYERS: Final = [
    {
        "phase": 4,
        "down": False,
        "score": 35,
        "cards": 10,
        "loses_turn": False,
        "playing": True,
        "forfeited": False,
    },
    {
        "phase": 2,
        "down": True,
        "score": 80,
        "cards": 3,
        "loses_turn": True,
        "playing": True,
        "forfeited": False,
    },
]
_MELDS: Final = [
    {"id": 0, "owner": 1, "kind": "set", "number": 7, "cards": ["R7", "W", "G7"]},
    {"id": 1, "owner": 1, "kind": "run", "low": 3, "cards": ["R3", "W", "Y5", "B6"]},
]
_STATE: Final = {
    "game": 3,
    "deal": 7,
    "turn": 112,
    "seat": 0,
    "playoff": False,
    "players": _PLAYERS,
    "discards": ["Y3", "B7"],
    "stock": 31,
    "melds": _MELDS,
    "events": [{"seat": 1, "drew": "stock"}, {"seat": 1, "discarded": "B7"}],
    "time": _TIME,
}
_HAND: Final = ["R1", "G2", "B3", "Y4", "G6", "G7", "R9", "B9", "W", "S"]

_NEWS: Final = {"game": 3, "seat": 0, "time": _TIME}

# name -> what it asks, its fields but type and id, and the reply's fields but the id.
_EXAMPLES: Final[dict[str, tuple[str, dict[str, Any], dict[str, Any]]]] = {
    "hello": (
        gettext_noop(
            "Once, before the first game: the seats, how many games, the rules in full and in words,"
            " the time."
        ),
        {
            "protocol": 1,
            "players": 2,
            "games": 10,
            "rules": STANDARD.to_dict(),
            "rules_text": STANDARD.in_words(),
            "limits": {
                "cpu_bank_ms": 2000,
                "cpu_per_move_ms": 20,
                "wall_bank_ms": 6000,
                "move_wall_ms": 5000,
            },
        },
        {},
    ),
    "phase": (
        gettext_noop(
            "Only where the order of phases is announced: which of the open ones is tried in this deal?"
        ),
        {**_STATE, "hand": _HAND, "melds": [], "events": [], "open_phases": [4, 7, 8]},
        {"phase": 4},
    ),
    "draw": (
        gettext_noop("The first half of a turn: from where is the card drawn?"),
        {**_STATE, "hand": _HAND, "can_draw": ["stock", "discard"]},
        {"draw": "discard"},
    ),
    "play": (
        gettext_noop("The second half: what is laid down, hit and discarded? The hand holds the drawn card."),
        {
            **_STATE,
            "discards": ["Y3"],
            "hand": ["R1", "G2", "B3", "Y4", "G6", "B7", "G7", "R9", "B9", "W", "S"],
            "drawn": "B7",
            "can_lay": True,
            "can_skip": [],
        },
        {
            "lay": [["R1", "G2", "B3", "Y4", "W", "G6", "G7"]],
            "hit": [{"card": "B7", "meld": 0}],
            "discard": "R9",
        },
    ),
    "deal_over": (
        gettext_noop(
            "News of a finished deal, by seat: who made the phase, what was left in hand and what it cost."
        ),
        {
            **_NEWS,
            "deal": 7,
            "playoff": False,
            "how": "out",
            "out": 0,
            "made": [True, False],
            "hands": [[], ["G5", "W"]],
            "points": [0, 30],
            "scores": [35, 110],
            "phases": [5, 2],
        },
        {},
    ),
    "game_over": (
        gettext_noop("News of a finished game, by seat."),
        {
            **_NEWS,
            "ranking": [
                {"seat": 0, "place": 1, "phases": 10, "points": 185, "forfeited": False},
                {"seat": 1, "place": 2, "phases": 8, "points": 310, "forfeited": False},
            ],
        },
        {},
    ),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A message and its answer, each as the line that goes over the wire; `about` it, as yet in English."""

    name: str
    about: str
    request: str
    reply: str


@cache
def messages() -> tuple[Example, ...]:
    """One example of every message; each has passed through the protocol's own structs."""
    return tuple(_example(name, *parts) for name, parts in _EXAMPLES.items())


def _example(name: str, about: str, request: dict[str, Any], reply: dict[str, Any]) -> Example:
    asked = msgspec.convert({"type": name, "id": _ID, **request}, Request, strict=False)
    answer = {"id": _ID, **reply}
    msgspec.convert(answer, REPLIES[type(asked)])
    # Spaced for reading; a real line has no spaces.
    return Example(name, about, json.dumps(msgspec.to_builtins(asked)), json.dumps(answer))
