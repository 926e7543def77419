from celery import shared_task

from tenfold.competitions import ladders, rounds, standings, timetable


@shared_task
def refresh_standing(competition_id: int) -> None:
    standings.refresh_standing(competition_id=competition_id)
    # By the newest standing, and sooner than beat asks for it.
    ladders.extend(competition_id=competition_id)


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
def extend_ladder(competition_id: int) -> None:
    ladders.extend(competition_id=competition_id)


@shared_task
def extend_ladders() -> None:
    ladders.extend_all()


@shared_task
def start_due_rounds() -> None:
    timetable.start_due()
