"""Aborts."""

import os

import peer


def misbehave(ask):
    os.abort()


peer.play(misbehave)
