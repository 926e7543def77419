from celery import shared_task

from tenfold.tables import playing, services


@shared_task
def play_on(table_id: int) -> None:
    """From a queue of its own: somebody sits there and waits."""
    playing.play_on(table_id=table_id)


@shared_task
def sweep() -> None:
    services.sweep()
