from django.urls import path

from tenfold.matches import api

urlpatterns = [
    path("matches", api.MatchList.as_view(), name="api_matches"),
    path("matches/<int:pk>", api.MatchDetail.as_view(), name="api_match"),
    path("matches/<int:pk>/games", api.GameList.as_view(), name="api_games"),
    path("matches/<int:pk>/games/<int:block>/<int:rotation>/replay", api.Replay.as_view(), name="api_replay"),
    path(
        "matches/<int:pk>/games/<int:block>/<int:rotation>/transcript",
        api.Transcript.as_view(),
        name="api_transcript",
    ),
]
