from django.urls import path

from tenfold.drafts import views

urlpatterns = [
    path("write/", views.write, name="write"),
    path("write/play/", views.play, name="write_play"),
    path("write/upload/", views.upload, name="write_upload"),
    path("write/<uuid:key>/", views.draft, name="draft"),
    path("write/<uuid:key>/replay.json", views.replay_document, name="draft_replay"),
]
