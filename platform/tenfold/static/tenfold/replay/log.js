// The text log of the deal in view; every line leads to its frame.

function line(index, turn, text, kind, goTo) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const number = document.createElement("span");
  button.type = "button";
  button.className = "plain";
  button.tabIndex = -1; // the keys step through the game; a hundred tab stops would bar the way
  item.className = kind;
  number.textContent = typeof turn === "number" ? turn : "";
  button.append(number, text);
  button.addEventListener("click", () => goTo(index));
  item.append(button);
  return item;
}

/** `textOf(frame)` gives a frame's sentence. */
export function log(root, frames, textOf, goTo) {
  let shown = null;
  let current = null;
  return {
    forget() {
      shown = null;
    },
    show(index) {
      const { deal } = frames[index];
      const first = frames.findIndex((frame) => frame.deal === deal);
      if (shown !== deal) {
        const ofDeal = frames.filter((frame) => frame.deal === deal);
        root.replaceChildren(
          ...ofDeal.map((frame, at) => line(first + at, frame.turn, textOf(frame), frame.kind, goTo)),
        );
        shown = deal;
      }
      current?.removeAttribute("aria-current");
      current = root.children[index - first].firstChild;
      current.setAttribute("aria-current", "step");
      // Scrolls the log alone, never the page.
      root.scrollTop = current.offsetTop - root.offsetTop - root.clientHeight / 2;
    },
  };
}
