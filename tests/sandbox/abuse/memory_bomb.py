"""Takes memory without end, and touches it."""

import peer


def misbehave(ask):
    taken = []
    while True:
        taken.append(bytearray(8 << 20))
        taken[-1][::4096] = b"x" * 2048


peer.play(misbehave)
