"""Why an upload is not taken."""


class UploadRefused(Exception):
    """The sentence is for the author, and says what came and what would be taken."""
