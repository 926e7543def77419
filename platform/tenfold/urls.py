"""Every address of the site: pages, the API and the admin."""

from django.contrib import admin
from django.urls import include, path

from tenfold.health import health

urlpatterns = [
    path("", include("tenfold.accounts.urls")),
    path("", include("tenfold.bots.urls")),
    path("", include("tenfold.competitions.urls")),
    path("", include("tenfold.matches.urls")),
    path("api/v1/", include("tenfold.api.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health),
]
