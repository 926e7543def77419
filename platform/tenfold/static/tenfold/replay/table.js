// Draws tables (state.js) into the page. A seat of which nothing has changed keeps its panel: to make all
// hands anew in every frame would cost more than a sixtieth of a second has.

import { backElement, cardElement } from "../cards.js";
import { fill as filled, gettext } from "../words.js";
import { statusWords } from "./words.js";

const make = (tag, className, ...children) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
};

const RANK = (card) => (card === "W" ? 90 : card === "S" ? 91 : Number(card.slice(1)));
const ORDER = (one, other) => RANK(one) - RANK(other) || (one < other ? -1 : Number(one > other));

function hand(seat, open, fresh) {
  const cards = make("div", "cards hand");
  const sorted = [...seat.hand].sort(ORDER);
  let marked = false;
  for (const card of sorted) {
    const isFresh = !marked && fresh === card;
    marked ||= isFresh;
    cards.append(open ? cardElement(card, { fresh: isFresh }) : backElement());
  }
  return cards;
}

function melds(own) {
  const row = make("div", "melds");
  for (const meld of own) {
    const cards = make("div", "cards", ...meld.cards.map((card) => cardElement(card)));
    cards.title = filled(gettext("meld {number}"), { number: meld.meld });
    row.append(cards);
  }
  if (!own.length) row.append(make("span", "none", gettext("phase not down")));
  return row;
}

const status = (seat) => statusWords(seat).map((word) => make("span", "", word));

/** What a panel is made of; two of equal parts look alike. */
function partsOf(table, index, look) {
  return {
    seat: table.seats[index],
    name: look.names[index],
    near: index === look.near,
    moves: table.toMove === index,
    open: look.shown(index),
    fresh: table.fresh?.seat === index ? table.fresh.card : null,
    melds: table.melds.filter((meld) => meld.owner === index),
  };
}

function alike(one, other) {
  const { melds: ones, ...rest } = one;
  const { melds: others } = other;
  return (
    Object.keys(rest).every((key) => one[key] === other[key]) &&
    ones.length === others.length &&
    ones.every((meld, at) => meld === others[at])
  );
}

function seatPanel({ seat, name, near, moves, open, fresh, melds: own }, index) {
  const classes = ["seat", near && "near", moves && "turn", !seat.playing && "out-of-deal"];
  const panel = make(
    "section",
    classes.filter(Boolean).join(" "),
    make("header", "", make("b", "", name), ...status(seat)),
    hand(seat, open, fresh),
    melds(own),
  );
  panel.setAttribute("aria-label", filled(gettext("Seat {seat}, {name}"), { seat: index + 1, name }));
  return panel;
}

const pile = (label, card) => make("div", "pile", card, label);

/** Lets `place` hold these children and no others, and leaves alone what is there already. */
function fill(place, children) {
  const same = place.children.length === children.length && children.every((child, at) => child === place.children[at]);
  if (!same) place.replaceChildren(...children);
}

/** `draw(table, look)` of what it returns; `look`: names by seat, the near seat, `shown(seat)`, caption, details. */
export function drawing(root) {
  const [others, near, piles, caption] = ["others", "near", "piles", "caption"].map((name) =>
    root.querySelector(`[data-${name}]`),
  );
  const drawn = [];
  let heap = [];

  function panelOf(table, index, look) {
    const parts = partsOf(table, index, look);
    const before = drawn[index];
    if (!before || !alike(parts, before.parts)) drawn[index] = { parts, panel: seatPanel(parts, index) };
    return drawn[index].panel;
  }
  function drawPiles({ stock, discards }) {
    const now = [stock, discards.length, discards.at(-1)];
    if (now.every((value, at) => value === heap[at])) return;
    heap = now;
    const top = discards.length ? cardElement(discards.at(-1)) : make("span", "card empty");
    piles.replaceChildren(pile(filled(gettext("{count} in stock"), { count: stock }), backElement()), pile(filled(gettext("{count} discarded"), { count: discards.length }), top));
  }
  return function draw(table, look) {
    const count = table.seats.length;
    const round = Array.from({ length: count - 1 }, (_, at) => (look.near + 1 + at) % count);
    fill(others, round.map((seat) => panelOf(table, seat, look)));
    fill(near, [panelOf(table, look.near, look)]);
    drawPiles(table);
    caption.replaceChildren(look.caption, ...look.details.map((line) => make("small", "", line)));
  };
}
