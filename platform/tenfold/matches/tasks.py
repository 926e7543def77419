from celery import shared_task

from tenfold.matches import adjusting, house, outlook, playing, services


@shared_task
def play_match(match_id: int) -> None:
    playing.play(match_id=match_id)


@shared_task
def play_trial(match_id: int) -> None:
    """The same work from a queue of its own, so that an author need not wait for a round to end."""
    playing.play(match_id=match_id)


@shared_task
def play_requested(match_id: int) -> None:
    """From a queue of its own as well: it may take long, and no trial is to wait for it."""
    playing.play(match_id=match_id)


@shared_task
def sweep() -> None:
    services.sweep()
    outlook.publish()


@shared_task
def continue_house_league() -> None:
    house.continue_house_league()


@shared_task
def adjust_waiting() -> None:
    adjusting.adjust_waiting()
