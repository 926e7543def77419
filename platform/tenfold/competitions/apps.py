from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "tenfold.competitions"
