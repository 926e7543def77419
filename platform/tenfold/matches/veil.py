"""What a freeze hides of matches: one that had not finished before looks the same whether it has since."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Case, CharField, F, Q, QuerySet, Value, When

from tenfold.competitions.freeze import Reader, frozen_to, hidden_since
from tenfold.competitions.models import Competition
from tenfold.matches.models import FaultLog, Game, Match
from tenfold.matches.planned import planned_from

#: The state that such a match is shown in.
FROZEN = "frozen"


def as_shown(matches: QuerySet[Match], user: Reader) -> QuerySet[Match]:
    """Matches with `hidden`, and `shown_state` to filter and to show by.

    Those planned during the freeze are left out: who meets whom can tell who won before.
    """
    frozen, since = frozen_to(user, "competition__"), F("competition__frozen_from")
    hidden = frozen & (Q(finished=None) | Q(finished__gte=since))
    return matches.exclude(frozen & planned_from(since)).annotate(
        hidden=Case(When(hidden, then=True), default=False, output_field=BooleanField()),
        shown_state=Case(When(hidden, then=Value(FROZEN)), default=F("state"), output_field=CharField()),
    )


def known_results(matches: QuerySet[Match], user: Reader) -> QuerySet[Match]:
    """Those that are over, as far as this reader may know."""
    shown = as_shown(matches, user)
    return shown.filter(shown_state=Match.State.FINISHED)  # type: ignore[misc]  # annotated


def is_hidden(match: Match) -> bool:
    """Of a match that `as_shown` gave."""
    hidden: bool = match.hidden  # type: ignore[attr-defined]  # annotated
    return hidden


def is_public(match: Match) -> bool:
    """Whether everybody may see its games, signed in or not."""
    if match.competition is None or match.competition.visibility != Competition.Visibility.PUBLIC:
        return False
    since = hidden_since(match.competition, AnonymousUser())
    return since is None or (match.finished is not None and match.finished < since)


def veiled(match: Match) -> Match:
    """The match without what came of it, if that is hidden; so do its fetched `bots`."""
    if is_hidden(match):
        match.state, match.reason, match.ran_in = FROZEN, "", {}
        match.started = match.finished = None
        match.blocks = match.most_blocks or match.blocks  # how soon it was decided is a result
        for bot in match.bots.all():
            bot.margin = bot.luck = bot.wilds = None
            bot.games = bot.wins = bot.place_sum = bot.forfeits = 0
    return match


def games_of(match: Match) -> QuerySet[Game]:
    """Its games, as far as they may be known."""
    return match.games.none() if is_hidden(match) else match.games.all()


def own_faults(match: Match, user: Reader) -> QuerySet[FaultLog]:
    """What went wrong with a reader's own bots, which they may know whatever is frozen."""
    if not user.is_authenticated:
        return FaultLog.objects.none()
    return FaultLog.objects.filter(game__match=match, bot__version__bot__owner=user)
