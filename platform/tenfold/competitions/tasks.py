from celery import shared_task

from tenfold.competitions import rounds, standings, timetable


@shared_task
def refresh_standing(competition_id: int) -> None:
    standings.refresh_standing(competition_id=competition_id)


@shared_task
def refresh_stale() -> None:
    standings.refresh_stale()


@shared_task
def plan_round(round_id: int) -> None:
    rounds.plan_round(round_id=round_id)


@shared_task
def plan_forgotten() -> None:
    rounds.plan_forgotten()


@shared_task
def start_due_rounds() -> None:
    timetable.start_due()
