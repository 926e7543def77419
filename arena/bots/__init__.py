"""House bots: complete bots to play against and to learn from, uploads like any other.

Each is one file that needs no other: an author copies it, changes it and uploads it. So what a better bot
takes over from a lesser one stands in both, and a test holds the copies together.
"""
