"""The smallest complete bot: draws from the stock and throws away the first card that is no skip."""

import json
import sys


def answer(ask):
    reply = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = "stock"
    elif ask["type"] == "play":
        # A skip would have to name whom it skips; this bot never lays down, so other cards are never lacking.
        reply["discard"] = next(card for card in ask["hand"] if card != "S")
    return reply


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
