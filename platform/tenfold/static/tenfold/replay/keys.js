// Key -> what it does. Keys with a modifier and keys typed into a field stay the browser's.

export const KEYS = {
  ArrowRight: "next",
  l: "next",
  ArrowLeft: "previous",
  h: "previous",
  Home: "first",
  ArrowUp: "first",
  End: "last",
  ArrowDown: "last",
  " ": "play",
  n: "nextPhase",
  p: "previousPhase",
  e: "nextFault",
  d: "nextDeal",
  D: "previousDeal",
  f: "turnTable",
  "?": "help",
};

const TYPED_INTO = "select, textarea, input:not([type=range], [type=file]), [contenteditable], dialog[open]";
// What scrolls and has the focus keeps the keys that scroll it.
const SCROLLS = /^(Arrow.*|Home|End)$/;

function isOurs({ key, target, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey || target.closest?.(TYPED_INTO)) return false;
  if (key === " ") return !target.closest?.("button, a, summary, [type=file]");
  return !(SCROLLS.test(key) && target.matches?.("[tabindex='0']"));
}

/** Calls `actions` by the names above for keys pressed in `element`, until `signal` is aborted. */
export function listen(element, actions, signal) {
  const pressed = (event) => {
    const name = KEYS[event.key];
    if (!(name || /^[0-9]$/.test(event.key)) || !isOurs(event)) return;
    event.preventDefault();
    if (name) actions[name]();
    else actions.speed(Number(event.key));
  };
  element.addEventListener("keydown", pressed, { signal });
}
