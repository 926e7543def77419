"""Endless stdout without a newline; reads nothing."""

import sys

import peer  # noqa: F401 - refuses to run outside a container

while True:
    sys.stdout.write("x" * 65536)
