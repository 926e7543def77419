from django.urls import path

from tenfold.pages import views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:name>/", views.rules, name="named_rules"),
    path("results/", views.results, name="results"),
    path("protocol/", views.protocol, name="protocol"),
]
