"""What the abuse bots share: they answer properly, and misbehave on their second request."""

import json
import os
import sys

assert os.getuid() and os.getpid() < 50, "an abuse bot: run it only in a container, and not as root"


def answer(ask, **more):
    print(json.dumps({"id": ask["id"], "draw": "stock", **more}), flush=True)


def note(*words):
    print(*words, file=sys.stderr, flush=True)


def play(misbehave):
    """`misbehave` gets the second request; True when it has answered it in its own way."""
    for turn, line in enumerate(sys.stdin, 1):
        ask = json.loads(line)
        if turn == 2 and misbehave(ask):
            continue
        answer(ask)
