"""Endless lines; reads nothing."""

import peer  # noqa: F401 - refuses to run outside a container

while True:
    print('{"id": "1", "draw": "stock"}')
