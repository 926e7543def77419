"""The smallest complete bot: draws from the stock and throws away the first card of its hand."""

import json
import sys


def answer(ask):
    reply = {"id": ask["id"]}
    if ask["type"] == "draw":
        reply["draw"] = "stock"
    elif ask["type"] == "play":
        # A skip would have to name whom it skips; but skips are sorted last, and this bot never lays down.
        reply["discard"] = ask["hand"][0]
    return reply


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
