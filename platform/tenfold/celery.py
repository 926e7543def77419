"""The Celery application: `celery -A tenfold worker`, `celery -A tenfold beat`."""

import os

from celery import Celery
from celery.signals import setup_logging
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenfold.settings")

app = Celery("tenfold")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Stop Celery from replacing the logging that the settings have configured."""
