from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tenfold.api.docs import DocsView

urlpatterns = [
    path("", include("tenfold.accounts.api_urls")),
    path("", include("tenfold.bots.api_urls")),
    path("", include("tenfold.competitions.api_urls")),
    path("", include("tenfold.matches.api_urls")),
    path("", include("tenfold.rulings.api_urls")),
    path("", include("tenfold.announcements.api_urls")),
    path("schema", SpectacularAPIView.as_view(), name="api_schema"),
    path("docs", DocsView.as_view(), name="api_docs"),
]
