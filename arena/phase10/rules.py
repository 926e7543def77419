"""A rule set as data: every ruling that a group of players may want otherwise is a field here."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Self

from arena.phase10.errors import RulesRefused
from arena.phase10.notation import quoted
from arena.phase10.phases import PHASES


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
        for name, choices in CHOICES.items():
            object.__setattr__(self, name, _choice(name, getattr(self, name), choices))
        for name, (low, high) in LIMITS.items():
            _check_number(name, getattr(self, name), low, high)
        _check_together(self)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """A rule set from its JSON object; a field left out is as in the standard game."""
        if not isinstance(data, Mapping):
            raise RulesRefused(f"a rule set is an object of fields, not {quoted(data)}")
        known = [field.name for field in fields(cls)]
        for name in data:
            if name not in known:
                raise RulesRefused(
                    f"a rule set has no field {quoted(name)}; its fields are {', '.join(known)}"
                )
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON would hold it; `from_dict` gives back an equal rule set."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        plain = {name: str(value) if isinstance(value, StrEnum) else value for name, value in values.items()}
        return plain | {"phases": list(self.phases)}

    @property
    def name(self) -> str:
        """What the rule set is called in NAMED; empty for one that has no name."""
        return next((name for name, named in NAMED.items() if named == self), "")

    def sentences(self) -> dict[str, str]:
        """What each field says, by its name, in the order a player meets them."""
        return {
            "phases": _phases_sentence(self.phases),
            **{name: choices[getattr(self, name)] for name, choices in CHOICES.items()},
            "turns_per_seat": f"A deal ends after {_counted(self.turns_per_seat, 'turn')} of every seat.",
            "deals_per_game": f"A game ends after {_counted(self.deals_per_game, 'deal')}.",
            "strikes": f"After {_counted(self.strikes, 'refused reply', 'refused replies')} "
            "a bot has forfeited the game, which ends once all have.",
        }

    def changes(self) -> dict[str, str]:
        """The sentences of those fields that are not as in the standard game."""
        said = self.sentences()
        return {name: said[name] for name in said if getattr(self, name) != getattr(STANDARD, name)}

    def in_words(self) -> str:
        """The rules for whoever knows the standard game."""
        changes = self.changes()
        return f"Standard rules, but: {' '.join(changes.values())}" if changes else "Standard rules."


#: What may be chosen in a field, and what each choice says.
CHOICES: Final[Mapping[str, Mapping[StrEnum, str]]] = {
    "order": {
        Order.FIXED: "Everybody goes through the phases in this order.",
        Order.ANNOUNCE: "Before its first draw of a deal each seat says which of its open phases it tries.",
    },
    "advance": {
        Advance.MADE: "Whoever has laid the phase down moves on when the deal ends; the others do not.",
        Advance.ALWAYS: "Everybody moves on to the next phase after every deal, made or not.",
    },
    "naturals": {
        Naturals.GROUP: "Each group that is laid down holds at least one card that is not wild.",
        Naturals.PHASE: "A phase that is laid down holds at least one card that is not wild.",
        Naturals.NONE: "A phase may be laid down in wilds alone.",
    },
    "hit": {
        HitFrom.SAME_TURN: "Hitting is allowed from the turn of laying down on.",
        HitFrom.LATER: "Hitting is allowed from the turn after laying down on.",
    },
    "go_out": {
        GoOut.EMPTY: "The deal ends as soon as a hand is empty, by laying, hitting or discarding.",
        GoOut.DISCARD: "The deal ends with somebody's last discard; one card must be kept for it.",
        GoOut.FLOAT: "Who lays or hits the last card floats; the deal ends with a last card discarded.",
    },
    "skip_target": {
        SkipTarget.ANY: "A skip names any other player.",
        SkipTarget.NEXT: "A skip names the next player only.",
    },
    "skip_limit": {
        SkipLimit.LAP: "Who was skipped is safe until play comes round to the seat that named them.",
        SkipLimit.PENDING: "Who was skipped is safe until the turn is lost.",
        SkipLimit.HAND: "Each player can be skipped once a deal.",
        SkipLimit.NONE: "Skips know no limit; two that are pending on one seat cost one turn.",
    },
}

#: The numbers that a field takes, both ends included.
LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "turns_per_seat": (1, 1000),
    "deals_per_game": (1, 1000),
    "strikes": (1, 100),
}


def _phases_sentence(phases: tuple[int, ...]) -> str:
    first, last = phases[0], phases[-1]
    if len(phases) == 1:
        return f"The only phase is {first}."
    if len(phases) > 2 and phases == tuple(range(first, last + 1)):
        return f"The phases are {first} to {last}."
    return f"The phases are {', '.join(str(phase) for phase in phases[:-1])} and {last}."


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _phases(came: object) -> tuple[int, ...]:
    if not isinstance(came, list | tuple) or not came:
        raise RulesRefused(
            f"phases is a list of phase numbers, at least one, not {quoted(came)}", field="phases"
        )
    for phase in came:
        if type(phase) is not int or phase not in PHASES:
            raise RulesRefused(
                f"phases holds {quoted(phase)}; the phases are 1 to {max(PHASES)}", field="phases"
            )
    if len(set(came)) != len(came):
        raise RulesRefused(f"phases names a phase twice: {quoted(list(came))}", field="phases")
    return tuple(came)


def _choice(name: str, came: object, choices: Mapping[StrEnum, str]) -> StrEnum:
    for choice in choices:
        if choice == came:
            return choice
    known = ", ".join(repr(str(choice)) for choice in choices)
    raise RulesRefused(f"{name} is one of {known}, not {quoted(came)}", field=name)


def _check_number(name: str, came: object, low: int, high: int) -> None:
    # bool is an int to Python; True turns a seat would be a slip of the organizer's.
    if type(came) is not int or not low <= came <= high:
        raise RulesRefused(f"{name} is a whole number from {low} to {high}, not {quoted(came)}", field=name)


def _check_together(rules: RuleSet) -> None:
    if rules.deals_per_game < len(rules.phases):
        raise RulesRefused(
            f"deals_per_game is {rules.deals_per_game}, but {len(rules.phases)} phases take as many deals at "
            "least: raise it or list fewer phases",
            field="deals_per_game",
        )
    if rules.order is Order.ANNOUNCE and rules.advance is Advance.ALWAYS:
        raise RulesRefused(
            "order='announce' goes with advance='made' only: with 'always' a seat that never came to "
            "announce a phase would have none to move on from",
            field="order",
        )
    if rules.order is Order.ANNOUNCE and len(rules.phases) == 1:
        raise RulesRefused(
            f"order='announce' chooses among phases, but there is only phase {rules.phases[0]}: list more "
            "phases or take order='fixed'",
            field="order",
        )
    if rules.turns_per_seat == 1 and (rules.hit is HitFrom.LATER or rules.go_out is GoOut.FLOAT):
        late = "hit='later'" if rules.hit is HitFrom.LATER else "go_out='float'"
        raise RulesRefused(
            f"turns_per_seat is 1, but {late} needs a second turn of a seat in the deal: raise it",
            field="turns_per_seat",
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
