from django.urls import path

from tenfold.rulings import api

urlpatterns = [
    path("competitions/<slug:slug>/rulings", api.RulingList.as_view(), name="api_rulings"),
]
