"""Every address of the site: pages, the API and the admin."""

from django.contrib import admin
from django.urls import include, path

from tenfold.api.unknown import UnknownView
from tenfold.health import health

handler400 = "tenfold.pages.errors.bad_request"
handler403 = "tenfold.pages.errors.forbidden"
handler404 = "tenfold.pages.errors.not_found"
handler500 = "tenfold.pages.errors.server_error"

urlpatterns = [
    path("", include("tenfold.pages.urls")),
    path("", include("tenfold.accounts.urls")),
    path("", include("tenfold.bots.urls")),
    path("", include("tenfold.competitions.urls")),
    path("", include("tenfold.matches.urls")),
    path("", include("tenfold.drafts.urls")),
    path("", include("tenfold.rulings.urls")),
    path("", include("tenfold.announcements.urls")),
    path("", include("tenfold.tables.urls")),
    path("api/v1/", include("tenfold.api.urls")),
    path("api/<path:rest>", UnknownView.as_view(), name="api_unknown"),
    path("admin/", admin.site.urls),
    path("healthz", health),
]
