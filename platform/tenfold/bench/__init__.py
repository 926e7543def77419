"""Measures what the site costs: `manage.py bench_leaderboard` and `manage.py bench_queue`.

Both run on a PostgreSQL and a Valkey of their own, in a temporary folder, and leave nothing behind. What is
set beside each other is measured in turns, so that other load on the machine falls on both.
"""
