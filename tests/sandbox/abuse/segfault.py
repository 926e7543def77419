"""Reads address zero."""

import ctypes

import peer


def misbehave(ask):
    ctypes.string_at(0)


peer.play(misbehave)
