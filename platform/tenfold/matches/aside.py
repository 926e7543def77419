"""Which matches count: finished ones that no ruling sets aside. Derived from the rulings, never stored."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tenfold.matches.models import Match


def counted(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the matches that count; trials and requested ones never do."""
    return matches.filter(counts())


def counts() -> Q:
    """The same of a match's own row: for an annotation, where a subquery of matches would read them all.

    Asked match by match: of `NOT IN` PostgreSQL makes one list of all that is set aside, and then reads every
    match beside it, also where a bot's thirty are wanted.
    """
    own = Match.objects.order_by().filter(pk=OuterRef("pk"))
    brought = own.filter(in_place_of__ruling__undone__isnull=False)
    finished = Q(kind=Match.Kind.ROUND, state=Match.State.FINISHED)
    return finished & ~Exists(_by_one_that_stands(own)) & ~Exists(brought)


def _by_one_that_stands(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.filter(set_aside__isnull=False, set_aside__ruling__undone=None)


def set_aside(matches: QuerySet[Match], *, undone: int | None = None) -> set[int]:
    """Those of the matches that do not count, by id: set aside by a ruling, or brought by one that is undone.

    `undone` is the id of a ruling to be taken as undone.
    """
    aside = _by_one_that_stands(matches)
    brought = matches.filter(in_place_of__isnull=False)
    return {
        *(pk for pk, ruling in aside.values_list("pk", "set_aside__ruling") if ruling != undone),
        *(
            pk
            for pk, ruling, when in brought.values_list(
                "pk", "in_place_of__ruling", "in_place_of__ruling__undone"
            )
            if when or ruling == undone
        ),
    }
