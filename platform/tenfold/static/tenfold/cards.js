// The card as an element: the same mark-up that the server's `card` tag writes.

import { fill, gettext } from "./words.js";

const COLOURS = {
  R: gettext("red {number}"),
  B: gettext("blue {number}"),
  Y: gettext("yellow {number}"),
  G: gettext("green {number}"),
};

/** "R12" -> "red 12", "W" -> "wild", "S" -> "skip". */
export function spoken(card) {
  if (card === "W") return gettext("wild");
  if (card === "S") return gettext("skip");
  return fill(COLOURS[card[0]], { number: card.slice(1) });
}

export function cardElement(card, { fresh = false } = {}) {
  const element = document.createElement("span");
  element.className = `card ${card[0]}${fresh ? " new" : ""}`;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", spoken(card));
  const face = document.createElement("b");
  face.textContent = card.length === 1 ? card : card.slice(1);
  element.append(face, document.createElement("i"));
  return element;
}

export function backElement() {
  const element = document.createElement("span");
  element.className = "card back";
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", gettext("face-down card"));
  return element;
}
