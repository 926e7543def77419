from celery import shared_task

from tenfold.drafts import playing, services


@shared_task
def play_draft(draft_id: int) -> None:
    playing.play(draft_id=draft_id)


@shared_task
def sweep() -> None:
    services.sweep()
