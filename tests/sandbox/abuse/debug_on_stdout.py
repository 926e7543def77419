"""An honest mistake: prints what it thinks, and no answer."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'my hand is strong\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
