"""The pages that `tenfold watch` serves: the site's viewer in a shell that needs no Django."""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from arena.records import FaultRecord, Note
from tenfold.cli.dossier import hint
from tenfold.cli.saved import Saved

SITE = Path(__file__).resolve().parent.parent
VIEWER = SITE / "templates" / "matches" / "_viewer.html"
MARK = SITE / "templates" / "_mark.html"
# All that the viewer's template has of the site's language but the address of its data: what is said here is
# said in English, as it stands there.
_LOADED: Final = re.compile(r"{% load [\w ]+ %}\n?")
_SAID: Final = re.compile(r'{% translate "([^"]*)"(?: context "[^"]*")? %}')


def game_page(saved: Saved, *, data_url: str, back: str | None) -> str:
    """One game in the viewer, its result, and what its bots wrote and did wrong."""
    game = saved.game
    heading = f"Block {game.block}, rotation {game.rotation}" if game else saved.path.name
    crumb = f'<a class="crumb" href="{back}">All games</a>' if back else ""
    names = "".join(f"<li data-seat-name>{escape(name)}</li>" for name in saved.names)
    content = f"""
<div class="title"><div>{crumb}<h1>{escape(heading)}</h1></div></div>
{_viewer(data_url)}
<h2>Result</h2>
{_result(saved)}
<ol hidden>{names}</ol>
<p><a href="{escape(data_url)}" download="{escape(saved.path.stem)}.json">Download the replay as JSON</a></p>
{_faults(game.faults if game else (), saved)}
{_notes(game.notes if game else (), saved)}
"""
    return _page(f"{heading}: {', '.join(saved.names)}", content, script="replay/main.js")


def list_page(title: str, games: Sequence[Saved]) -> str:
    """The games of a folder, each with how its bots ended."""
    rows = "".join(_row(number, saved) for number, saved in enumerate(games))
    content = f"""
<div class="title"><div><h1>{escape(title)}</h1></div></div>
<div class="scroll" role="region" aria-label="Games" tabindex="0">
<table>
  <thead><tr><th scope="col">Game</th><th scope="col">By place</th>
    <th scope="col" class="num">Faults</th></tr></thead>
  <tbody>{rows}</tbody>
</table>
</div>
"""
    return _page(title, content)


def _viewer(data_url: str) -> str:
    plain = _SAID.sub(r"\1", _LOADED.sub("", VIEWER.read_text("utf-8")))
    return plain.replace("{{ data_url }}", escape(data_url))


def _page(title: str, content: str, *, script: str | None = None) -> str:
    scripts = f'<script type="module" src="/static/tenfold/{script}"></script>' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{escape(title)} · Tenfold</title>
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/static/tenfold/mark.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/static/tenfold/site.css">
  {scripts}
</head>
<body>
  <a class="skip-link" href="#main">Skip to the content</a>
  <header class="head"><div class="page">
    <a class="brand" href="/">{MARK.read_text("utf-8")} Tenfold</a>
  </div></header>
  <main id="main" class="page" tabindex="-1">{content}</main>
</body>
</html>
"""


def _result(saved: Saved) -> str:
    rows = "".join(
        f'<tr><td class="rank"><b>{rank.place}</b></td>'
        f'<th scope="row" class="name">{escape(saved.names[rank.seat])}'
        f"<small>seat {rank.seat + 1}{' · forfeited' if rank.forfeited else ''}</small></th>"
        f'<td class="num">{rank.phases}</td><td class="num">{rank.points}</td></tr>'
        for rank in sorted(saved.document().ranking, key=lambda rank: rank.place)
    )
    return (
        '<div class="scroll" role="region" aria-label="Result" tabindex="0"><table>'
        '<thead><tr><th scope="col">Place</th><th scope="col">Bot</th>'
        '<th scope="col" class="num">Phases</th><th scope="col" class="num">Points</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(number: int, saved: Saved) -> str:
    game = saved.game
    label = f"block {game.block}, rotation {game.rotation}" if game else saved.path.name
    places = ""
    if game:
        seats = sorted(range(len(game.outcome)), key=lambda seat: game.outcome[seat].place)
        places = ", ".join(f"{game.outcome[seat].place}. {saved.names[seat]}" for seat in seats)
    return (
        f'<tr><th scope="row" class="name"><a href="/games/{number}/">{escape(label)}</a></th>'
        f'<td>{escape(places)}</td><td class="num">{len(game.faults) if game else ""}</td></tr>'
    )


def _faults(faults: Sequence[FaultRecord], saved: Saved) -> str:
    return "<h2>Faults</h2>" + "".join(_fault(fault, saved) for fault in faults) if faults else ""


def _fault(fault: FaultRecord, saved: Saved) -> str:
    who, kind = escape(saved.names[fault.seat]), escape(str(fault.kind).replace("_", " "))
    advice = hint(fault)
    parts = [
        f'<h3>{who}: {kind}, <a href="?turn={fault.turn + 1}">turn {fault.turn + 1}</a></h3>',
        f"<p>{escape(fault.message)}</p>",
        f"<p>{escape(advice)}</p>" if advice else "",
        _quoted("The line it was sent", fault.request),
        _quoted("What came back", fault.reply or "nothing"),
        _quoted("Its stderr", fault.stderr) if fault.stderr else "",
    ]
    return "".join(parts)


def _quoted(what: str, text: str) -> str:
    return f'<p class="soft">{what}</p><pre class="wrap" tabindex="0">{escape(text)}</pre>'


def _notes(notes: Sequence[Note], saved: Saved) -> str:
    if not notes or saved.game is None:
        return ""
    seats = saved.game.seats
    items = "".join(
        f'<li><a href="?turn={note.turn + 1}">turn {note.turn + 1}</a> '
        f'<span class="soft">{escape(saved.names[seats.index(note.bot)])}</span>'
        f'<pre class="wrap" tabindex="0">{escape(note.text)}</pre></li>'
        for note in notes
    )
    return f'<h2>What the bots wrote to stderr</h2><ul class="list">{items}</ul>'
