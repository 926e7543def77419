"""Attempts that end in an error and leave the bot playing. Each file names its own in `TRIES`.

They run inside a container, many in one: `main.py` is asked for them by name. Inputs of tests, never imported by them.
"""
