from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "tenfold.announcements"

    def ready(self) -> None:
        import tenfold.announcements.permissions  # noqa: F401, PLC0415 - registers the rules; models must be there first
