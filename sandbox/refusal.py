"""What an upload must have, and why one is not taken. Light to import, for a process is begun for each."""

MAIN = "main.py"


class UploadRefused(Exception):
    """The sentence is for the author, and says what came and what would be taken."""
