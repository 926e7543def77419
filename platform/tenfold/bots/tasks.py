from celery import shared_task

from tenfold.bots import checking


@shared_task
def check_version(version_id: int) -> None:
    checking.check(version_id=version_id)


@shared_task
def sweep() -> None:
    checking.sweep()
