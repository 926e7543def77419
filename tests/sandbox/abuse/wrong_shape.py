"""A boolean for the id, an object for the move."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'{"id": true, "draw": {"a": [1]}}\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
