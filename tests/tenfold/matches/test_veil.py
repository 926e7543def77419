"""What is left of a match that a freeze hides."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tenfold.competitions.models import Competition
from tenfold.matches.models import Match, MatchBot
from tenfold.matches.veil import as_shown, veiled
from tests.builders import a_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

#: Who sits where; all else came of the match.
KNOWN = ("id", "match", "index", "version", "entry")


def test_of_the_bots_in_a_hidden_match_nothing_is_left_but_who_they_are():
    match = a_match()
    made = [field for field in MatchBot._meta.concrete_fields if field.name not in KNOWN]
    match.bots.update(**{field.name: 7 for field in made})
    Competition.objects.update(frozen_from=timezone.now())
    Match.objects.update(finished=timezone.now())

    hidden = veiled(as_shown(Match.objects.prefetch_related("bots"), AnonymousUser()).get())

    assert [getattr(bot, field.name) for bot in hidden.bots.all() for field in made] == [
        field.get_default() for _ in hidden.bots.all() for field in made
    ]
