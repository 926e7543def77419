// Draws one table (state.js) into the page. Elements are made anew for every frame: a table has
// some sixty cards, which costs about a millisecond.

import { backElement, cardElement } from "../cards.js";

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

function melds(table, seat) {
  const row = make("div", "melds");
  const own = table.melds.filter((meld) => meld.owner === seat);
  for (const meld of own) {
    const cards = make("div", "cards", ...meld.cards.map((card) => cardElement(card)));
    cards.title = `meld ${meld.meld}`;
    row.append(cards);
  }
  if (!own.length) row.append(make("span", "none", "phase not down"));
  return row;
}

const PAST_LAST = 11;

function status(seat) {
  const words = [seat.phase === PAST_LAST ? "all phases made" : `phase ${seat.phase}`, `${seat.score} points`];
  if (seat.strikes) words.push(`${seat.strikes} of ${seat.strikesAllowed} strikes`);
  if (seat.forfeited) words.push("forfeited");
  else if (!seat.playing) words.push("not in this deal");
  else if (seat.losesTurn) words.push("loses a turn");
  return words.map((word) => make("span", "", word));
}

function seatPanel(table, index, look) {
  const seat = table.seats[index];
  const near = index === look.near;
  const classes = ["seat", near && "near", table.toMove === index && "turn", !seat.playing && "out-of-deal"];
  const fresh = table.fresh?.seat === index ? table.fresh.card : null;
  const panel = make(
    "section",
    classes.filter(Boolean).join(" "),
    make("header", "", make("b", "", look.names[index]), ...status(seat)),
    hand(seat, look.shown(index), fresh),
    melds(table, index),
  );
  panel.setAttribute("aria-label", `Seat ${index}, ${look.names[index]}`);
  return panel;
}

function pile(label, card) {
  return make("div", "pile", card, label);
}

/** `look`: names by seat, the near seat, `shown(seat)`, caption and its details. */
export function draw(root, table, look) {
  const count = table.seats.length;
  const others = Array.from({ length: count - 1 }, (_, at) => (look.near + 1 + at) % count);
  const top = table.discards.at(-1);
  root.querySelector("[data-others]").replaceChildren(...others.map((seat) => seatPanel(table, seat, look)));
  root.querySelector("[data-near]").replaceChildren(seatPanel(table, look.near, look));
  root
    .querySelector("[data-piles]")
    .replaceChildren(
      pile(`${table.stock} in stock`, backElement()),
      pile(`${table.discards.length} discarded`, top ? cardElement(top) : make("span", "card empty")),
    );
  const details = look.details.map((line) => make("small", "", line));
  root.querySelector("[data-caption]").replaceChildren(look.caption, ...details);
}
