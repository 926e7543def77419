"""House bots: complete bots to play against and to learn from, uploads like any other."""
