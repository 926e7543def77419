from django.urls import path

from tenfold.bots import api

urlpatterns = [
    path("bots", api.BotList.as_view(), name="api_bots"),
    path("bots/<int:pk>", api.BotDetail.as_view(), name="api_bot"),
    path("bots/<int:pk>/versions", api.VersionList.as_view(), name="api_versions"),
    path("bots/<int:pk>/versions/<int:number>", api.VersionDetail.as_view(), name="api_version"),
    path("bots/<int:pk>/versions/<int:number>/source", api.VersionSource.as_view(), name="api_source"),
    path(
        "bots/<int:pk>/versions/<int:number>/activate", api.VersionActivation.as_view(), name="api_activate"
    ),
]
