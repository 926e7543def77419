"""Phase 10 as a pure engine: the game, the match, the schedule and the ratings."""
