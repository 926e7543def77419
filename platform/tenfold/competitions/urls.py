from django.urls import path
from django.views.decorators.http import require_safe

from tenfold.competitions import (
    dashboard_views,
    entering_views,
    export_views,
    match_views,
    reveal_views,
    running_views,
    settings_views,
    views,
)

urlpatterns = [
    path("competitions/", views.competitions, name="competitions"),
    path("competitions/new/", views.create, name="competition_new"),
    path("c/<slug:slug>/", views.competition, name="competition"),
    path("c/<slug:slug>/dashboard/", dashboard_views.dashboard, name="dashboard"),
    path("c/<slug:slug>/reveal/", reveal_views.reveal, name="reveal"),
    path("c/<slug:slug>/reveal/publish/", reveal_views.publish, name="reveal_publish"),
    path("c/<slug:slug>/settings/", settings_views.settings, name="competition_settings"),
    path("c/<slug:slug>/people/", settings_views.people, name="people"),
    path("c/<slug:slug>/people/add/", settings_views.add, name="add_co_organizer"),
    path("c/<slug:slug>/people/remove/", settings_views.remove, name="remove_co_organizer"),
    path("c/<slug:slug>/people/hand-over/", settings_views.hand_over, name="hand_over"),
    path("c/<slug:slug>/matches/", match_views.matches, name="matches"),
    path("c/<slug:slug>/pairs/", views.pairs, name="pairs"),
    path("c/<slug:slug>/pairs/<int:one>/<int:other>/", views.pair, name="pair"),
    path("c/<slug:slug>/standing.csv", export_views.standing, name="standing_csv"),
    path("c/<slug:slug>/matches.ndjson", export_views.matches, name="matches_ndjson"),
    path("c/<slug:slug>/feed/", require_safe(export_views.Results()), name="results_feed"),
    path("c/<slug:slug>/people/code/", settings_views.renew_code, name="renew_code"),
    path("c/<slug:slug>/people/answer/", settings_views.answer, name="answer_entry"),
    path("c/<slug:slug>/people/roster/", settings_views.roster, name="roster"),
    path("c/<slug:slug>/rules/", views.rules, name="competition_rules"),
    path("c/<slug:slug>/enter/", entering_views.enter, name="enter"),
    path("c/<slug:slug>/withdraw/", entering_views.withdraw, name="withdraw"),
    path("c/<slug:slug>/alike/", views.alike, name="alike"),
    path("c/<slug:slug>/pause/", running_views.pause, name="pause"),
    path("c/<slug:slug>/stop/", running_views.stop, name="stop"),
    path("c/<slug:slug>/resume/", running_views.resume, name="resume"),
    path("c/<slug:slug>/rounds/start/", running_views.start_round, name="start_round"),
]
