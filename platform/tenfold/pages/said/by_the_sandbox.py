"""What `sandbox` says: of uploads, of how a bot ended, and of machines that cannot run bots."""

from typing import Final

from django.utils.translation import gettext_noop as _

#: Why an upload is refused.
_UPLOADS: Final = (
    _(
        "%(name)s, line %(line)d: %(module)s is not in this competition's image: do without it, or "
        "import it inside try … except ImportError"
    ),
    _("the upload could not be read and compiled within %(seconds)s s: make it simpler"),
    _(
        "Python gave up reading and compiling the upload (it ran out of memory, time or stack): it is"
        " nested too deeply, or too large"
    ),
    _("the zip has %(size)s bytes, and it may have %(most)s"),
    _("the file is not a zip that can be read (%(problem)s): make a new one"),
    _("the zip has %(number)s entries, and it may have %(most)s"),
    _(
        "the zip unpacks to more than %(most)s bytes, or to more than %(ratio)s times its own size, "
        "at %(name)s: make it smaller"
    ),
    _("the zip has an entry named %(name)s, which %(wrong)s: use plain relative paths"),
    _("holds characters that cannot be printed"),
    _("holds a backslash or a colon"),
    _("starts at the root"),
    _("has an empty part, '.' or '..' in it"),
    _("is longer than %(most)s bytes or deeper than %(depth)s folders"),
    _("%(name)s has a second name, %(other)s: make the zip with another program"),
    _("%(name)s is a link or a device: put in the file itself"),
    _("%(name)s is encrypted: make the zip without a password"),
    _("%(name)s is packed by method %(method)s: use the usual one, deflate"),
    _("%(name)s is compiled code: upload sources only"),
    _("the zip has both %(name)s and %(other)s, which are one name on some systems"),
    _("the zip has a file %(name)s and a folder of that name, with %(other)s in it"),
    _("%(main)s lies in %(folder)s: zip the files themselves, not the folder that holds them"),
    _("the zip has no %(main)s: name the file that is to be run %(name)s"),
    _("%(name)s holds a NUL byte: save it as plain text in UTF-8"),
    _("%(name)s, line %(line)d: byte %(byte)s is not UTF-8: save it as UTF-8"),
    _("%(name)s: %(problem)s: save it as UTF-8 and remove that line"),
    _("%(name)s says its encoding is %(encoding)s: save it as UTF-8 and remove that line"),
    _("%(name)s, line %(line)d: %(problem)s%(quoted)s"),
    _("%(name)s cannot be compiled (%(problem)s): it is nested too deeply, or too large"),
    _("%(name)s: more than %(most)s different modules are imported: import fewer"),
    _("%(name)s is neither a .py nor a .zip: upload one Python file, or a zip with %(main)s in it"),
    _("the file is empty: upload a Python program that answers lines"),
    _("the file has %(size)s bytes, and a single Python file may have %(most)s"),
)
#: What a bot is at fault for.
_VERDICTS: Final = (
    _("The bot needed more than its %(memory)s MB of memory: keep less of it."),
    _("The bot's process crashed with %(signal)s."),
    _("The bot ended with exit code %(code)s before it answered its first line."),
    _("The bot ended with exit code %(code)s instead of answering."),
    _(
        "%(sentence)s The sandbox refused it something: a bot may start up to %(threads)s threads and"
        " write files in /tmp; processes, sockets and all else are not for bots."
    ),
    _("%(sentence)s Answer every line until stdin ends."),
    _("The bot did not give an answer within %(most)s ms."),
    _("The bot did not give its first answer within %(most)s ms."),
    _("The bot used more than %(most)s ms of CPU before its first answer: do less at import time."),
    _(
        "The bot's CPU bank of %(bank)s ms a game and %(each)s ms a request is spent: think less, and"
        " never between requests, which is charged too."
    ),
    _(
        "The bot let %(seconds)s s of wall time go by over the games it was started for, all that it has"
        " for them: wait and sleep less in every one of them."
    ),
    _(
        "The bot's wall time bank, %(factor)s times its CPU bank, is spent: it waited or slept too "
        "long over the game's answers."
    ),
    _("The bot closed its stdin, so it could not be asked: keep reading lines until stdin ends."),
    _("The bot closed its stdout while an answer was awaited: keep it open and print to it."),
    _(
        "The bot wrote a line of more than %(most)s bytes: answer with one short line that ends in a "
        "newline. It began: %(raw)s"
    ),
    _("The bot wrote more than %(most)s bytes to stderr without answering: log less."),
    _(
        "The bot wrote %(raw)s without being asked: answer each line with exactly one line, and print"
        " debugging output to stderr."
    ),
    _("The bot did not read its stdin: read a line for every answer."),
    _("%(sentence)s It wrote %(raw)s and no newline: end each answer with one."),
)
#: Why a machine runs no bots in containers.
_MACHINES: Final = (
    _("this system has no named pipes: run the worker on Linux"),
    _("no Docker engine answers (%(problem)s): start Docker, or set DOCKER_HOST to the engine's address"),
    _("this user may not use the Docker engine (%(problem)s): add it to the group docker"),
    _("the Docker engine fails (%(problem)s): look at the engine's log"),
    _("the engine has no image %(image)s: make it with %(how)s"),
    _("%(image)s is of another release: make it anew with %(how)s"),
    _("`make bot-image`, or %(command)s"),
    _("`make bot-image-num`, or %(command)s --num"),
    _(
        "a bot in a container cannot be talked to: %(error)s. Its named pipes must reach the "
        "container, so the engine has to run on this machine itself, not in a virtual one, and see "
        "the same folder"
    ),
    _("a bot in a container does not work: %(error)s"),
)
SENTENCES: Final = (*_UPLOADS, *_VERDICTS, *_MACHINES)
