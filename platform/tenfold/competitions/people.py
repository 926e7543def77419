"""Who organizes a competition: the organizer, whom they take in beside them, and who comes after them."""

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from tenfold.accounts.models import User
from tenfold.accounts.services import one_at_a_time
from tenfold.competitions.models import Competition
from tenfold.refusal import Refused

log = structlog.get_logger(__name__)

MOST_CO_ORGANIZERS = 20


def add_co_organizer(*, competition: Competition, username: str, by: User) -> User:
    """Let somebody with an account do what the organizer does, but for choosing who else may."""
    found = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if found is None:
        raise Refused(
            _("Nobody here is called %(name)s. A co-organizer has an account.")
            % {"name": f"{username.strip()!r:.60}"}
        )
    if found.pk == competition.organizer_id:
        raise Refused(_("%(name)s is the organizer already.") % {"name": found.username})
    with transaction.atomic():
        one_at_a_time(found.pk)
        held = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if held.co_organizers.count() >= MOST_CO_ORGANIZERS:
            raise Refused(
                _("There are %(most)s co-organizers, the most there can be: remove one.")
                % {"most": MOST_CO_ORGANIZERS}
            )
        held.co_organizers.add(found)
    log.info("co-organizer added", competition=competition.pk, user=found.pk, by=by.pk)
    return found


def remove_co_organizer(*, competition: Competition, user: User, by: User) -> None:
    competition.co_organizers.remove(user)
    log.info("co-organizer removed", competition=competition.pk, user=user.pk, by=by.pk)


def hand_over(*, competition: Competition, to: User, by: User) -> None:
    """Make a co-organizer the organizer; who was it stays as a co-organizer."""
    with transaction.atomic():
        # Neither of the two can leave the site meanwhile; one order, lest two wait in a circle.
        for person in sorted({to.pk, competition.organizer_id}):
            one_at_a_time(person)
        held = Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)
        if held.organizer_id != competition.organizer_id:
            raise Refused(_("It was handed over meanwhile."))
        if not held.co_organizers.filter(pk=to.pk).exists():
            raise Refused(
                _("%(name)s is no co-organizer. Add them first, then hand over.") % {"name": to.username}
            )
        held.co_organizers.remove(to)
        held.co_organizers.add(held.organizer)
        held.organizer = to
        held.save(update_fields=["organizer"])
    log.info("competition handed over", competition=competition.pk, to=to.pk, by=by.pk)
