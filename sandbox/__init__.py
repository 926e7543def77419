"""Runs one untrusted program inside limits and exchanges lines with it; knows no game."""
