"""Answers before it is asked."""

import peer

print('{"id": "1", "draw": "stock"}', flush=True)
peer.play(lambda ask: False)
