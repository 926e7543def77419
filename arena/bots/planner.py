"""Greedy's plan for its own hand, and an eye on what the others make of what it throws away.

A card thrown is a card offered to the next seat. So of the cards that it can spare, it throws one that the
next seat has no use for. That alone is worth about a phase a game; the rest of this file is greedy.
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

# What a card costs beside the helping cards that are lost with it, counted in helping cards. In 100 blocks,
# 10 or 40 for the gift did no better; it lost 0.1 phases a game without points, 0.7 when it gave hits to
# those who are down. More points once somebody may go out changed nothing; keeping skips for later lost 0.1.
GIFT = 20
POINT = 0.2
# How often a seat takes the card, by what it did with its like before: counted in 200 games of greedy bots.
TAKES_AGAIN = {SET: 0.9, COLOR: 0.9, RUN: 0.0}
TAKES_UNKNOWN = 0.25


class Bot:
    def __init__(self):
        self.rules = {}
        self.deal = None
        # What each seat took from the discards and threw there in this deal, as numbers and as colours.
        self.taken, self.thrown = {}, {}

    def answer(self, ask):
        reply = {"id": ask["id"]}
        if ask["type"] in ("draw", "play"):
            self.watch(ask)
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

    def watch(self, ask):
        """Note down what was taken and thrown since the last message."""
        if self.deal != (ask["game"], ask["deal"]):
            self.deal = ask["game"], ask["deal"]
            self.taken = {seat: set() for seat in range(len(ask["players"]))}
            self.thrown = {seat: set() for seat in range(len(ask["players"]))}
        for event in ask["events"]:
            if event.get("drew", "stock") != "stock":
                self.taken[event["seat"]].update(likes(event["drew"]))
            elif "discarded" in event:
                self.thrown[event["seat"]].update(likes(event["discarded"]))

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
            reply["discard"] = self.throw(hand, down, ask, melds)
            # A skip names somebody whenever it can, but for the last card, which just goes out.
            if reply["discard"] == "S" and len(hand) > 1 and ask["can_skip"]:
                reply["skip"] = max(ask["can_skip"], key=lambda seat: threat(ask["players"][seat]))
        return reply

    def throw(self, hand, down, ask, melds):
        """The card whose loss costs least: no step away from the phase, few helping cards, no gift."""
        phase, gone = ask["players"][ask["seat"]]["phase"], seen(ask)

        def spared(card):
            rest = list(hand)
            rest.remove(card)
            missing, helping = (0, ()) if down else distance(rest, phase)
            outs = sum(COPIES[key] - gone[key] for key in helping) if missing else 0
            return -missing, outs + POINT * POINTS[card] - self.gift(card, ask, melds), NUMBER[card]

        naturals = [card for card in hand if card != "W"]
        return max(dict.fromkeys(naturals or hand), key=spared)

    def gift(self, card, ask, melds):
        """What the card is worth to who plays next. Nobody else can take it: the next discard covers it."""
        seat = follower(ask)
        if seat is None:
            return 0
        # What the next one wins, all others lose together: with more players, less of it is our loss.
        return GIFT * self.takes(seat, card, ask, melds) / (len(ask["players"]) - 1)

    def takes(self, seat, card, ask, melds):
        """The chance that a seat has use for the card."""
        player = ask["players"][seat]
        if card == "S":
            return 0  # cannot be drawn
        if player["down"]:
            return any(place(card, meld) is not None for meld in melds)
        kinds = [kind for kind, _ in PHASES.get(player["phase"], [(SET, 0)])]
        like = card[0] if kinds[0] == COLOR else NUMBER[card]
        if like in self.taken[seat]:
            return sum(TAKES_AGAIN[kind] for kind in kinds) / len(kinds)
        # Nobody throws a card away and takes its like later: those are the safest to throw.
        return 0 if like in self.thrown[seat] else TAKES_UNKNOWN


def likes(card):
    return NUMBER[card], card[0]


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


def seen(ask):
    """How many cards of each number and colour can no longer be drawn."""
    gone = dict.fromkeys([*range(13), *COLORS], 0)
    for cards in (ask["hand"], ask["discards"], *(meld["cards"] for meld in ask["melds"])):
        for card in cards:
            gone[NUMBER[card]] += 1
            if card[0] in gone:
                gone[card[0]] += 1
    return gone


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
