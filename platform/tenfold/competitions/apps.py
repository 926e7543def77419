from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "tenfold.competitions"

    def ready(self) -> None:
        import tenfold.competitions.permissions  # noqa: F401, PLC0415 - registers the rules; models must be there first
