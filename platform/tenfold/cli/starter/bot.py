"""A bot for Phase 10 to begin with. It plays whole games and lays its phases down; the rest is up to you.

It reads one line of JSON for every question and writes one line of JSON back. Stdout belongs to the game:
print debugging with print(..., file=sys.stderr), and find it beside the turn it came from.
"""

import json
import sys

# What each phase asks for: kind of group and number of cards.
PHASES = {
    1: [("set", 3), ("set", 3)],
    2: [("set", 3), ("run", 4)],
    3: [("set", 4), ("run", 4)],
    4: [("run", 7)],
    5: [("run", 8)],
    6: [("run", 9)],
    7: [("set", 4), ("set", 4)],
    8: [("color", 7)],
    9: [("set", 5), ("set", 2)],
    10: [("set", 5), ("set", 3)],
}


def number(card):
    """The number of a card such as R12; 0 for a wild (W) or a skip (S)."""
    return int(card[1:] or 0)


def choose_draw(ask):
    """Where to draw from: "stock" or "discard". Worth a thought: would the top discard help the phase?"""
    return "stock" if "stock" in ask["can_draw"] else "discard"


def choose_play(ask):
    """What to lay down, hit and discard, as fields of the reply."""
    hand, me, reply = list(ask["hand"]), ask["players"][ask["seat"]], {}
    groups = find_groups(hand, PHASES[me["phase"]]) if ask["can_lay"] else None
    if groups and sum(map(len, groups)) < len(hand):
        reply["lay"] = groups
        for card in sum(groups, []):
            hand.remove(card)
    # Hits are left to you: {"hit": [{"card": "R7", "meld": 0}]}, once your phase is down.
    reply["discard"] = choose_discard(hand)
    if reply["discard"] == "S" and len(hand) > 1 and ask["can_skip"]:
        reply["skip"] = ask["can_skip"][0]
    return reply


def choose_discard(hand):
    """The card to be rid of: here the loneliest number, the higher of two. Wilds are kept to the end."""
    numbers = [number(card) for card in hand]
    return min(hand, key=lambda card: (card == "W", numbers.count(number(card)), -number(card)))


def find_groups(hand, phase):
    """The groups of a phase out of these cards, or None. Takes the first fit, so it misses some."""
    left, groups = list(hand), []
    for kind, size in phase:
        group = find_run(left, size) if kind == "run" else find_alike(left, kind, size)
        if group is None:
            return None
        for card in group:
            left.remove(card)
        groups.append(group)
    return groups


def find_alike(hand, kind, size):
    """A set (one number) or a colour, filled up with wilds; at least one card is no wild."""
    naturals, wilds = [card for card in hand if card not in ("W", "S")], hand.count("W")
    for first in naturals:
        part = slice(0, 1) if kind == "color" else slice(1, None)  # R12 is R and 12
        same = [card for card in naturals if card[part] == first[part]]
        if len(same) + wilds >= size:
            return same[:size] + ["W"] * (size - len(same[:size]))
    return None


def find_run(hand, size):
    """A run from low to high, its gaps filled with wilds."""
    by_number = {number(card): card for card in hand if card not in ("W", "S")}
    for low in range(1, 14 - size):
        run = [by_number.get(at, "W") for at in range(low, low + size)]
        if run.count("W") <= min(hand.count("W"), size - 1):
            return run
    return None


def answer(ask):
    """The reply to a question. Every question wants its own id back; only some want more."""
    reply = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = choose_draw(ask)
    elif ask["type"] == "play":
        reply.update(choose_play(ask))
    elif ask["type"] == "phase":  # only where the rules let you choose the order of the phases
        reply["phase"] = ask["open_phases"][0]
    return reply


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
