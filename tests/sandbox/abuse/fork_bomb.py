"""Forks without end."""

import os

import peer


def misbehave(ask):
    while True:
        try:
            os.fork()
        except OSError as error:
            peer.note("fork:", error)
            break


peer.play(misbehave)
