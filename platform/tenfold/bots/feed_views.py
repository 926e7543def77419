"""The private feed of an author, and its address on the account page."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tenfold.accounts.models import User
from tenfold.bots.feed import Mishap, mishaps_of, new_address, revoke_address
from tenfold.pages.texts import text

if TYPE_CHECKING:
    _Feed = Feed[Mishap, User]
else:  # generic to the type checker only
    _Feed = Feed


class _AsOfItsItems(Atom1Feed):
    """Changed when its newest item came, and never before: not anew at each asking."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime.fromtimestamp(0, UTC)


class Mishaps(_Feed):
    """Serves whoever has the address, and so asks for no session."""

    feed_type = _AsOfItsItems
    title = "My bots · Tenfold"
    subtitle = "What went wrong with your bots. Its address is its key: keep it to yourself."

    def get_object(self, _request: HttpRequest, token: str) -> User:
        return get_object_or_404(User, feed_token=token, is_active=True)

    def link(self, _of: User) -> str:
        return reverse("my_bots")

    def items(self, of: User) -> list[Mishap]:
        return mishaps_of(of)

    def item_title(self, item: Mishap) -> str:
        return item.title

    def item_description(self, item: Mishap) -> str:
        return item.text

    def item_link(self, item: Mishap) -> str:
        return item.address

    def item_guid(self, item: Mishap) -> str:
        return f"tag:tenfold,2025:{item.key}"

    def item_pubdate(self, item: Mishap) -> datetime:
        return item.when

    def item_updateddate(self, item: Mishap) -> datetime:
        return item.when


_mishaps = Mishaps()


@require_safe
def mishaps(request: HttpRequest, token: str) -> HttpResponse:
    response = _mishaps(request, token=token)
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@login_required
def address(request: HttpRequest) -> HttpResponse:
    """Make the feed an address, another if it has one; or take it away."""
    assert request.user.is_authenticated
    if request.POST.get("do") == "revoke":
        revoke_address(user=request.user)
        messages.success(request, _("Revoked: the feed's address leads nowhere any more."))
    elif new_address(user=request.user, instead_of=text(request, "instead_of") or None):
        messages.success(request, _("Your feed has a new address. Whoever has it can read the feed."))
    return redirect(f"{reverse('account')}#feed")
