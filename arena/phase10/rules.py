"""A rule set as data: every ruling that a group of players may want otherwise is a field here."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Self

from arena.phase10.errors import RulesRefused
from arena.phase10.phases import PHASES, phase_text


class Advance(StrEnum):
    """Who moves on to the next phase when a deal ends."""

    MADE = "made"
    ALWAYS = "always"


class Naturals(StrEnum):
    """Where at least one card that is not wild is asked for."""

    GROUP = "group"
    PHASE = "phase"
    NONE = "none"


class HitFrom(StrEnum):
    """From which turn on a seat may hit: that of laying down, or the next."""

    SAME_TURN = "same_turn"
    LATER = "later"


class GoOut(StrEnum):
    """How a deal is ended: by an empty hand, by a last discard, or floating with an empty hand."""

    EMPTY = "empty"
    DISCARD = "discard"
    FLOAT = "float"


class SkipTarget(StrEnum):
    ANY = "any"
    NEXT = "next"


class SkipLimit(StrEnum):
    """How long a seat that was named is safe from being named again."""

    LAP = "lap"
    PENDING = "pending"
    HAND = "hand"
    NONE = "none"


class Order(StrEnum):
    FIXED = "fixed"
    ANNOUNCE = "announce"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a game. The defaults are the standard game; nonsense is refused with RulesRefused."""

    phases: tuple[int, ...] = tuple(PHASES)
    advance: Advance = Advance.MADE
    naturals: Naturals = Naturals.GROUP
    hit: HitFrom = HitFrom.SAME_TURN
    go_out: GoOut = GoOut.EMPTY
    skip_target: SkipTarget = SkipTarget.ANY
    skip_limit: SkipLimit = SkipLimit.LAP
    order: Order = Order.FIXED
    turns_per_seat: int = 50
    deals_per_game: int = 40
    strikes: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "phases", _phases(self.phases))
        for name, choices in _CHOICES.items():
            object.__setattr__(self, name, _choice(name, getattr(self, name), choices))
        for name, (low, high) in _LIMITS.items():
            _check_number(name, getattr(self, name), low, high)
        _check_together(self)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """A rule set from its JSON object; a field left out is as in the standard game."""
        if not isinstance(data, Mapping):
            raise RulesRefused(f"a rule set is an object of fields, not {data!r}")
        known = [field.name for field in fields(cls)]
        for name in data:
            if name not in known:
                raise RulesRefused(f"a rule set has no field {name!r}; its fields are {', '.join(known)}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON would hold it; `from_dict` gives back an equal rule set."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        plain = {name: str(value) if isinstance(value, StrEnum) else value for name, value in values.items()}
        return plain | {"phases": list(self.phases)}

    def describe(self) -> list[str]:
        """The rules in which games differ, a sentence each, in the order a player meets them."""
        listed = "; ".join(f"phase {phase}: {phase_text(phase)}" for phase in self.phases)
        chosen = [_SENTENCES[name, str(getattr(self, name))] for name in _CHOICES]
        return [
            f"The phases to complete are {listed}.",
            *chosen,
            f"A deal ends after {self.turns_per_seat} turns of every seat.",
            f"A game ends after {self.deals_per_game} deals.",
            f"After {self.strikes} refused replies a bot has forfeited the game, which ends once all have.",
        ]


_CHOICES: Final[Mapping[str, type[StrEnum]]] = {
    "order": Order,
    "advance": Advance,
    "naturals": Naturals,
    "hit": HitFrom,
    "go_out": GoOut,
    "skip_target": SkipTarget,
    "skip_limit": SkipLimit,
}

_LIMITS: Final = {"turns_per_seat": (1, 1000), "deals_per_game": (1, 1000), "strikes": (1, 100)}

_SENTENCES: Final = {
    ("order", "fixed"): "Everybody makes the phases in this order.",
    (
        "order",
        "announce",
    ): "Before its first draw of a deal each seat says which of its open phases it tries.",
    ("advance", "made"): "Whoever laid the phase down moves on to the next one when the deal ends.",
    ("advance", "always"): "Everybody moves on to the next phase after every deal, made or not.",
    ("naturals", "group"): "Each group that is laid down holds at least one card that is not wild.",
    ("naturals", "phase"): "A phase that is laid down holds at least one card that is not wild.",
    ("naturals", "none"): "A phase may be laid down in wilds alone.",
    ("hit", "same_turn"): "Hitting is allowed from the turn of laying down on.",
    ("hit", "later"): "Hitting is allowed from the turn after laying down on.",
    ("go_out", "empty"): "The deal ends as soon as a hand is empty, by laying, hitting or discarding.",
    ("go_out", "discard"): "The deal ends with somebody's last discard; one card must be kept for it.",
    (
        "go_out",
        "float",
    ): "Who lays or hits the last card floats; the deal ends with a last card discarded.",
    ("skip_target", "any"): "A skip names any other player.",
    ("skip_target", "next"): "A skip names the next player only.",
    ("skip_limit", "lap"): "Who was skipped is safe until play comes round to the seat that named them.",
    ("skip_limit", "pending"): "Who was skipped is safe until the turn is lost.",
    ("skip_limit", "hand"): "Each player can be skipped once a deal.",
    ("skip_limit", "none"): "Skips know no limit; two that are pending on one seat cost one turn.",
}


def _phases(came: object) -> tuple[int, ...]:
    if not isinstance(came, list | tuple) or not came:
        raise RulesRefused(f"phases is a list of phase numbers, at least one, not {came!r}")
    for phase in came:
        if type(phase) is not int or phase not in PHASES:
            raise RulesRefused(f"phases holds {phase!r}; the phases are 1 to {max(PHASES)}")
    if len(set(came)) != len(came):
        raise RulesRefused(f"phases names a phase twice: {list(came)}")
    return tuple(came)


def _choice(name: str, came: object, choices: type[StrEnum]) -> StrEnum:
    try:
        return choices(came)  # type: ignore[arg-type]  # anything may come; the enum refuses what is not its own
    except ValueError:
        known = ", ".join(repr(str(choice)) for choice in choices)
        raise RulesRefused(f"{name} is one of {known}, not {came!r}") from None


def _check_number(name: str, came: object, low: int, high: int) -> None:
    # bool is an int to Python; True turns a seat would be a slip of the organizer's.
    if type(came) is not int or not low <= came <= high:
        raise RulesRefused(f"{name} is a whole number from {low} to {high}, not {came!r}")


def _check_together(rules: RuleSet) -> None:
    if rules.deals_per_game < len(rules.phases):
        raise RulesRefused(
            f"deals_per_game is {rules.deals_per_game}, but {len(rules.phases)} phases take as many deals at "
            "least: raise it or list fewer phases",
        )
    if rules.order is Order.ANNOUNCE and rules.advance is Advance.ALWAYS:
        raise RulesRefused(
            "order='announce' goes with advance='made' only: with 'always' a seat that never came to "
            "announce a phase would have none to move on from",
        )


STANDARD: Final = RuleSet()


def first_phases(count: int) -> RuleSet:
    """The game won by completing phases 1 to `count`."""
    return RuleSet(phases=tuple(range(1, count + 1)))


#: The rule sets that have a name, for forms and for short transcripts.
NAMED: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "standard": STANDARD,
        "everyone-advances": RuleSet(advance=Advance.ALWAYS),
        "even": RuleSet(phases=(2, 4, 6, 8, 10)),
        "odd": RuleSet(phases=(1, 3, 5, 7, 9)),
        **{f"first-{count}": first_phases(count) for count in range(1, 10)},
    },
)
