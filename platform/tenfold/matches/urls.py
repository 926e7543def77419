from django.urls import path

from tenfold.matches import requested_views, views

urlpatterns = [
    path("matches/", requested_views.requested, name="requested"),
    path("m/<int:pk>/", views.match, name="match"),
    path("m/<int:pk>/games/<int:block>/<int:rotation>/", views.replay, name="replay"),
    path(
        "m/<int:pk>/games/<int:block>/<int:rotation>/replay.json", views.replay_document, name="replay_json"
    ),
]
