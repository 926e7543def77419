"""Plays any legal move, from what the message says alone: a yardstick, and a workout for the rules.

It lays its phase down more often than not, hits what it likes, and throws away and skips at random.
"""

import json
import random
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


def number(card):
    """0 for wilds and skips."""
    return int(card[1:] or 0)


class Bot:
    def __init__(self, seed=None):
        self.chance = random.Random(seed)
        self.rules = {}

    def answer(self, ask):
        reply = {"id": ask["id"]}
        if ask["type"] == "hello":
            self.rules = ask["rules"]
        elif ask["type"] == "phase":
            reply["phase"] = self.chance.choice(ask["open_phases"])
        elif ask["type"] == "draw":
            reply["draw"] = self.chance.choice(ask["can_draw"])
        elif ask["type"] == "play":
            reply |= self.play(ask)
        return reply

    def play(self, ask):
        hand, melds, me = list(ask["hand"]), list(ask["melds"]), ask["players"][ask["seat"]]
        self.chance.shuffle(hand)
        # Unless the rules let laying and hitting end the deal, one card is kept for the discard.
        keep = 0 if self.rules["go_out"] == "empty" else 1
        may_hit, reply = me["down"], {}
        if ask["can_lay"] and self.chance.random() < 0.7:
            groups = self.groups(hand, PHASES[me["phase"]])
            if groups and sum(map(len, groups)) + keep <= len(hand):
                reply["lay"] = groups
                for group in groups:
                    for card in group:
                        hand.remove(card)
                melds += laid(groups, PHASES[me["phase"]])
                may_hit = self.rules["hit"] == "same_turn"
        if may_hit:
            reply["hit"] = self.hits(hand, melds, keep)
        if hand:
            reply["discard"] = self.chance.choice(hand)
            # A skip names somebody whenever it can, but for the last card, which just goes out.
            if reply["discard"] == "S" and len(hand) > 1 and ask["can_skip"]:
                reply["skip"] = self.chance.choice(ask["can_skip"])
        return reply

    def groups(self, hand, phase):
        """The phase out of these cards, or None; depth first, since a card may fit into two groups."""
        if not phase:
            return []
        (kind, size), rest = phase[0], phase[1:]
        for group in candidates(hand, kind, size):
            left = list(hand)
            for card in group:
                left.remove(card)
            found = self.groups(left, rest)
            if found is not None:
                return [group, *found]
        return None

    def hits(self, hand, melds, keep):
        """Some of the possible hits, each of which may open the next; takes the cards out of the hand."""
        done = []
        while len(hand) > keep and self.chance.random() < 0.9:
            possible = [hit for card in set(hand) for meld in melds for hit in hits_on(card, meld)]
            if not possible:
                break
            card, meld, end = self.chance.choice(sorted(possible, key=repr_of))
            hand.remove(card)
            grow(meld, card, end)
            done.append({"card": card, "meld": meld["id"], **({"end": end} if end else {})})
        return done


def repr_of(hit):
    """An order that does not hang on how sets are hashed, so that a seed replays the same game."""
    return hit[0], str(hit[1]["id"]), hit[2] or ""


def candidates(hand, kind, size):
    """Groups of exactly this size with at least one natural card, each run low to high."""
    wilds = ["W"] * hand.count("W")
    naturals = [card for card in hand if card not in ("W", "S")]
    if kind == RUN:
        for low in range(1, 14 - size):
            by_number = {number(card): card for card in naturals}
            group = [by_number.get(at, "W") for at in range(low, low + size)]
            if len(wilds) >= group.count("W") < size:
                yield group
        return
    same = number if kind == SET else (lambda card: card[0])
    for key in dict.fromkeys(map(same, naturals)):
        fitting = [card for card in naturals if same(card) == key]
        for few in range(min(size, len(fitting)), 0, -1):
            if size - few <= len(wilds):
                yield fitting[:few] + wilds[: size - few]


def laid(groups, phase):
    """The melds that a lay makes, as later messages will show them."""
    melds = []
    for at, (group, (kind, _)) in enumerate(zip(groups, phase)):
        where, card = next((where, card) for where, card in enumerate(group) if card != "W")
        meld = {
            "id": f"new:{at}",
            "kind": kind,
            "cards": list(group),
            "number": number(card),
            "color": card[0],
        }
        melds.append(meld | {"low": number(card) - where})
    return melds


def hits_on(card, meld):
    """Ways to put the card onto the meld: (card, meld, end), the end None but for a wild on a run."""
    if card == "S":
        return
    if meld["kind"] == RUN:
        low, high = meld["low"] - 1, meld["low"] + len(meld["cards"])
        for end, open_at in (("low", low), ("high", high)):
            if 1 <= open_at <= 12 and (card == "W" or number(card) == open_at):
                yield card, meld, end
    elif card == "W" or (meld["number"] == number(card) if meld["kind"] == SET else meld["color"] == card[0]):
        yield card, meld, None


def grow(meld, card, end):
    meld["cards"] = [*meld["cards"], card]
    if end == "low":
        meld["low"] -= 1


if __name__ == "__main__":
    bot = Bot()
    for line in sys.stdin:
        print(json.dumps(bot.answer(json.loads(line))), flush=True)
