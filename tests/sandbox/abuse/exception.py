"""An honest bug: a traceback."""

import peer


def misbehave(ask):
    return [][1]


peer.play(misbehave)
