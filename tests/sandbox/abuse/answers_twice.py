"""Two answers to one request."""

import peer


def misbehave(ask):
    peer.answer(ask)
    peer.answer(ask, again=True)
    return True


peer.play(misbehave)
