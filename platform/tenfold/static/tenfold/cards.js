// The card as an element: the same mark-up that the server's `card` tag writes.

const COLOURS = { R: "red", B: "blue", Y: "yellow", G: "green" };

/** "R12" -> "red 12", "W" -> "wild", "S" -> "skip". */
export function spoken(card) {
  if (card === "W") return "wild";
  if (card === "S") return "skip";
  return `${COLOURS[card[0]]} ${card.slice(1)}`;
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
  element.setAttribute("aria-label", "face-down card");
  return element;
}
