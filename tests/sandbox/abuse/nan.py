"""NaN and Infinity."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'{"id": 2, "draw": NaN, "x": Infinity}\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
