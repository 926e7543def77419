from django.urls import path

from tenfold.matches import views

urlpatterns = [
    path("m/<int:pk>/", views.match, name="match"),
    path("m/<int:pk>/games/<int:block>/<int:rotation>/", views.replay, name="replay"),
    path(
        "m/<int:pk>/games/<int:block>/<int:rotation>/replay.json", views.replay_document, name="replay_json"
    ),
]
