from django.urls import path

from tenfold.announcements import views

urlpatterns = [
    path("c/<slug:slug>/announcements/", views.announcements, name="announcements"),
    path("c/<slug:slug>/announcements/announce/", views.announce, name="announce"),
    path("c/<slug:slug>/announcements/ask/", views.ask, name="ask"),
    path("c/<slug:slug>/announcements/answer/", views.answer, name="answer_question"),
    path("c/<slug:slug>/announcements/<int:pk>/", views.change, name="change_announcement"),
]
