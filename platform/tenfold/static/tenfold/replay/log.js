// The text log of the deal in view; every line leads to its frame.

function line(index, turn, text, kind, goTo) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const number = document.createElement("span");
  button.type = "button";
  button.className = "plain";
  button.tabIndex = -1; // the keys step through the game; a hundred tab stops would bar the way
  item.className = kind;
  number.textContent = typeof turn === "number" ? turn + 1 : "";
  button.append(number, text);
  button.addEventListener("click", () => goTo(index));
  item.append(button);
  return item;
}

/** `textOf(frame)` gives a frame's sentence; `forget()` has all of them written anew. */
export function log(root, frames, textOf, goTo) {
  let shown = null;
  let first = 0;
  let current = null;

  function write(deal) {
    first = frames.findIndex((frame) => frame.deal === deal);
    const ofDeal = frames.filter((frame) => frame.deal === deal);
    const lines = ofDeal.map((frame, at) => line(first + at, frame.turn, textOf(frame), frame.kind, goTo));
    root.replaceChildren(...lines);
    shown = deal;
  }
  return {
    forget() {
      shown = null;
    },
    show(index) {
      if (shown !== frames[index].deal) write(frames[index].deal);
      current?.removeAttribute("aria-current");
      current = root.children[index - first].firstChild;
      current.setAttribute("aria-current", "step");
      // Scrolls the log alone, never the page.
      const below = current.getBoundingClientRect().top - root.getBoundingClientRect().top;
      root.scrollTop += below - root.clientHeight / 2;
    },
  };
}
