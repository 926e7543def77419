from django.urls import path

from tenfold.tables import views

urlpatterns = [
    path("play/", views.play, name="play"),
    path("play/<uuid:key>/", views.table, name="table"),
    path("play/<uuid:key>/state.json", views.state, name="table_state"),
    path("play/<uuid:key>/move/", views.moved, name="table_move"),
    path("play/<uuid:key>/try/", views.tried, name="table_try"),
    path("play/<uuid:key>/leave/", views.leave, name="table_leave"),
    path("play/<uuid:key>/verify/", views.verified, name="table_verified"),
    path("play/<uuid:key>/replay.json", views.table_replay, name="table_replay"),
    path("play/<uuid:key>/transcript.t10", views.table_transcript, name="table_transcript"),
]
