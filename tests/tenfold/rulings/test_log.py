"""The log of rulings is kept: the database refuses to change or delete what was ruled."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tenfold.refusal import Refused
from tenfold.rulings.models import Ruling, SetAside
from tests.builders import a_user
from tests.tenfold.rulings.scenes import a_league, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture
def ruling():
    league = a_league(entries=3)
    return ruled("annul", league, match=league.matches.first())


def kept():
    return pytest.raises(IntegrityError, match="never changed or deleted")


@pytest.mark.parametrize(
    "change", [{"reason": "another"}, {"number": 9}, {"preview": {}}, {"made": timezone.now()}]
)
def test_what_was_ruled_is_not_changed(ruling, change):
    with kept():
        Ruling.objects.filter(pk=ruling.pk).update(**change)


def test_it_is_not_deleted(ruling):
    with kept():
        Ruling.objects.filter(pk=ruling.pk)._raw_delete("default")


def test_what_it_did_is_not_deleted_or_changed(ruling):
    with kept():
        SetAside.objects.filter(ruling=ruling).delete()


def test_an_undoing_is_not_changed(ruling):
    undone(ruling)

    with kept():
        Ruling.objects.filter(pk=ruling.pk).update(undo_reason="another")


def test_an_undoing_is_not_undone(ruling):
    undone(ruling)

    with kept():
        Ruling.objects.filter(pk=ruling.pk).update(undone=None, undone_by=None, undo_reason="")


def test_it_says_who_when_why_and_what_moved(ruling):
    back = undone(ruling)

    assert (ruling.number, ruling.by, ruling.reason) == (1, ruling.competition.organizer, "because")
    assert ruling.preview["counts"]["out"] == back.undo_preview["counts"]["back"] == 1
    assert (back.undone_by, back.undo_reason) == (ruling.by, "a mistake")
    assert back.undone >= ruling.made


def test_undone_twice_it_is_undone_once(ruling):
    from tenfold.rulings.services import undo

    first = undone(ruling)

    again = undo(ruling=ruling, reason="once more", by=a_user(), seen="")

    assert (again.undone, again.undo_reason) == (first.undone, "a mistake")


def test_a_ruling_without_a_reason_is_refused():
    from uuid import uuid4

    from tenfold.rulings import services
    from tenfold.rulings.preview import preview_of

    league = a_league(entries=3)
    order = Ruling(competition=league, kind="recount")
    seen = preview_of(order).seen

    with pytest.raises(Refused, match="needs a reason"):
        services.rule(ruling=order, by=league.organizer, token=uuid4(), seen=seen)


@pytest.mark.parametrize("kind", ["disqualify", "annul", "swap"])
def test_a_ruling_is_about_what_its_kind_needs(kind):
    from uuid import uuid4

    league = a_league(entries=3)

    with pytest.raises(IntegrityError, match="ruling_is_about_what_its_kind_needs"):
        Ruling.objects.create(
            competition=league, number=1, kind=kind, reason="r", by=league.organizer, made=timezone.now(),
            token=uuid4(), preview={},
        )  # fmt: skip
