"""Which scheduled matches the queue hears of, and when.

Only a window of them waits in the queue at any time. So a lost message costs a few repeated ones and never a
flood, and running competitions share the machine by turns, however many matches one of them has planned.
"""

from django.conf import settings
from django.db import connection

from tenfold.competitions.images import offered
from tenfold.matches import sandboxes
from tenfold.matches.models import MatchKind
from tenfold.nudge import nudge_on_commit

PLAY_MATCH = "tenfold.matches.tasks.play_match"
PLAY_TRIAL = "tenfold.matches.tasks.play_trial"
PLAY_REQUESTED = "tenfold.matches.tasks.play_requested"
_TASKS = {MatchKind.TRIAL: PLAY_TRIAL, MatchKind.REQUESTED: PLAY_REQUESTED, MatchKind.ROUND: PLAY_MATCH}

# Enough that no worker idles between two matches.
WINDOW = 32

# Scheduled, and not announced of late. Who was announced before and is not claimed within a lease is
# announced again: twice is harmless, never is not; and so long a lost worker may go unnoticed anyway.
_FRESH = "announced_at >= statement_timestamp() - %(lease_s)s * interval '1 s'"
_DUE = f"state = 'scheduled' AND ({_FRESH}) IS NOT TRUE"

# Where the workers run the house's bots alone, matches of others would else fill the window, and none be
# played.
_OF_THE_HOUSE = """NOT EXISTS (
    SELECT 1 FROM matches_matchbot JOIN bots_botversion ON bots_botversion.id = version_id
        JOIN bots_bot ON bots_bot.id = bot_id
    WHERE match_id = matches_match.id AND NOT house)"""
_RUNNABLE = {sandboxes.Runs.HOUSE_ONLY: _OF_THE_HOUSE, sandboxes.Runs.NOTHING: "FALSE"}

# In one statement, since every result asks. Times are by the clock of the database, as a worker's own may be
# an hour off. Rows that somebody is at are left out: who announces waits for nobody, so it cannot deadlock.
_ANNOUNCE = """
WITH due AS NOT MATERIALIZED (
    SELECT id, kind, round_id, requested_by_id FROM matches_match WHERE {due} AND {runnable}
), trials AS (
    SELECT id FROM due WHERE kind = 'trial' AND round_id IS NULL ORDER BY id LIMIT %(window)s
), requested AS (
    -- Of whoever asked the oldest, unless one is under way: they play by turns, not by haste.
    SELECT DISTINCT ON (requested_by_id) id FROM due
    WHERE kind = 'requested' AND round_id IS NULL AND requested_by_id NOT IN (
        SELECT requested_by_id FROM matches_match
        WHERE kind = 'requested' AND round_id IS NULL
            AND (state = 'running' OR state = 'scheduled' AND {fresh}))
    ORDER BY requested_by_id, id LIMIT %(window)s
), free AS (
    -- Never less than none: two that announce at once see not each other's, and failed ones wait here too.
    SELECT greatest(%(window)s - count(*), 0) AS places FROM matches_match
        JOIN competitions_competition ON competitions_competition.id = competition_id
    WHERE kind = 'round' AND state = 'scheduled' AND {fresh} AND NOT paused
), of_rounds AS (
    -- The next of every round before the second next of any. Half a window at a time, or every result would
    -- look for the one match that has its place.
    SELECT next.id, turn
    FROM free, competitions_competition JOIN competitions_round AS round
        ON competition_id = competitions_competition.id, LATERAL (
            SELECT id, row_number() OVER (ORDER BY id) AS turn FROM due
            WHERE round_id = round.id ORDER BY id LIMIT places
        ) AS next
    WHERE round.state <> 'finished' AND NOT paused AND places * 2 >= %(window)s
    ORDER BY turn, round.id LIMIT (SELECT places FROM free)
), wanted AS (
    SELECT id, 0 AS turn FROM trials UNION ALL SELECT id, 0 FROM requested UNION ALL TABLE of_rounds
), taken AS (
    SELECT matches_match.id, turn FROM matches_match JOIN wanted USING (id)
    WHERE {due} FOR UPDATE OF matches_match SKIP LOCKED
)
UPDATE matches_match SET announced_at = statement_timestamp() FROM taken WHERE matches_match.id = taken.id
RETURNING turn, round_id, matches_match.id, kind
"""


def announce_waiting() -> int:
    """Announce what is due, trials first, once the running transaction commits; give their number."""
    with connection.cursor() as cursor:
        cursor.execute(
            _ANNOUNCE.format(due=_DUE, fresh=_FRESH, runnable=_runnable()),
            {"window": WINDOW, "lease_s": settings.LEASE_SECONDS},
        )
        taken = sorted(cursor.fetchall())
    for kind, task in _TASKS.items():
        nudge_on_commit(task, *(pk for _, _, pk, its in taken if its == kind))
    return len(taken)


def _runnable() -> str:
    """Of matches: those that a worker can play, by the image that they run in."""
    cases = []
    for image in offered():  # one that is offered no more has no case, and none of its matches is announced
        choice = sandboxes.published(image)
        condition = _RUNNABLE.get(choice.runs, "TRUE") if choice else "TRUE"
        cases.append(f"WHEN '{image}' THEN {condition}")
    return f"CASE image {' '.join(cases)} END"
