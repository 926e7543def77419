from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "tenfold.bots"

    def ready(self) -> None:
        import tenfold.bots.permissions  # noqa: F401, PLC0415 - registers the rules; models must be there first
