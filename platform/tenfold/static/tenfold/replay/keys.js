// Key -> what it does. Keys with a modifier and keys typed into a field stay the browser's.

export const KEYS = {
  ArrowRight: "next",
  l: "next",
  ArrowLeft: "previous",
  h: "previous",
  Home: "first",
  End: "last",
  " ": "play",
  n: "nextPhase",
  p: "previousPhase",
  e: "nextFault",
  d: "nextDeal",
  D: "previousDeal",
  f: "turnTable",
  "?": "help",
};

export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("select, textarea, input:not([type=range]), dialog[open]");
    if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const name = KEYS[event.key];
    if (!name && !/^[0-9]$/.test(event.key)) return;
    event.preventDefault();
    if (name) actions[name]();
    else actions.speed(Number(event.key));
  });
}
