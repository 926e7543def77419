// Draws tables (state.js) into the page. What a step leaves as it was stays in it: to make all hands anew in
// every frame would cost more than a sixtieth of a second has.

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

// What a child was made for; a step keeps those that it has no other use for, since to lay out a card anew
// costs as much as all that a step has to change.
const KEYS = new WeakMap();

/** Lets `place` hold one child for each of these keys, in this order, and makes only those that are not there. */
function sync(place, keys, makeOne) {
  let at = place.firstChild;
  const pass = ({ gone }) => {
    const next = at.nextSibling;
    if (gone) at.remove();
    at = next;
  };
  keys.forEach((key, index) => {
    while (at && !keys.includes(KEYS.get(at), index)) pass({ gone: true });
    if (at && KEYS.get(at) === key) return pass({ gone: false });
    const made = makeOne(key);
    KEYS.set(made, key);
    place.insertBefore(made, at);
  });
  while (at) pass({ gone: true });
}

const FRESH = "!";
const CLOSED = "?";

function drawHand(place, cards, open, fresh) {
  const sorted = [...cards].sort(ORDER);
  const at = fresh ? sorted.indexOf(fresh) : -1;
  const keys = sorted.map((card, index) => (open ? card + (index === at ? FRESH : "") : CLOSED));
  sync(place, keys, (key) =>
    key === CLOSED ? backElement() : cardElement(key.replace(FRESH, ""), { fresh: key.endsWith(FRESH) }),
  );
}

function drawMelds(place, own) {
  const NONE = "none";
  sync(place, own.length ? own.map(({ meld }) => meld) : [NONE], (key) => {
    if (key === NONE) return make("span", NONE, gettext("phase not down"));
    const cards = make("div", "cards");
    cards.title = filled(gettext("meld {number}"), { number: key });
    return cards;
  });
  own.forEach(({ cards }, index) => sync(place.children[index], cards, (card) => cardElement(card)));
}

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

/** A panel with nothing in it yet; `draw(parts)` of what it returns shows these, and keeps what is shown already. */
function seatPanel(index) {
  const [name, status] = [make("b"), make("span", "status")];
  const [hand, melds] = [make("div", "cards hand"), make("div", "melds")];
  const panel = make("section", "seat", make("header", "", name, status), hand, melds);
  return {
    panel,
    draw(parts) {
      const { seat, near, moves } = parts;
      const classes = ["seat", near && "near", moves && "turn", !seat.playing && "out-of-deal"];
      panel.className = classes.filter(Boolean).join(" ");
      if (name.textContent !== parts.name) {
        name.textContent = parts.name;
        panel.setAttribute("aria-label", filled(gettext("Seat {seat}, {name}"), { seat: index + 1, name: parts.name }));
      }
      sync(status, statusWords(seat), (word) => make("span", "", word));
      drawHand(hand, seat.hand, parts.open, parts.fresh);
      drawMelds(melds, parts.melds);
    },
  };
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
    const one = (drawn[index] ??= seatPanel(index));
    if (!one.parts || !alike(parts, one.parts)) one.draw(parts);
    one.parts = parts;
    return one.panel;
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
