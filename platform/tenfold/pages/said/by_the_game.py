"""What `arena` says: of moves, rule sets, replies, logs and fields. Most goes on after a name or a colon."""

from typing import Final

from django.utils.translation import gettext_noop as _

from arena.phase10.phases import PHASES, phase_text

#: Why a move is against the rules.
_MOVES: Final = (
    _("phase %(phase)s is not open: announce one of %(phases)s"),
    _("there is no card %(place)s from the top among %(cards)s"),
    _("a skip cannot be drawn from the discard pile"),
    _("a card can be drawn from discard only, not from the stock"),
    _("a card can be drawn from stock only, not from the discard"),
    _('a group is a list of cards or {"cards": [...], "as": ...}, not %(came)s'),
    _("wilds stand for a number or one of the colours R, B, Y, G, not for %(came)s"),
    _('a hit is {"card": ..., "meld": ..., "end": ...}, not %(came)s'),
    _('an end is "low" or "high", not %(came)s'),
    _('a meld is named by its id or as "new:0", not %(came)s'),
    _("a skip cannot be hit; it can only be discarded"),
    _("%(meld)s has no ends, but the hit with %(card)s names its '%(end)s'"),
    _("%(card)s does not fit %(meld)s"),
    _("%(card)s does not fit %(meld)s at its %(side)s end"),
    _("a wild hit onto %(meld)s must name its end, 'low' or 'high'"),
    _("%(meld)s begins with 1: nothing goes to its low end"),
    _("%(meld)s ends with 12: nothing goes to its high end"),
    _("a skip is never part of a phase: %(cards)s"),
    _("a %(group)s takes %(size)s cards or more, not %(number)s: %(cards)s"),
    _("a set holds one number, not several: %(cards)s"),
    _("a run goes up by one from card to card, low to high: %(cards)s"),
    _("a colour group holds one colour, not several: %(cards)s"),
    _("only a group of wilds says what it stands for; %(cards)s has natural cards"),
    _("%(cards)s holds no natural card and does not say what it stands for"),
    _("a run stays within 1 to 12, but %(cards)s would go from %(low)s to %(high)s"),
    _("each group needs a natural card, but one is %(cards)s"),
    _("a phase needs at least one natural card; all of these are wild"),
    _("wilds of one colour stand for R, B, Y or G, not for %(came)s"),
    _("the wilds of a %(kind)s stand for a number from 1 to 12, not for %(came)s"),
    _("the play says what wilds stand for, but lays nothing"),
    _("the phase is laid down already; there is one phase a deal"),
    _("phase %(phase)s is %(goal)s: %(groups)s groups, not %(laid)s"),
    _("%(said)s groups say what they stand for, but %(laid)s are laid"),
    _("there is no meld %(named)s on the table"),
    _("hitting is allowed from the turn after laying down on"),
    _("hitting is allowed once the own phase is down; phase %(phase)s is not"),
    _("a floating seat must hit a card that fits, and %(card)s does"),
    _("the hand has no card left: it cannot give %(card)s"),
    _("the hand has %(cards)s left: it cannot give %(card)s"),
    _("the turn ends with a discard, and %(cards)s are in the hand"),
    _("this discard skips nobody, but names seat %(seat)s"),
    _("a skip must name one of the seats %(seats)s, not %(came)s"),
    _("the last card must be discarded; laying or hitting cannot take it"),
    _("the hand is empty: there is nothing to discard and nobody to skip"),
    _("%(came)s is not a card: cards are R1 to R12, B, Y and G likewise, W (wild) and S (skip)"),
)
#: Why a rule set makes no sense.
_RULES: Final = (
    _("a rule set is an object of fields, not %(came)s"),
    _("a rule set has no field %(came)s; its fields are %(known)s"),
    _("phases is a list of phase numbers, at least one, not %(came)s"),
    _("phases holds %(came)s; the phases are 1 to %(last)s"),
    _("phases names a phase twice: %(came)s"),
    _("%(field)s is one of %(known)s, not %(came)s"),
    _("%(field)s is a whole number from %(low)s to %(high)s, not %(came)s"),
    _(
        "deals_per_game is %(deals)s, but %(phases)s phases take as many deals at least: raise it or "
        "list fewer phases"
    ),
    _(
        "order='announce' goes with advance='made' only: with 'always' a seat that never came to "
        "announce a phase would have none to move on from"
    ),
    _(
        "order='announce' chooses among phases, but there is only phase %(phase)s: list more phases "
        "or take order='fixed'"
    ),
    _("turns_per_seat is 1, but %(late)s needs a second turn of a seat in the deal: raise it"),
)
#: Why a line is no reply.
_REPLIES: Final = (
    _("%(problem)s: %(line)s: a reply here has %(fields)s"),
    _("holds half of a character: %(line)s"),
    _("the reply's id is %(came)s, but %(asked)s was asked: answer every line once, with its own id"),
    _("nested deeper than %(levels)s levels: %(line)s"),
    _("not JSON: %(line)s: print debugging output to stderr"),
    _("not JSON (%(problem)s at character %(place)s): %(line)s: print debugging output to stderr"),
    _("a reply is one JSON object, not %(line)s: print debugging output to stderr"),
    _("starts with a byte order mark: write UTF-8 without one"),
    _("holds a NUL byte: %(line)s: write text, not binary"),
    _("not UTF-8 (byte %(place)s is 0x%(byte)s): %(line)s"),
    _("the key %(key)s is given twice in one object"),
    _("a number has more than %(digits)s digits: %(number)s"),
    _("%(came)s is not a JSON number"),
)
#: Why a stored game cannot be played again.
_LOGS: Final = (
    _("not a transcript: it begins with %(came)s, not with %(mark)s"),
    _("the transcript breaks off: %(size)s bytes of at least %(least)s"),
    _("the log ends before the game does: it waits for %(pending)s"),
    _("the log is not the one that its own game writes"),
    _("the game comes out as %(found)s, but the transcript claims %(claimed)s"),
    _(
        "engine %(made)s made this transcript, and this is engine %(here)s: replay it with a release "
        "that has that engine"
    ),
    _("no game can begin like this: %(error)s"),
    _("the log does what the rules forbid (%(where)s): %(error)s"),
    _("deal %(deal)s, turn %(turn)s"),
    _("the transcript's rules are refused: %(error)s"),
    _("the transcript's rules cannot be read: %(came)s"),
    _("the transcript's log cannot be inflated: %(problem)s"),
    _("the transcript's log breaks off, or something follows it"),
    _("the action log breaks off or names a card or seat that is not there"),
    _("the log goes on, but the game is over"),
    _("a %(came)s came, but the game waits for %(due)s"),
    _("its next deal"),
    _("the %(stage)s of seat %(seat)s"),
    _("the game is over: a strike would change nothing"),
    _("the game is over: a forfeit would change nothing"),
    _("%(came)s came, but the game is over"),
    _("not a replay as a site gives it: %(problem)s"),
    _("a replay of format %(came)s, and this tenfold reads format %(known)s"),
)
#: Why entries fill no table.
_FIELDS: Final = (
    _("A table seats 2 to 6 players, not %(players)s."),
    _(
        "A table needs bots of %(players)s different owners, and the bots entered are %(entries)s: "
        "enter more, house bots too."
    ),
    _(
        "A table needs bots of %(players)s different owners, and the %(entries)s bots entered have "
        "%(owners)s: enter bots of more owners, or house bots."
    ),
    _("Each entry needs its owner: %(entries)s entries came with %(owners)s owners."),
)
SENTENCES: Final = (*_MOVES, *_RULES, *_REPLIES, *_LOGS, *_FIELDS)


def _part(context: str, words: str) -> tuple[str, str]:
    """Marks a part of a sentence for the catalogs."""
    return context, words


#: Melds, phases and groups, as they are called within a sentence.
PARTS: Final = (
    ("", _("the set of %(number)ds")),
    ("", _("the run %(low)d to %(high)d")),
    ("", _("the meld of colour %(colour)s")),
    ("", _("set of %(size)d")),
    ("", _("run of %(size)d")),
    ("", _("%(size)d cards of one colour")),
    *(("", phase_text(phase)) for phase in PHASES),
    # What the decoder of replies finds, after which a sentence goes on.
    ("", _("Invalid enum value %(came)s at %(place)s")),
    ("", _("Expected %(wanted)s, got %(came)s at %(place)s")),
    ("", _("Object missing required field %(field)s")),
    ("", _("Object missing required field %(field)s at %(place)s")),
    ("", _("Object contains unknown field %(field)s")),
    ("", _("Object contains unknown field %(field)s at %(place)s")),
    _part("end of a run", "low"),
    _part("end of a run", "high"),
    _part("kind of group", "set"),
    _part("kind of group", "run"),
)
