from django.urls import path

from tenfold.accounts import api

urlpatterns = [
    path("tokens", api.TokenList.as_view(), name="api_tokens"),
    path("tokens/<str:key>", api.TokenDetail.as_view(), name="api_token"),
]
