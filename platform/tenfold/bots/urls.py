from django.urls import path

from tenfold.bots import author_views, feed_views, version_views, views

urlpatterns = [
    path("account/feed/", feed_views.address, name="feed_address"),
    path("feeds/<str:token>/", feed_views.mishaps, name="mishaps"),
    path("authors/<str:owner>/", author_views.author, name="author"),
    path("bots/", views.my_bots, name="my_bots"),
    path("bots/new/", views.upload, name="bot_new"),
    path("bots/<str:owner>/<slug:slug>/", views.bot, name="bot"),
    path("bots/<str:owner>/<slug:slug>/open/", views.open_to_requests, name="open_to_requests"),
    path("bots/<str:owner>/<slug:slug>/versions/<int:number>/", views.version, name="version"),
    path(
        "bots/<str:owner>/<slug:slug>/versions/<int:number>/activate/",
        version_views.activate,
        name="activate",
    ),
    path("bots/<str:owner>/<slug:slug>/versions/<int:number>/read/", version_views.read, name="read"),
    path("bots/<str:owner>/<slug:slug>/diff/", version_views.diff, name="diff"),
    path("bots/<str:owner>/<slug:slug>/versions/<int:number>/source/", views.source, name="source"),
]
