// One's own seat: the hand as buttons that are chosen, and the groups of the phase that they are put into.

import { cardElement, spoken } from "../cards.js";
import { fill, gettext } from "../words.js";
import { button, header, make, melds } from "./draw.js";

const WANTED = {
  set: gettext("set of {size}"),
  run: gettext("run of {size}"),
  color: gettext("{size} cards of one colour"),
};

/** A group of a phase in words. */
export const wanted = ({ kind, size }) => fill(WANTED[kind], { size });

/** Each card with a name of its own: the second red 5 is "R5 2". */
export function named(hand) {
  const seen = {};
  return hand.map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { card, name: `${card} ${seen[card]}` };
  });
}

function picks(cards, { chosen, drawn, choose, enabled }) {
  let fresh = drawn;
  const row = make("div", "cards hand");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", gettext("Your hand"));
  cards.forEach(({ card, name }, at) => {
    const face = cardElement(card, { fresh: card === fresh });
    if (card === fresh) fresh = null;
    face.setAttribute("aria-hidden", "true");
    const pick = button(name, "plain pick", () => choose(name), face);
    pick.setAttribute("aria-pressed", String(chosen.has(name)));
    pick.setAttribute("aria-label", face.classList.contains("new") ? fill(gettext("{card}, just drawn"), { card: spoken(card) }) : spoken(card));
    pick.disabled = !enabled;
    pick.tabIndex = at === 0 ? 0 : -1; // the arrows go along the hand
    row.append(pick);
  });
  row.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const all = [...row.children];
    all[(all.indexOf(document.activeElement) + way + all.length) % all.length].focus();
  });
  row.addEventListener("focusin", (event) => {
    for (const pick of row.children) pick.tabIndex = pick === event.target.closest(".pick") ? 0 : -1;
  });
  return row;
}

function slot(group, index, cards, { put, takeOut }) {
  const held = cards.map((card, at) => {
    const face = cardElement(card);
    face.setAttribute("aria-hidden", "true");
    const back = button(`slot ${index} ${at}`, "plain pick", () => takeOut(index, at), face);
    back.setAttribute("aria-label", fill(gettext("Take the {card} back"), { card: spoken(card) }));
    return back;
  });
  const label = make("span", "about", `${index + 1}: ${wanted(group)}`);
  const here = button(`put ${index}`, "quiet slim", () => put(index), gettext("Put here"));
  const words = gettext("Put the chosen cards into group {number}, {what}");
  here.setAttribute("aria-label", fill(words, { number: index + 1, what: wanted(group) }));
  return make("div", "slot", label, make("div", "cards", ...held), here);
}

/** `look`: the seat's name and view, its hand by `named`, what is chosen, the draft's groups while it lays. */
export function ownSeat(root, look) {
  const { player, phase, groups } = look;
  root.className = ["seat near", look.due && "turn"].filter(Boolean).join(" ");
  const parts = [header(fill(gettext("{name} (you)"), { name: look.name }), player), picks(look.cards, look)];
  if (groups) {
    const slots = phase.groups.map((group, at) => slot(group, at, groups[at].cards, look));
    parts.push(make("div", "slots", ...slots));
  } else parts.push(melds(look.melds, 0, look.names, look.hit));
  root.replaceChildren(...parts);
}
