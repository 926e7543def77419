"""The league: people, bots, competitions, matches and their pages."""
