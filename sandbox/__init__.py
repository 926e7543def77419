"""Runs one untrusted program inside limits and exchanges lines with it; knows no game.

Where to read on: `session` is the conversation, `channel` its bytes, `clock` its time, `diagnosis` its end.
`docker` and `process` are the two places a program can run in; `container` is the whole description of a
container, `running` a started one, `warm` keeps some waiting, `network` lends them their network.
`upload` makes a program of a file, and has `reader` read it in a process of its own. `probe` says whether
containers work here, `reaper` clears up after workers that died. `image` is what a container is made of.
"""
