"""Bots that do what a bot must not, and honest controls. Inputs of tests, never imported by them."""
