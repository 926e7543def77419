"""What a Celery worker does as it starts and stops."""

from billiard.process import current_process
from celery.signals import task_prerun, worker_process_init, worker_process_shutdown, worker_shutting_down
from django.db import close_old_connections

from tenfold.matches import cores, kept, stopping


@worker_process_init.connect
def notice_when_the_main_process_is_gone(**_: object) -> None:
    stopping.heed_main_process()


@worker_process_init.connect
def bind_to_a_core(**_: object) -> None:
    cores.pin(getattr(current_process(), "index", 0))


@task_prerun.connect
def use_connections_again(**_: object) -> None:
    """Keep those that are young and in order; whether one still answers is asked before its next query."""
    close_old_connections()


@worker_shutting_down.connect
def hand_back_matches(**_: object) -> None:
    """SIGTERM reaches the main process; the match processes see the flag before the next move."""
    stopping.ask()


@worker_process_shutdown.connect
def take_waiting_containers_along(**_: object) -> None:
    kept.give_up()
