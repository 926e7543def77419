"""Looks one draw ahead: of all cards it may throw, the one after which the next card leaves it best placed.

How good a hand is, it says as the chance to lay the phase down before somebody ends the deal. After the next
draw, which is looked at card by card, that is estimated: the chance to come nearer is counted, and for the
steps beyond it stands how they usually went. Points in hand, a gift to the next seat and the phase are all
counted in phases, since that is what the margin is in, 100 points making one.
"""

import json
import sys
from functools import lru_cache, reduce
from itertools import islice
from operator import or_

SET, RUN, COLOR = "set", "run", "color"
PHASES = {
    1: [(SET, 3), (SET, 3)], 2: [(SET, 3), (RUN, 4)], 3: [(SET, 4), (RUN, 4)], 4: [(RUN, 7)],
    5: [(RUN, 8)], 6: [(RUN, 9)], 7: [(SET, 4), (SET, 4)], 8: [(COLOR, 7)], 9: [(SET, 5), (SET, 2)],
    10: [(SET, 5), (SET, 3)],
}  # fmt: skip
COLORS = "RBYG"
# Read once: a card is looked up far more often than these 50 lines take.
NUMBER = {f"{color}{n}": n for color in COLORS for n in range(1, 13)} | {"W": 0, "S": 0}
POINTS = {card: 5 if n < 10 else 10 for card, n in NUMBER.items()} | {"W": 25, "S": 15}
COPIES = {SET: [0] + [8] * 12, COLOR: [0] + [24] * 4}
SUIT = {card: COLORS.find(card[0]) + 1 for card in NUMBER}
WINDOWS = {n: [((1 << n) - 1) << low for low in range(1, 14 - n)] for n in (4, 7, 8, 9)}

# By phase: of a hundred turns with one card missing, with two, and so on, how many brought the hand nearer.
# Counted in 150 games of two and 60 of four planners.
PACE = {
    1: (35, 50, 85), 2: (38, 60, 90), 3: (32, 38, 64, 90), 4: (38, 46, 53, 71), 5: (34, 44, 54, 70, 80),
    6: (37, 44, 54, 65, 72, 90), 7: (28, 32, 39, 47, 80, 95), 8: (37, 37, 46, 75, 90), 9: (22, 26, 48, 90),
    10: (27, 32, 41, 54, 85),
}  # fmt: skip
PACE_BEYOND = 95
# The chance that a seat that is down, with so many cards left, soon ends the deal; and one that is not down.
ENDS = {1: 0.3, 2: 0.15, 3: 0.1}
ENDS_LATER, ENDS_UP = 0.08, 0.05
# What a phase is worth: itself, and the cards that leave the hand with it.
PHASE_WORTH, CARDS_WORTH = 1.0, 0.4
# What a gift is worth to who takes it: one card nearer, or, when down with so many cards, nearer to the end
# of the deal, of which this much is lost whatever is in hand.
NEARER, END_LOSS = 0.15, 0.3
HASTENS = {1: 0.7, 2: 0.3, 3: 0.15}
HASTENS_LATER = 0.1
SKIP_WORTH = 0.05  # a turn that somebody else loses
# How often a seat takes the card that lies for it, counted in 120 games: when it took the like before; for
# two sets, by how many such cards are unseen; for a run, with numbers in its middle and beside it.
TAKES_AGAIN = {SET: 0.9, COLOR: 0.9, RUN: 0.0}
TAKES_FOR_SETS = {5: 0.08, 6: 0.2, 7: 0.28}
TAKES_FOR_RUN, TAKES_BESIDE_RUN = 0.5, 0.15
TAKES_UNKNOWN = 0.25
# A card that helps comes from the discards too, this much as often as from the stock.
DISCARDS_HELP = 0.4
MOST_LAYS = 60  # the ways to lay a phase that are compared


class Bot:
    def __init__(self):
        self.rules, self.worth = {}, 0
        self.deal = None
        # What each seat took from the discards and threw there in this deal, as numbers and as colours.
        self.taken, self.thrown = {}, {}

    def answer(self, ask):
        reply = {"id": ask["id"]}
        if ask["type"] == "hello":
            self.rules = ask["rules"]
            # Where everybody advances, a phase laid down only empties the hand.
            self.worth = CARDS_WORTH + (PHASE_WORTH if self.rules["advance"] == "made" else 0)
        elif ask["type"] == "phase":
            hopes = {phase: Hope(ask, phase) for phase in ask["open_phases"]}
            reply["phase"] = max(hopes, key=lambda phase: (hopes[phase].looked_ahead(), -phase))
        elif ask["type"] == "draw":
            self.watch(ask)
            reply["draw"] = "discard" if self.wants(ask) else "stock"
        elif ask["type"] == "play":
            self.watch(ask)
            reply |= self.play(ask)
        return reply

    def watch(self, ask):
        """Note down what was taken and thrown since the last message."""
        if self.deal != (ask["game"], ask["deal"]):
            self.deal = ask["game"], ask["deal"]
            self.taken = {seat: set() for seat in range(len(ask["players"]))}
            self.thrown = {seat: set() for seat in range(len(ask["players"]))}
        for event in ask["events"]:
            for noted, what in ((self.taken, "drew"), (self.thrown, "discarded")):
                if event.get(what, "stock") != "stock":
                    noted[event["seat"]] |= {NUMBER[event[what]], event[what][0]}

    def wants(self, ask):
        if len(ask["can_draw"]) == 1:
            return ask["can_draw"] == ["discard"]
        top, me = ask["discards"][-1], ask["players"][ask["seat"]]
        if me["down"]:
            return any(place(top, meld) is not None for meld in ask["melds"])
        hope = Hope(ask, me["phase"])
        return hope.with_card(top) > hope.looked_ahead()

    def play(self, ask):
        hand, me = list(ask["hand"]), ask["players"][ask["seat"]]
        melds = [dict(meld) for meld in ask["melds"]]
        # Unless the rules let laying and hitting end the deal, one card is kept for the discard.
        keep = 0 if self.rules["go_out"] == "empty" else 1
        down, may_hit, reply = me["down"], me["down"], {}
        groups = best_lay(hand, PHASES[me["phase"]], melds, keep) if ask["can_lay"] else None
        if groups:
            reply["lay"] = groups
            hand = without(hand, groups)
            melds += new_melds(groups, PHASES[me["phase"]])
            down, may_hit = True, self.rules["hit"] == "same_turn"
        if may_hit:
            reply["hit"] = hits(hand, melds, keep)
        if hand:
            reply["discard"] = self.throw(hand, down, ask, melds)
            # A skip names somebody whenever it can, but for the last card, which just goes out.
            if reply["discard"] == "S" and len(hand) > 1 and ask["can_skip"]:
                reply["skip"] = max(ask["can_skip"], key=lambda seat: threat(ask["players"][seat]))
        return reply

    def throw(self, hand, down, ask, melds):
        """The card after which the hand is worth most, in phases."""
        hope = Hope(ask | {"hand": hand}, ask["players"][ask["seat"]]["phase"])
        points = sum(POINTS[card] for card in hand)

        def after(card):
            chance = 1 if down else hope.looked_ahead(thrown=card)
            laid = 0 if down else self.worth * chance
            caught = (points - POINTS[card]) / 100 * (1 if down else 1 - chance)
            skip = SKIP_WORTH if card == "S" else 0
            return laid - caught - self.gift(card, laid, ask, melds) + skip, NUMBER[card]

        naturals = [card for card in hand if card != "W"]
        return max(dict.fromkeys(naturals or hand), key=after)

    def gift(self, card, hoped, ask, melds):
        """What is lost by what the next seat can do with the card; nobody else can take it."""
        seat = follower(ask)
        if seat is None or card == "S":
            return 0
        player = ask["players"][seat]
        if player["down"]:
            hit = any(place(card, meld) is not None for meld in melds)
            return HASTENS.get(player["cards"], HASTENS_LATER) * (hoped + END_LOSS) if hit else 0
        # What the next one wins, all others lose together: with more players, less of it is our loss.
        return NEARER * self.takes(seat, card, player["phase"], ask) / (len(ask["players"]) - 1)

    def takes(self, seat, card, phase, ask):
        """The chance that a seat that is not down has use for the card."""
        groups = PHASES.get(phase, [(SET, 0)])
        kinds = [kind for kind, _ in groups]
        like = card[0] if kinds[0] == COLOR else NUMBER[card]
        if like in self.taken[seat]:
            return sum(TAKES_AGAIN[kind] for kind in kinds) / len(kinds)
        if like in self.thrown[seat]:
            return 0  # nobody throws a card away and takes its like later: those are the safest to throw
        if kinds[0] == COLOR:
            return 1 / sum(color not in self.thrown[seat] for color in COLORS)
        if kinds[0] == RUN:
            # Numbers that every run of this length has, wherever it starts.
            middle = 13 - groups[0][1] <= like <= groups[0][1]
            return TAKES_FOR_RUN if middle else TAKES_BESIDE_RUN
        if RUN not in kinds:
            unseen = COPIES[SET][like] - sum(NUMBER[other] == like for other in seen(ask))
            return TAKES_FOR_SETS.get(min(7, unseen), 0)
        return TAKES_UNKNOWN


class Hope:
    """The chance to lay a phase down from a hand before the deal is over."""

    def __init__(self, ask, phase):
        self.groups = tuple(PHASES.get(phase, [(SET, 0), (SET, 0)]))
        # All that counts of a card: its colour in the one phase of a colour, its number in all others.
        colored = self.groups[0][0] == COLOR
        self.key, self.left = (SUIT, COPIES[COLOR][:]) if colored else (NUMBER, COPIES[SET][:])
        self.unseen, self.wild = 108, 8
        for card in seen(ask):
            self.unseen -= 1
            self.wild -= card == "W"
            self.left[self.key[card]] -= 1
        self.left[0] = 0
        self.keys = range(1, len(self.left))
        self.counts = [0, *([self.key[card] for card in ask["hand"]].count(key) for key in self.keys)]
        self.wilds = ask["hand"].count("W")
        self.lasts = lasts(ask)
        self.beyond = [1.0]
        for pace in (*PACE.get(phase, ()), *[PACE_BEYOND] * 10):
            self.beyond.append(self.beyond[-1] * self.soon(pace / 100))

    def soon(self, chance):
        """The chance of something to happen before the deal ends that has this chance in each turn."""
        return self.lasts * chance / (1 - self.lasts * (1 - chance))

    def estimate(self, key, wilds):
        """The chance with so many wilds and one more card of this key; 0 is a card that helps nobody."""
        self.counts[key] += key > 0
        missing, helping = nearest(self.groups, tuple(self.counts))
        self.counts[key] -= key > 0
        if missing <= wilds:
            return self.lasts
        chance = (self.wild + sum([self.left[other] for other in helping])) / max(1, self.unseen)
        chance = 1 - (1 - chance) * (1 - DISCARDS_HELP * chance)
        return self.lasts * self.soon(chance) * self.beyond[missing - wilds - 1]

    def with_card(self, card):
        return self.estimate(self.key[card], self.wilds + (card == "W"))

    def looked_ahead(self, thrown="S"):
        """The chance over all that the next draw may bring, once this card is thrown away."""
        own = self.key[thrown]
        self.counts[own] -= own > 0
        skips = self.unseen - self.wild - sum(self.left)
        total = self.wild * self.estimate(0, self.wilds + 1) + skips * self.estimate(0, self.wilds)
        total += sum([self.left[key] * self.estimate(key, self.wilds) for key in self.keys if self.left[key]])
        self.counts[own] += own > 0
        return total / max(1, self.unseen)


def lasts(ask):
    """The chance that nobody else ends the deal before this seat's next turn."""
    chance = 1.0
    for seat, player in enumerate(ask["players"]):
        if seat != ask["seat"] and player["playing"]:
            chance *= 1 - (ENDS.get(player["cards"], ENDS_LATER) if player["down"] else ENDS_UP)
    return chance


def seen(ask):
    return [*ask["hand"], *ask["discards"], *(card for meld in ask["melds"] for card in meld["cards"])]


def follower(ask):
    """The seat that plays next; None when that is this one, as all others lose their turn."""
    order = range(ask["seat"] + 1, ask["seat"] + len(ask["players"]))
    for seat in (at % len(ask["players"]) for at in order):
        if ask["players"][seat]["playing"] and not ask["players"][seat]["loses_turn"]:
            return seat
    return None


def threat(player):
    """The one to hold up: furthest in the phases, then nearest to going out."""
    return player["phase"] + player["down"], -player["cards"], -player["score"]


@lru_cache(20_000)  # a few megabytes; hands one card apart have most of their neighbours in common
def nearest(groups, counts):
    """How many cards are missing, wilds not counted, and by which keys the hand would come nearer.

    That each group needs one natural card is left out: the next card drawn mends that.
    """
    (kind, size), *others = groups
    if kind == COLOR:
        most = max(counts)
        return max(0, size - most), tuple(key for key in range(1, 5) if counts[key] == most)
    mask = sum(1 << n for n in range(1, 13) if counts[n])
    if kind == RUN:
        missing, helping = run(mask, size)
    elif others[0][0] == RUN:
        missing, helping = set_and_run(counts, mask, size, others[0][1])
    else:
        missing, helping = two_sets(counts, size, others[0][1])
    return missing, tuple(n for n in range(1, 13) if helping >> n & 1)


@lru_cache(None)  # at most 4096 masks of four lengths
def run(mask, size):
    """Missing cards of the best run, and a mask of the numbers that any such run lacks."""
    lacks = [window & ~mask for window in WINDOWS[size]]
    fewest = min(each.bit_count() for each in lacks)
    return fewest, reduce(or_, (each for each in lacks if each.bit_count() == fewest))


def set_and_run(counts, mask, many, size):
    best, helping = many + size, 0
    for n in range(1, 13):
        # One card of the set's number may go into the run instead.
        for held, rest in ((counts[n], mask & ~(1 << n)), (counts[n] - 1, mask)):
            if counts[n] and held >= 0:
                lacking = max(0, many - held)
                missing, wanted = run(rest, size)
                missing, wanted = missing + lacking, wanted | (1 << n if lacking else 0)
                if missing <= best:
                    best, helping = missing, wanted | (helping if missing == best else 0)
    return best, helping


def two_sets(counts, many, few):
    best, helping = many + few, 0
    present = [(1 << n, held) for n, held in enumerate(counts) if held]
    for one, first in present:
        lack = max(0, many - first)
        for two, second in present if lack <= best else ():
            # Both sets may be of one number.
            lack_two = max(0, few - (second if one != two else max(0, first - many)))
            if lack + lack_two <= best:
                wanted = (one if lack else 0) | (two if lack_two else 0)
                best, helping = lack + lack_two, wanted | (helping if lack + lack_two == best else 0)
    return best, helping


def best_lay(hand, phase, melds, keep):
    """Of the ways to lay the phase, that after which the fewest cards are left, then the fewest points."""

    def left(groups):
        rest = without(hand, groups)
        hits(rest, [*map(dict, melds), *new_melds(groups, phase)], keep)
        return len(rest), sum(POINTS[card] for card in rest)

    ways = (groups for groups in lays(hand, phase) if sum(map(len, groups)) + keep <= len(hand))
    return min(islice(ways, MOST_LAYS), key=left, default=None)


def lays(hand, phase):
    """All ways to lay the phase, those with few wilds first, with at least one natural in each group."""
    if not phase:
        yield []
        return
    (kind, size), rest = phase[0], phase[1:]
    for group in candidates(hand, kind, size):
        for groups in lays(without(hand, [group]), rest):
            yield [group, *groups]


def without(hand, groups):
    left = list(hand)
    for group in groups:
        for card in group:
            left.remove(card)
    return left


def candidates(hand, kind, size):
    """Groups of exactly this size, those with few wilds first; a run is listed low to high."""
    wilds, naturals, found = hand.count("W"), [card for card in hand if card not in ("W", "S")], []
    if kind == RUN:
        by_number = {NUMBER[card]: card for card in naturals}
        found = [[by_number.get(n, "W") for n in range(low, low + size)] for low in range(1, 14 - size)]
    else:
        same = NUMBER.get if kind == SET else (lambda card: card[0])
        for key in dict.fromkeys(map(same, naturals)):
            fitting = [card for card in naturals if same(card) == key]
            few = range(1, min(size, len(fitting)) + 1)
            found += [fitting[:count] + ["W"] * (size - count) for count in few]
    possible = [group for group in found if group.count("W") <= min(wilds, size - 1)]
    return sorted(possible, key=lambda group: group.count("W"))


def new_melds(groups, phase):
    """The melds that a lay makes, as later messages will show them."""
    melds = []
    for at, (group, (kind, _)) in enumerate(zip(groups, phase)):
        where, card = next((where, card) for where, card in enumerate(group) if card != "W")
        meld = {"id": f"new:{at}", "kind": kind, "cards": group, "number": NUMBER[card], "color": card[0]}
        melds.append(meld | {"low": NUMBER[card] - where})
    return melds


def hits(hand, melds, keep):
    """Every hit there is, naturals before wilds; takes the cards out of the hand and grows the melds."""
    done, found = [], True
    while found:
        found = False
        for card in sorted(hand, key=lambda card: card == "W"):
            for meld in melds:
                end = place(card, meld) if len(hand) > keep else None
                if end is not None:
                    hand.remove(card)
                    meld["cards"] = [*meld["cards"], card]
                    meld["low"] = meld.get("low", 0) - (end == "low")
                    done.append({"card": card, "meld": meld["id"], **({"end": end} if end else {})})
                    found = True
                    break
    return done


def place(card, meld):
    """The run's end where the card fits, "" where it fits on a set or colour, None where it does not."""
    if card == "S":
        return None
    if meld["kind"] == RUN:
        low, high = meld["low"] - 1, meld["low"] + len(meld["cards"])
        fits = [
            end for end, at in (("low", low), ("high", high)) if 1 <= at <= 12 and NUMBER[card] in (0, at)
        ]
        return fits[0] if fits else None
    if card == "W" or (NUMBER[card] == meld["number"] if meld["kind"] == SET else card[0] == meld["color"]):
        return ""
    return None


if __name__ == "__main__":
    bot = Bot()
    for line in sys.stdin:
        print(json.dumps(bot.answer(json.loads(line))), flush=True)
