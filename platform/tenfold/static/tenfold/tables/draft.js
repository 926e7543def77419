// A turn being put together: groups, hits, nothing of it sent for good. Values in, values out.

const number = (card) => Number(card.slice(1));
const isWild = (card) => card === "W";

export function emptyDraft(phase) {
  const groups = (phase?.groups ?? []).map(() => ({ cards: [] }));
  return { groups, laid: null, hits: [], shown: null };
}

/** The groups as the server offers them: lists of cards, or {cards, as} for wilds alone. */
export const filled = (draft, lay) => ({
  ...draft,
  groups: lay.map((group) => (Array.isArray(group) ? { cards: group } : { ...group })),
});

export const withGroup = (draft, index, cards) => ({
  ...draft,
  groups: draft.groups.map((group, at) => (at === index ? { cards } : group)),
});

/** A run from low to high, with its wilds in the gaps and the rest of them above, then below. */
export function inOrder(kind, cards) {
  if (kind !== "run") return cards;
  const wilds = cards.filter(isWild);
  const naturals = cards.filter((card) => !isWild(card)).sort((one, other) => number(one) - number(other));
  if (!naturals.length || naturals.some((card, at) => at && number(card) === number(naturals[at - 1]))) return cards;
  const run = [];
  for (const card of naturals) {
    while (run.length && wilds.length && number(naturals[0]) + run.length < number(card)) run.push(wilds.pop());
    run.push(card);
  }
  while (wilds.length && number(naturals[0]) + run.length <= 12) run.push(wilds.pop());
  return [...wilds, ...run];
}

/** The groups as a reply lays them. */
export const layOf = (draft, phase) =>
  draft.groups.map(({ cards, as }, at) =>
    as === undefined ? inOrder(phase.groups[at].kind, cards) : { cards, as },
  );

/** Hits of several cards on one meld, in an order in which each fits; `end` is where wilds go. */
export function hitsOn(meld, cards, melds, end) {
  const name = meld.id < melds.length ? meld.id : `new:${meld.id - melds.length}`;
  const below = (card) => meld.kind === "run" && !isWild(card) && number(card) < meld.low;
  const up = cards.filter((card) => !below(card)).sort((one, other) => isWild(one) - isWild(other) || number(one) - number(other));
  const down = cards.filter(below).sort((one, other) => number(other) - number(one));
  return [...up, ...down].map((card) => (isWild(card) && end ? { card, meld: name, end } : { card, meld: name }));
}

/** The open ends of a run; other melds have none. */
export function endsOf(meld) {
  if (meld.kind !== "run") return [];
  return [meld.low > 1 && "low", meld.low + meld.cards.length <= 12 && "high"].filter(Boolean);
}

/** The reply so far; the discard comes on top. */
export const replyOf = ({ laid, hits }) => ({ ...(laid && { lay: laid }), ...(hits.length && { hit: hits }) });

/** Takes each of the cards out of the hand once. */
export function without(hand, cards) {
  const rest = [...hand];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  return rest;
}

const COLOURS = "RBYGWS";

/** The server sends hands by number; `colour` sorts them by colour first. */
export function sorted(hand, by) {
  if (by !== "colour") return hand;
  const place = (card) => COLOURS.indexOf(card[0]) * 100 + (card.length > 1 ? number(card) : 0);
  return [...hand].sort((one, other) => place(one) - place(other));
}
