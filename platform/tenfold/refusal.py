"""The one way in which a service says no to a person."""


class Refused(Exception):
    """What was asked cannot be done. The message is a sentence for the person who asked.

    It says what came, what was expected and what to do next. Pages show it as a form error or message, the
    API as a problem document.
    """


class TooMany(Refused):
    """It can be done, but not so often: the message says when again, and programs are told `WAIT_S`."""

    WAIT_S = 15 * 60


class Stale(Refused):
    """Somebody else has changed it meanwhile: the message says what, or to look again."""
