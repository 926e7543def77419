"""Keeps the cards with the fewest missing to its phase, and among those the most cards that would help.

Lays down and hits as soon as it can, takes a discard only when that brings the phase nearer or can be hit at
once, and throws skips at whoever is furthest. Remembers nothing between messages but the rules.
"""

import json
import sys

SET, RUN, COLOR = "set", "run", "color"
PHASES = {
    1: [(SET, 3), (SET, 3)],
    2: [(SET, 3), (RUN, 4)],
    3: [(SET, 4), (RUN, 4)],
    4: [(RUN, 7)],
    5: [(RUN, 8)],
    6: [(RUN, 9)],
    7: [(SET, 4), (SET, 4)],
    8: [(COLOR, 7)],
    9: [(SET, 5), (SET, 2)],
    10: [(SET, 5), (SET, 3)],
}
COLORS = "RBYG"
# Read once: a card is looked up far more often than these 50 lines take.
NUMBER = {f"{color}{n}": n for color in COLORS for n in range(1, 13)} | {"W": 0, "S": 0}
POINTS = {card: 5 if n < 10 else 10 for card, n in NUMBER.items()} | {"W": 25, "S": 15}
# How many cards there are of a number and of a colour.
COPIES = dict.fromkeys(range(1, 13), 8) | dict.fromkeys(COLORS, 24)
WINDOWS = {n: [(low, ((1 << n) - 1) << low) for low in range(1, 14 - n)] for n in (4, 7, 8, 9)}


class Bot:
    def __init__(self):
        self.rules = {}

    def answer(self, ask):
        reply = {"id": ask["id"]}
        if ask["type"] == "hello":
            self.rules = ask["rules"]
        elif ask["type"] == "phase":
            # The phase that is nearest; the smallest of those that are equally near.
            reply["phase"] = min(
                ask["open_phases"], key=lambda phase: (distance(ask["hand"], phase)[0], phase)
            )
        elif ask["type"] == "draw":
            reply["draw"] = "discard" if self.wants(ask) else "stock"
        elif ask["type"] == "play":
            reply |= self.play(ask)
        return reply

    def wants(self, ask):
        if "discard" not in ask["can_draw"]:
            return False
        if ask["can_draw"] == ["discard"]:
            return True
        top, me = ask["discards"][-1], ask["players"][ask["seat"]]
        if me["down"]:
            return any(place(top, meld) is not None for meld in ask["melds"])
        before, _ = distance(ask["hand"], me["phase"])
        return distance([*ask["hand"], top], me["phase"])[0] < before

    def play(self, ask):
        hand, me = list(ask["hand"]), ask["players"][ask["seat"]]
        melds = [dict(meld) for meld in ask["melds"]]
        # Unless the rules let laying and hitting end the deal, one card is kept for the discard.
        keep = 0 if self.rules["go_out"] == "empty" else 1
        down, may_hit, reply = me["down"], me["down"], {}
        groups = lay(hand, PHASES[me["phase"]]) if ask["can_lay"] else None
        if groups and sum(map(len, groups)) + keep <= len(hand):
            reply["lay"] = groups
            for group in groups:
                for card in group:
                    hand.remove(card)
            melds += new_melds(groups, PHASES[me["phase"]])
            down, may_hit = True, self.rules["hit"] == "same_turn"
        if may_hit:
            reply["hit"] = hits(hand, melds, keep)
        if hand:
            reply["discard"] = throw(hand, me["phase"], down, seen(ask))
            # A skip names somebody whenever it can, but for the last card, which just goes out.
            if reply["discard"] == "S" and len(hand) > 1 and ask["can_skip"]:
                reply["skip"] = max(ask["can_skip"], key=lambda seat: threat(ask["players"][seat]))
        return reply


def threat(player):
    """The one to hold up: furthest in the phases, then nearest to going out."""
    return player["phase"] + player["down"], -player["cards"], -player["score"]


def seen(ask):
    """How many cards of each number and colour can no longer be drawn."""
    gone = dict.fromkeys([*range(13), *COLORS], 0)
    for cards in (ask["hand"], ask["discards"], *(meld["cards"] for meld in ask["melds"])):
        for card in cards:
            gone[NUMBER[card]] += 1
            if card[0] in gone:
                gone[card[0]] += 1
    return gone


def throw(hand, phase, down, gone):
    """The card whose loss costs least: no nearer step to the phase, few helping cards, many points."""
    naturals = [card for card in hand if card != "W"]
    if down or not naturals:
        return max(naturals or hand, key=lambda card: (POINTS[card], NUMBER[card]))

    def without(card):
        rest = list(hand)
        rest.remove(card)
        missing, helping = distance(rest, phase)
        outs = sum(COPIES[key] - gone[key] for key in helping) if missing else 0
        return -missing, outs, POINTS[card], NUMBER[card]

    return max(dict.fromkeys(naturals), key=without)


def distance(hand, phase):
    """How many cards the hand lacks for the phase, and which numbers (or colours) would bring it nearer.

    That each group needs one natural card is left out: the next card drawn mends that.
    """
    groups = PHASES.get(phase, [])
    wilds = hand.count("W")
    if not groups:
        return 0, ()
    if groups[0][0] == COLOR:
        counts = {color: sum(card[0] == color for card in hand) for color in COLORS}
        most = max(counts.values())
        return max(0, groups[0][1] - most - wilds), [color for color in COLORS if counts[color] == most]
    counts = [0] * 13
    for card in hand:
        counts[NUMBER[card]] += 1
    missing, helping = PLANS[tuple(kind for kind, _ in groups)](counts, *(size for _, size in groups))
    return max(0, missing - wilds), [n for n in range(1, 13) if helping >> n & 1]


def run_plan(counts, size):
    """Missing cards of the best run, and a mask of the numbers that any such run lacks."""
    have = sum(1 << n for n in range(1, 13) if counts[n])
    best, helping = size, 0
    for _, window in WINDOWS[size]:
        lacks = window & ~have
        missing = lacks.bit_count()
        if missing < best:
            best, helping = missing, lacks
        elif missing == best:
            helping |= lacks
    return best, helping


def set_run_plan(counts, many, size):
    have = sum(1 << n for n in range(1, 13) if counts[n])
    best, helping = many + size, 0
    for _, window in WINDOWS[size]:
        lacks = window & ~have
        run = lacks.bit_count()
        for n in range(1, 13):
            count = counts[n]
            if not count:
                continue
            # A number in the run gives one of its cards to it, if that is worth more there than in the set.
            inside = window >> n & 1 and count <= many
            lacking = max(0, many - count + (1 if inside else 0))
            missing = run + lacking
            if missing <= best:
                wanted = lacks | (1 << n if lacking else 0)
                best, helping = missing, wanted | (helping if missing == best else 0)
    return best, helping


def set_set_plan(counts, many, few):
    ranked = sorted(range(1, 13), key=lambda n: -counts[n])
    first, second = counts[ranked[0]], counts[ranked[1]]
    lack_many, lack_few = max(0, many - first), max(0, few - second)
    helping = 0
    for n in range(1, 13):
        # Any number as frequent as the best, or the second best, can stand in its place.
        if (lack_many and counts[n] == first) or (lack_few and counts[n] == second):
            helping |= 1 << n
    missing = lack_many + lack_few
    # Both sets may also be of one number.
    alone = max(0, many + few - first)
    if alone < missing:
        missing, helping = alone, 0
    if alone == missing:
        helping |= sum(1 << n for n in range(1, 13) if counts[n] == first)
    return missing, helping


PLANS = {(RUN,): run_plan, (SET, RUN): set_run_plan, (SET, SET): set_set_plan}


def lay(hand, phase):
    """The phase out of these cards with at least one natural in each group, or None; depth first."""
    if not phase:
        return []
    (kind, size), rest = phase[0], phase[1:]
    for group in candidates(hand, kind, size):
        left = list(hand)
        for card in group:
            left.remove(card)
        found = lay(left, rest)
        if found is not None:
            return [group, *found]
    return None


def candidates(hand, kind, size):
    """Groups of exactly this size, those with few wilds first; a run is listed low to high."""
    wilds, naturals, found = hand.count("W"), [card for card in hand if card not in ("W", "S")], []
    if kind == RUN:
        by_number = {NUMBER[card]: card for card in naturals}
        found = [[by_number.get(n, "W") for n in range(low, low + size)] for low, _ in WINDOWS[size]]
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
