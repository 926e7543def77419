"""Measures what the sandbox costs: `python -m sandbox.bench`.

Every row sets our way beside another, the two in turns, so that other load on the machine falls on both, and
tells their medians and the ratio:

- *1 KB there and back: container, child*: a session with a bot in its container, beside a session with the
  same bot as a child process behind plain pipes. Clocks, caps and verdicts are the same, what differs is the
  container. Engine and bots are on one core, as in a match; below, on any.
- *its pipes, bare pipes*: the same line by the container's pipes without any clock, beside `write`, `flush`
  and `readline` on the pipes of a child.
- *container, bare pipes*: the session with all its clocks beside that child, which nobody meters.
- *a game's lines*: all lines of one recorded game of four (`game.txt`), asked of bots that do not think: in
  containers; of child processes; and behind `docker run -i`, one client for each bot and its pipes, the
  engine's own log driver, any core, no clocks. All bots have been started before.
- *a game with its start*: the same game from asking for four bots to its last answer: out of containers that
  waited for bots, and out of four that `docker run -i` starts at once for it. To start those that wait takes
  the engine as long, before anybody asks; a match starts its containers once and plays many games in them.
- *a first answer*: from asking for a bot to its first line, out of a container that waited for a bot,
  and out of one that is made for it.
- *the daemon's CPU*: what dockerd, containerd and their shims use for each line, less what they use in as
  long a time without us.
"""
