from django.core.management.base import BaseCommand, CommandError

from tenfold.matches.house import NotSeeded, start_house_league, submit_house_bots


class Command(BaseCommand):
    help = "Enter the house bots and start their league; a second time changes nothing."

    def handle(self, **_: object) -> None:
        try:
            bots = submit_house_bots()
            round_ = start_house_league(bots)
        except NotSeeded as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{len(bots)} house bots are ready; {round_} is {round_.get_state_display()}.")
