// Draws the table of a game in play. All of it is made anew for each state; main.js keeps the focus.

import { backElement, cardElement, spoken } from "../cards.js";
import { ending, hasBegun, linesOf } from "./story.js";

export const make = (tag, className, ...children) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
};

/** A button by the name it is found again by after the next drawing. */
export function button(name, className, act, ...children) {
  const element = make("button", className, ...children);
  element.type = "button";
  element.dataset.focus = name;
  element.addEventListener("click", act);
  return element;
}

const list = (cards) => cards.map(spoken).join(", ");
const PAST_LAST = 11;

export function meldName(meld, names) {
  const what = meld.kind === "set" ? `set of ${meld.number}s` : meld.kind === "run" ? "run" : "colour";
  return `${names[meld.owner]}'s ${what}: ${list(meld.cards)}`;
}

function status(player) {
  const words = [player.phase === PAST_LAST ? "all phases made" : `phase ${player.phase}`, `${player.score} points`];
  words.push(`${player.cards} ${player.cards === 1 ? "card" : "cards"}`);
  if (player.forfeited) words.push("forfeited");
  else if (!player.playing) words.push("not in this deal");
  else if (player.loses_turn) words.push("loses a turn");
  return words.map((word) => make("span", "", word));
}

/** `hit(meld)` makes the melds into buttons; without, they are to look at. */
export function melds(all, owner, names, hit) {
  const row = make("div", "melds");
  const own = all.filter((meld) => meld.owner === owner);
  for (const meld of own) {
    const cards = make("div", "cards", ...meld.cards.map((card) => cardElement(card)));
    if (!hit) {
      row.append(cards);
      continue;
    }
    for (const card of cards.children) card.setAttribute("aria-hidden", "true");
    const target = button(`meld ${meld.id}`, "plain meld", () => hit(meld), cards);
    target.setAttribute("aria-label", `Hit ${meldName(meld, names)}`);
    row.append(target);
  }
  if (!own.length) row.append(make("span", "none", "phase not down"));
  return row;
}

export function header(name, player) {
  return make("header", "", make("b", "", name), ...status(player));
}

export function others(root, view, { names, due, melds: all, hit }) {
  const panels = view.players.slice(1).map((player, at) => {
    const seat = at + 1;
    const classes = ["seat", due === seat && "turn", !player.playing && "out-of-deal"];
    const hand = make("div", "cards hand", ...Array.from({ length: player.cards }, backElement));
    hand.setAttribute("aria-hidden", "true"); // the header says how many
    const panel = make("section", classes.filter(Boolean).join(" "), header(names[seat], player), hand, melds(all, seat, names, hit));
    panel.setAttribute("aria-label", `Seat ${seat}, ${names[seat]}`);
    return panel;
  });
  root.replaceChildren(...panels);
}

function pile(name, label, card, act, said) {
  if (!act) return make("div", "pile", card, label);
  card.setAttribute("aria-hidden", "true");
  const element = button(name, "plain pile", act, card, label);
  element.setAttribute("aria-label", said);
  return element;
}

/** `draw.stock` and `draw.discard` are there when one may draw from it. */
export function piles(root, view, draw) {
  const top = view.discards.at(-1);
  root.replaceChildren(
    pile("stock", `${view.stock} in stock`, backElement(), draw.stock, "Draw from the stock"),
    pile(
      "discard pile",
      `${view.discards.length} discarded`,
      top ? cardElement(top) : make("span", "card empty"),
      draw.discard,
      `Take the ${top && spoken(top)} from the discard pile`,
    ),
  );
}

export function log(root, deal, names) {
  const items = linesOf(deal, names, 0).map((line) => {
    const item = make("li", line.kind, make("span", "", String(line.turn)), line.text);
    return item;
  });
  root.replaceChildren(...items);
  root.scrollTop = root.scrollHeight;
}

/** How the last deal ended, until one has drawn in the next. */
export function ended(root, story, names, over) {
  const deal = over || !hasBegun(story.at(-1), 0) ? story.findLast((one) => one.end) : null;
  root.hidden = !deal;
  if (!deal) return;
  const { title, details } = ending(deal, names);
  const rows = deal.playing.map((seat, at) => {
    const left = make("div", "cards tiny", ...deal.left[seat].map((card) => cardElement(card)));
    return make("li", "", details[at], left);
  });
  root.replaceChildren(make("h2", "", `Deal ${deal.deal} is over: ${title}`), make("ul", "list", ...rows));
}
