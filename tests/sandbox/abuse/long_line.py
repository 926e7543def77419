"""Answers with one line of 10 MB."""

import peer


def misbehave(ask):
    peer.answer(ask, pad="x" * (10 << 20))
    return True


peer.play(misbehave)
