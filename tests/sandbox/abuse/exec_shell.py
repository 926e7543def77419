"""Replaces itself by a shell."""

import os

import peer


def misbehave(ask):
    os.execv("/bin/sh", ["sh", "-c", "while read x; do echo hello; done"])


peer.play(misbehave)
