from django.urls import path

from tenfold.matches import local_views, mine_views, owner_views, replay_views, requested_views, views

GAME = "m/<int:pk>/games/<int:block>/<int:rotation>/"

urlpatterns = [
    path("matches/", requested_views.requested, name="requested"),
    path("matches/mine/", mine_views.mine, name="my_matches"),
    path("m/<int:pk>/", views.match, name="match"),
    path("faults/<int:pk>/asked.ndjson", owner_views.asked, name="asked"),
    path("watch/", local_views.watch, name="watch"),
    path("watch/open/", local_views.opened, name="watch_open"),
    path(GAME, replay_views.replay, name="replay"),
    path(f"{GAME}replay.json", replay_views.replay_document, name="replay_json"),
    path(f"{GAME}stderr/", owner_views.notes, name="notes"),
    path(f"{GAME}verify/", replay_views.verified, name="verified"),
    path(f"{GAME}embed/", replay_views.embedded, name="embedded"),
]
