"""NUL bytes round the JSON."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'\0\0{"id": 2, "draw": "stock"}\0\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
