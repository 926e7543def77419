"""Checking a game at a table that is over: is it one by the rules, and on the decks that were promised?"""

from collections.abc import Iterator
from hashlib import sha256

from django.utils.translation import gettext as _

from tenfold.matches.verifying import Check, by_the_rules
from tenfold.tables.models import Table


def checks(table: Table) -> Iterator[Check]:
    """What can be checked of it, in order."""
    check, _again = by_the_rules(table.transcript)
    yield check
    found = sha256(bytes(table.seed)).hexdigest()
    yield Check(
        _("Its decks were fixed before the first card."),
        _("The SHA-256 of the seed %(seed)s is %(found)s; told before the first card was %(told)s.")
        % {"seed": bytes(table.seed).hex(), "found": found, "told": table.commitment},
        holds=found == table.commitment,
    )
