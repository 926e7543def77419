"""Text as forms that have no form class bring it, and as feeds take it."""

import re
from typing import Final

from django.http import HttpRequest

# What XML cannot hold in any spelling; people paste anything, and bots write it.
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(request: HttpRequest, name: str) -> str:
    """What was sent under this name, without NUL, which no browser sends and no column of ours can hold."""
    return request.POST.get(name, "").replace("\0", "")


def for_xml(words: str) -> str:
    """The words without what XML cannot hold."""
    return _NOT_IN_XML.sub("", words)
