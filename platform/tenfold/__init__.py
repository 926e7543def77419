"""The site of a Tenfold league, and in `tenfold.cli` the command for authors of bots, which needs no site."""
