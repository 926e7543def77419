from django.urls import path

from tenfold.competitions import views

urlpatterns = [
    path("competitions/", views.competitions, name="competitions"),
    path("competitions/new/", views.create, name="competition_new"),
    path("c/<slug:slug>/", views.competition, name="competition"),
    path("c/<slug:slug>/rules/", views.rules, name="competition_rules"),
    path("c/<slug:slug>/enter/", views.enter, name="enter"),
    path("c/<slug:slug>/withdraw/", views.withdraw, name="withdraw"),
    path("c/<slug:slug>/alike/", views.alike, name="alike"),
    path("c/<slug:slug>/rounds/start/", views.start_round, name="start_round"),
]
