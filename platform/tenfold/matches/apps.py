from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "tenfold.matches"

    def ready(self) -> None:
        # They register rules and what a worker does as it starts and stops; models must be there first.
        from tenfold.matches import permissions, worker  # noqa: F401, PLC0415
