"""The one-command start: every server and service of a small Tenfold, until Ctrl-C."""
