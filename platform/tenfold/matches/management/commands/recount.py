"""`manage.py recount`: count the stored results again, after an upgrade that changed how they are counted."""

from argparse import ArgumentParser
from collections.abc import Sequence

from django.core.management.base import BaseCommand, CommandError

from tenfold.competitions.models import Competition
from tenfold.matches.recounting import recount_competition


class Command(BaseCommand):
    help = "Count stored results again from their games, and make the standings anew where they changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="*", help="competitions; all of them, if none is named")

    def handle(self, *, slug: Sequence[str], **_options: object) -> None:
        asked = set(slug)
        chosen = Competition.objects.filter(slug__in=asked) if asked else Competition.objects.all()
        if unknown := asked - set(chosen.values_list("slug", flat=True)):
            raise CommandError(f"There is no competition {', '.join(sorted(unknown))}.")
        for competition in chosen.order_by("pk"):
            changed = recount_competition(competition_id=competition.pk)
            self.stdout.write(f"{competition}: {len(changed)} matches came out otherwise.")
