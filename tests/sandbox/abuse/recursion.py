"""Recurses until something gives."""

import sys

import peer


def misbehave(ask):
    sys.setrecursionlimit(10**9)
    nested = []
    for _ in range(10**6):
        nested = [nested]

    def deeper():
        return deeper()

    deeper()


peer.play(misbehave)
