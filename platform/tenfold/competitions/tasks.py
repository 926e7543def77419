from celery import shared_task

from tenfold.competitions import standings


@shared_task
def refresh_standing(competition_id: int) -> None:
    standings.refresh_standing(competition_id=competition_id)


@shared_task
def refresh_stale() -> None:
    standings.refresh_stale()
