"""The command `tenfold`: what an author of bots has on their own machine. It runs without the site.

`app` puts the commands together, each in a module of its name. Under them: `bots` finds what a name on the
command line means, `playing` plays blocks of games, `saved` keeps and opens them, `dossier` shows what went
wrong, `words` tells a game as text, and `viewer` shows it in a browser.
"""
