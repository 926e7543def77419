"""Two values for one key."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'{"id": 2, "draw": "stock", "draw": "discard"}\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
