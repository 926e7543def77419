"""The bot protocol, version 1: every message as a struct, the strict reading of replies, the JSON Schema.

One line of JSON in, exactly one line out that echoes the request's `id`. Only the replies to `draw`, `play`
and `phase` hold more than the id. Changing what a field means makes a new version; adding a field does not.
"""

import secrets
from typing import Any, Literal, TypeVar

import msgspec

from arena.phase10.moves import Play, Source
from arena.phase10.reading import read_play
from arena.seat import TimeLeft
from arena.strict_json import QUOTED, NotStrict, quote, read_object

VERSION = 1
# Of what the decoder says of a reply, which may hold all that the bot wrote.
LONGEST = 2 * QUOTED

Color = Literal["R", "B", "Y", "G"]


class BadReply(Exception):
    """A line that is no reply to what was asked; the message is for the bot's author."""


class WrongId(Exception):
    """A well-formed reply to another request than the one that was asked."""


class TimeLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot may spend, in milliseconds: a bank for each game, topped up by every move."""

    cpu_bank_ms: int = 2000
    cpu_per_move_ms: int = 20
    wall_bank_ms: int = 6000
    move_wall_ms: int = 5000


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as all see it. `phase` is 11 past the last; `playing` is false for who sits out a playoff."""

    phase: int
    down: bool
    score: int
    cards: int
    loses_turn: bool
    playing: bool
    forfeited: bool


class Meld(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A meld on the table: a set has its `number`, a run its `low`, a colour its `color`."""

    id: int
    owner: int
    kind: Literal["set", "run", "color"]
    cards: tuple[str, ...]
    number: int | None = None
    low: int | None = None
    color: Color | None = None


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that all saw: the one field beside `seat` says what; melds, meld, end, skipped go with it."""

    seat: int
    announced: int | None = None
    drew: str | None = None
    laid: tuple[tuple[str, ...], ...] | None = None
    melds: tuple[int, ...] | None = None
    hit: str | None = None
    meld: int | None = None
    end: Literal["low", "high"] | None = None
    discarded: str | None = None
    skipped: int | None = None
    lost_turn: bool | None = None
    reshuffled: int | None = None
    forfeited: bool | None = None


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag="hello"):
    """Asked once, before the first game: what will be played, and within what time.

    `rules` holds every field of the rule set; `rules_text` says for people what it changes of the standard
    game.
    """

    id: str
    protocol: int = VERSION
    players: int
    games: int
    rules: dict[str, Any]
    rules_text: str
    limits: TimeLimits


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All that the asked seat may see; `events` is what happened since its own last turn.

    `hand` is in order: by number, then colour (R, B, Y, G), then the wilds, last the skips. `discards` has
    the top card last, `stock` is how many cards are left there, `time` what the bot may still spend in this
    game.
    """

    id: str
    game: int
    deal: int
    turn: int
    seat: int
    playoff: bool
    hand: tuple[str, ...]
    players: tuple[Player, ...]
    discards: tuple[str, ...]
    stock: int
    melds: tuple[Meld, ...]
    events: tuple[Event, ...]
    time: TimeLeft


class Announce(State, frozen=True, kw_only=True, tag="phase"):
    """Asked before the first draw of a deal where the order of phases is announced: which one is tried?"""

    open_phases: tuple[int, ...]


class Draw(State, frozen=True, kw_only=True, tag="draw"):
    """The first half of a turn: from where is the card drawn?"""

    can_draw: tuple[str, ...]


class PlayTurn(State, frozen=True, kw_only=True, tag="play"):
    """The second half: what is laid down, hit and discarded?

    `hand` holds the drawn card; `can_skip` names the seats that a skip discarded now may name.
    """

    drawn: str
    can_lay: bool
    can_skip: tuple[int, ...]


class DealOver(msgspec.Struct, frozen=True, kw_only=True, tag="deal_over"):
    """News of a finished deal, by seat: who made the phase, what was left in hand and what it cost.

    `how` says whether somebody went `out` (then that seat) or the deal came to its limit of turns.
    """

    id: str
    game: int
    deal: int
    seat: int
    playoff: bool
    how: str
    out: int | None
    made: tuple[bool, ...]
    hands: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    phases: tuple[int, ...]
    time: TimeLeft


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat ended: equals share a place, forfeited seats share the last."""

    seat: int
    place: int
    phases: int
    points: int
    forfeited: bool


class GameOver(msgspec.Struct, frozen=True, kw_only=True, tag="game_over"):
    """News of a finished game."""

    id: str
    game: int
    seat: int
    ranking: tuple[Place, ...]
    time: TimeLeft


Request = Hello | Announce | Draw | PlayTurn | DealOver | GameOver


class Ack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply to `hello`, `deal_over` and `game_over`."""

    id: str


class AnnounceReply(Ack, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply to `phase`."""

    phase: int


class DrawReply(Ack, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply to `draw`."""

    draw: Literal["stock", "discard"]

    def source(self) -> Source:
        return Source(self.draw)


class Declared(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of wilds only, where the rules allow one: a set's number, a run's lowest number or a colour."""

    cards: tuple[str, ...]
    declared: int | Color = msgspec.field(name="as")


class HitReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card put onto a meld: by its id, or `new:0` and so on for the melds that the same reply lays.

    A wild hit on a run names the run's end.
    """

    card: str
    meld: int | str
    end: Literal["low", "high"] | None = None


class PlayReply(Ack, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reply to `play`: groups in the phase's order, then hits in order, then the discard.

    `discard` is left out only when the hand is empty by then; `skip` names a seat when it is a skip.
    """

    lay: tuple[tuple[str, ...] | Declared, ...] = ()
    hit: tuple[HitReply, ...] = ()
    discard: str | None = None
    skip: int | None = None

    def move(self) -> Play:
        """The same for the game; raises IllegalMove when something names no card or no meld."""
        lay, hits = msgspec.to_builtins((self.lay, self.hit))
        return read_play(lay=lay, hits=hits, discard=self.discard, skip=self.skip)


Reply = TypeVar("Reply", bound=Ack)


def new_id() -> str:
    """64 random bits that no bot can foresee, so that a late, doubled or guessed answer can be told."""
    return secrets.token_hex(8)


def encode(message: Request) -> bytes:
    """The message as a line, without its line break."""
    return msgspec.json.encode(message)


def read_reply(line: bytes, kind: type[Reply], request_id: str) -> Reply:
    """Read a bot's line as the reply to a request.

    Raises BadReply on anything that is not exactly such a reply, WrongId on a reply to another request.
    """
    try:
        came = read_object(line)
    except NotStrict as refused:
        raise BadReply(str(refused)) from None
    try:
        reply = msgspec.convert(came, kind)
    except msgspec.ValidationError as refused:
        fields = ", ".join(kind.__struct_encode_fields__)
        shown = quote(line.decode("utf-8", "replace"))
        raise BadReply(f"{_plain(str(refused))}: {shown}: a reply here has {fields}") from None
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can write and UTF-8 cannot
        raise BadReply(f"holds half of a character: {quote(line.decode('utf-8', 'replace'))}") from None
    if reply.id != request_id:
        raise WrongId(
            f"the reply's id is {quote(reply.id)}, but {quote(request_id)} was asked:"
            " answer every line once, with its own id"
        )
    return reply


def _plain(sentence: str) -> str:
    """The decoder's sentence without its back-ticks and path marks.

    It names a field or a value that it does not know as it came, however long that is.
    """
    shown = sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}..."
    return shown.replace("`", "").replace(" - at $.", " at ").replace(" - at $", "")


# Which reply each request wants.
REPLIES: dict[type[Request], type[Ack]] = {
    Hello: Ack,
    Announce: AnnounceReply,
    Draw: DrawReply,
    PlayTurn: PlayReply,
    DealOver: Ack,
    GameOver: Ack,
}


def schema() -> dict[str, Any]:
    """JSON Schema of a line in each direction: `request` is what a bot reads, `reply` what it writes."""
    replies = tuple(dict.fromkeys(REPLIES.values()))
    (request, *each), definitions = msgspec.json.schema_components(
        (Request, *replies), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tenfold bot protocol, version {VERSION}",
        "properties": {"request": request, "reply": {"anyOf": each}},
        "$defs": definitions,
    }
