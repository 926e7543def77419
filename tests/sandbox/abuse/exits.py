"""Leaves in the middle of a game with exit code 0."""

import sys

import peer


def misbehave(ask):
    sys.exit(0)


peer.play(misbehave)
