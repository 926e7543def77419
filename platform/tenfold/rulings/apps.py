from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "tenfold.rulings"

    def ready(self) -> None:
        import tenfold.rulings.permissions  # noqa: F401, PLC0415 - registers the rules; models must be there first
