"""The site of a Tenfold league: people, bots, competitions, matches."""

from tenfold.celery import app as celery_app

__all__ = ["celery_app"]
