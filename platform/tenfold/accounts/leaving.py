"""Leaving the site: what others' results hang on stays, and nothing of it names who left."""

import structlog
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext
from knox.models import AuthToken

from tenfold.accounts.models import User
from tenfold.accounts.services import house_user, one_at_a_time
from tenfold.competitions.models import Competition, Entry, RosterName
from tenfold.refusal import Refused

log = structlog.get_logger(__name__)


def delete_account(*, user: User) -> None:
    """Close an account for good.

    Its bots stay under the name `deleted-…`, since their games are others' results too; they play no more.
    Its competitions pass to a co-organizer, or else to the house.
    """
    if user.is_staff:
        raise Refused(
            gettext("An account of the site's staff is closed in the admin, by another one of them.")
        )
    with transaction.atomic():
        # One leaves after the other, so that nobody is handed what an heir on their way out would have got.
        one_at_a_time(house_user().pk)
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _withdraw(held)
        _hand_on(held)
        # Whoever takes the name next is somebody else.
        RosterName.objects.filter(name=held.username.lower()).delete()
        AuthToken.objects.filter(user=held).delete()
        held.drafts.all().delete()
        held.tables.all().delete()
        held.username, held.is_active = f"deleted-{held.pk}", False
        held.feed_token = None
        held.first_name = held.last_name = held.email = ""
        held.set_unusable_password()
        held.save()
    log.info("account deleted", user=user.pk)


def _withdraw(user: User) -> None:
    entries = Entry.objects.filter(bot__owner=user).exclude(state=Entry.State.WITHDRAWN)
    entries.filter(state__in=[Entry.State.REQUESTED, Entry.State.DECLINED]).delete()
    entries.update(state=Entry.State.WITHDRAWN, reason="", state_since=Now())
    user.bots.update(active_version=None, open_to_requests=False)


def _hand_on(user: User) -> None:
    Competition.co_organizers.through.objects.filter(user=user).delete()
    # Locked, as one that is handed over at this moment is no longer theirs to pass on.
    for competition in Competition.objects.select_for_update(no_key=True).filter(organizer=user):
        heir = competition.co_organizers.filter(is_active=True).order_by("pk").first()
        if heir is not None:
            competition.co_organizers.remove(heir)
        competition.organizer = heir or house_user()
        competition.save(update_fields=["organizer"])
