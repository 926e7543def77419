"""Measures the engine: `python -m arena.bench engine`, with `--vs rlcard,openspiel` beside its peers."""
