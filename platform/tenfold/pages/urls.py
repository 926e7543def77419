from django.urls import path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from tenfold.pages import views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:name>/", views.rules, name="named_rules"),
    path("results/", views.results, name="results"),
    path("protocol/", views.protocol, name="protocol"),
    path("language/", require_POST(set_language), name="language"),
    path("language/<slug:code>.js", views.words, name="words"),
]
