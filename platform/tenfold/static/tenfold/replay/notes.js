// What the reader's own bots wrote to stderr, beside the turn that the viewer shows. Loaded for their owner alone.

import { fill, gettext } from "../words.js";

const panel = document.querySelector("[data-notes]");
const viewer = document.querySelector("[data-replay]");
const now = panel.querySelector("[data-notes-now]");
const places = panel.querySelector("[data-notes-places]");
let notes = null;
let turn; // null between two deals

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const nothing = () => (turn === null ? gettext("No turn is played here.") : fill(gettext("Nothing in turn {turn}."), { turn: turn + 1 }));

function show() {
  if (notes === null || turn === undefined) return;
  const here = notes.filter((note) => note.turn === turn);
  const parts = here.flatMap((note) => [
    element("p", fill(gettext("{name}, seat {seat}"), { name: note.name, seat: note.seat + 1 }), { class: "small soft" }),
    element("pre", note.text, { class: "wrap tall", tabindex: "0" }),
  ]);
  now.replaceChildren(...(parts.length ? parts : [element("p", nothing(), { class: "soft" })]));
  const turns = [...new Set(notes.map((note) => note.turn))].sort((one, other) => one - other);
  const before = turns.filter((each) => turn === null || each < turn).at(-1);
  const after = turns.find((each) => turn !== null && each > turn);
  const links = [
    [turn === null ? gettext("Last: turn {turn}") : gettext("Before: turn {turn}"), before],
    [gettext("After: turn {turn}"), after],
  ]
    .filter(([, at]) => at !== undefined)
    .map(([words, at]) => element("a", fill(words, { turn: at + 1 }), { href: `?turn=${at + 1}` }));
  places.replaceChildren(...links.flatMap((link, at) => (at ? [" · ", link] : [link])));
  places.hidden = !links.length;
}

viewer.addEventListener("replay:shown", (event) => {
  const at = event.detail;
  // What was written before the first turn stands with it.
  const between = at.deal === 0 && at.step < 0 ? 0 : null;
  turn = typeof at.turn === "number" ? at.turn : between;
  show();
});

try {
  const response = await fetch(panel.dataset.notes, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(fill(gettext("the server answered {status}"), { status: response.status }));
  notes = (await response.json()).notes;
  // The viewer may have been there first, and told nobody: its address says where it is.
  const shown = new URLSearchParams(location.search).get("turn");
  if (turn === undefined && !viewer.hidden) turn = /^\d+$/.test(shown) ? Number(shown) - 1 : null;
  show();
} catch (error) {
  const words = fill(gettext("It could not be fetched: {reason}. Reload to try again."), { reason: error.message });
  now.replaceChildren(element("p", words, { class: "wrong" }));
}
