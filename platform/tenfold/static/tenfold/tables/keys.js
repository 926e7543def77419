// Key -> what it does at a table. Keys with a modifier and keys typed into a field stay the browser's.

const KEYS = {
  s: "stock",
  p: "discardPile",
  f: "fill",
  l: "lay",
  u: "takeBack",
  d: "discard",
  o: "sort",
  1: "first",
  2: "second",
  "?": "help",
};

export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("select, textarea, input, dialog[open]");
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing || !KEYS[event.key]) return;
    event.preventDefault();
    actions[KEYS[event.key]]();
  });
}
