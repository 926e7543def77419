"""What the site itself keeps for whoever reads it later, or what its workers tell it."""

from typing import Final

from django.utils.translation import gettext_noop as _

#: What bots run in, as workers publish it.
_MACHINES: Final = (
    _("The operator has set SANDBOX=process: bots run as plain processes, unsandboxed."),
    _("Every bot runs in a Docker container of its own."),
    _("No bot can run: SANDBOX=docker is set, but %(why)s."),
    _("No bot can run in the image with numpy: %(why)s."),
    _(
        "House bots run as plain processes and other uploads are refused: %(why)s. The operator can "
        "set SANDBOX=process to run every bot unsandboxed."
    ),
    _("No worker has been heard of lately that has the image with numpy."),
    _("this worker knows of none: set BOT_IMAGE_NUM for it, too"),
)
#: Why a version was refused, apart from what was wrong with it.
_VERSIONS: Final = (
    _(
        "The check could not be completed on our side; this says nothing about the bot. Upload it "
        "again, and tell the operator if it happens twice."
    ),
    _(
        "The trial match could not be played on our side; this says nothing about the bot. Upload it "
        "again, and tell the operator if it happens twice."
    ),
    _("%(sentence)s Its last line on stderr: %(line)s"),
)
#: Why a match has no result.
_MATCHES: Final = (
    _("It could not be played: %(attempts)s attempts failed on our side. It counts for nobody."),
    _("It does not count, by ruling %(number)d: %(words)s"),
    _("Ruling %(number)d, which brought it, was undone: %(words)s"),
    _("Its round was over before ruling %(number)d was undone: a re-run plays it, with new decks."),
)
#: Why an entry is benched.
_ENTRIES: Final = (
    _(
        "It forfeited every game of %(matches)s matches in a row, the last one being match "
        "%(round)d.%(number)d. It plays again with a new version, or when you enter it again."
    ),
    _(
        "%(version)s imports %(needs)s, which the image of %(competition)s has not. A version that "
        "does without can play there."
    ),
)
#: Why a round that was due has not begun.
_ROUNDS: Final = (
    _("The competition is paused. Resume it, and start the round then."),
    _("Round %(number)s is being played. Start the next one when it has finished."),
    _("All %(rounds)s rounds of the Swiss have been played. Raise their number in the settings to go on."),
    _(
        "The bracket is decided: %(name)s has won. For another one, play a round of another format "
        "first, or make a new competition."
    ),
    _(
        "Nobody of those left in the bracket can play: they have withdrawn, are benched, or have no "
        "ready version. Let one return, or choose another format in the settings."
    ),
    _("The ladder waits. %(sentence)s"),
)
SENTENCES: Final = (*_MACHINES, *_VERSIONS, *_MATCHES, *_ENTRIES, *_ROUNDS)
