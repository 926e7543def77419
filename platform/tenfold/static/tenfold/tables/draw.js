// Draws the table of a game in play. All of it is made anew for each state; main.js keeps the focus.

import { backElement, cardElement, spoken } from "../cards.js";
import { statusWords } from "../replay/words.js";
import { fill, gettext, ngettext } from "../words.js";
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
const MELD = {
  set: gettext("{name}'s set of {number}s: {cards}"),
  run: gettext("{name}'s run: {cards}"),
  color: gettext("{name}'s colour: {cards}"),
};

export function meldName(meld, names) {
  return fill(MELD[meld.kind], { name: names[meld.owner], number: meld.number, cards: list(meld.cards) });
}

function status(player) {
  const [phase, points, ...more] = statusWords({ ...player, losesTurn: player.loses_turn });
  const cards = fill(ngettext("{count} card", "{count} cards", player.cards), { count: player.cards });
  return [phase, points, cards, ...more].map((word) => make("span", "", word));
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
    target.setAttribute("aria-label", fill(gettext("Hit {meld}"), { meld: meldName(meld, names) }));
    row.append(target);
  }
  if (!own.length) row.append(make("span", "none", gettext("phase not down")));
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
    panel.setAttribute("aria-label", fill(gettext("Seat {seat}, {name}"), { seat: seat + 1, name: names[seat] }));
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
    pile("stock", fill(gettext("{count} in stock"), { count: view.stock }), backElement(), draw.stock, gettext("Draw from the stock")),
    pile(
      "discard pile",
      fill(gettext("{count} discarded"), { count: view.discards.length }),
      top ? cardElement(top) : make("span", "card empty"),
      draw.discard,
      fill(gettext("Take the {card} from the discard pile"), { card: top && spoken(top) }),
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
  root.replaceChildren(make("h2", "", fill(gettext("Deal {deal} is over: {how}"), { deal: deal.deal + 1, how: title })), make("ul", "list", ...rows));
}
