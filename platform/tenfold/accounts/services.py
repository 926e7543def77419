from django.utils.translation import gettext

from tenfold.accounts.models import User
from tenfold.refusal import Refused

# Owns the house bots; nobody can sign in as it.
HOUSE = "house"


def house_user() -> User:
    """The account of the house, made on first use."""
    user, made = User.objects.get_or_create(username=HOUSE)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def one_at_a_time(person: int) -> None:
    """Hold what this person has for one request: limits are counted under it. Inside a transaction.

    Refused once the account is closed: what was asked before that may come through here after it.
    """
    if not User.objects.select_for_update(no_key=True).get(pk=person).is_active:
        raise Refused(gettext("This account is closed."))
