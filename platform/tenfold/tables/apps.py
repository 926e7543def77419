from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tenfold.tables"

    def ready(self) -> None:
        import tenfold.tables.permissions  # noqa: F401, PLC0415 - registers the rules; models must be there first
