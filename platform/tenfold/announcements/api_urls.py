from django.urls import path

from tenfold.announcements import api

urlpatterns = [
    path("competitions/<slug:slug>/announcements", api.AnnouncementList.as_view(), name="api_announcements"),
    path(
        "competitions/<slug:slug>/announcements/<int:pk>",
        api.AnnouncementDetail.as_view(),
        name="api_announcement",
    ),
    path("competitions/<slug:slug>/questions", api.QuestionList.as_view(), name="api_questions"),
    path(
        "competitions/<slug:slug>/questions/<int:pk>/answer",
        api.QuestionAnswer.as_view(),
        name="api_question_answer",
    ),
]
