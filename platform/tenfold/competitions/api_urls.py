from django.urls import path

from tenfold.competitions import api, bracket_api, people_api, taking_api

urlpatterns = [
    path("competitions", api.CompetitionList.as_view(), name="api_competitions"),
    path("competitions/<slug:slug>", api.CompetitionDetail.as_view(), name="api_competition"),
    path("competitions/<slug:slug>/entries", api.EntryList.as_view(), name="api_entries"),
    path("competitions/<slug:slug>/entries/<int:pk>", api.EntryDetail.as_view(), name="api_entry"),
    path(
        "competitions/<slug:slug>/entries/<int:pk>/answer",
        people_api.EntryAnswer.as_view(),
        name="api_entry_answer",
    ),
    path(
        "competitions/<slug:slug>/co-organizers/<str:username>",
        people_api.CoOrganizer.as_view(),
        name="api_co_organizer",
    ),
    path("competitions/<slug:slug>/roster", people_api.Roster.as_view(), name="api_roster"),
    path("competitions/<slug:slug>/pause", api.Pause.as_view(), name="api_pause"),
    path("competitions/<slug:slug>/resume", api.Resume.as_view(), name="api_resume"),
    path("competitions/<slug:slug>/rounds", api.RoundList.as_view(), name="api_rounds"),
    path(
        "competitions/<slug:slug>/rounds/<int:number>/bracket",
        bracket_api.BracketDetail.as_view(),
        name="api_bracket",
    ),
    path("competitions/<slug:slug>/stop", api.Stop.as_view(), name="api_stop"),
    path("competitions/<slug:slug>/standings", api.StandingList.as_view(), name="api_standings"),
    path("competitions/<slug:slug>/reveal", taking_api.Reveal.as_view(), name="api_reveal"),
    path("competitions/<slug:slug>/exports", taking_api.Exports.as_view(), name="api_exports"),
    path("competitions/<slug:slug>/standing.csv", taking_api.StandingFile.as_view(), name="api_standing_csv"),
    path(
        "competitions/<slug:slug>/matches.ndjson",
        taking_api.MatchesFile.as_view(),
        name="api_matches_ndjson",
    ),
    path(
        "competitions/<slug:slug>/certificates.csv",
        taking_api.CertificatesFile.as_view(),
        name="api_certificates_csv",
    ),
    path(
        "competitions/<slug:slug>/replays/<int:number>/<int:first>.zip",
        taking_api.ReplaysFile.as_view(),
        name="api_replays_zip",
    ),
]
