// The table as a value: how it is dealt, and the next one by each step of the replay document. Nothing here
// knows the rules, it only moves cards where the document says.

import { fill, gettext } from "../words.js";

/** The table right after the cards were dealt. Strikes and forfeits last for the whole game. */
function dealtTable(game, dealt, lasting) {
  if (dealt.hands.length !== game.players) {
    const words = gettext("{some} of {all} seats get cards");
    throw new Error(fill(words, { some: dealt.hands.length, all: game.players }));
  };
  const seats = dealt.hands.map((hand, seat) => ({
    hand: [...hand],
    playing: dealt.playing.includes(seat),
    phase: dealt.phase[seat],
    score: dealt.score[seat],
    down: false,
    strikes: lasting[seat].strikes,
    strikesAllowed: game.rules.strikes,
    forfeited: lasting[seat].forfeited,
    losesTurn: false,
  }));
  return { seats, melds: [], discards: [dealt.up], stock: dealt.stock, toMove: dealt.starter, fresh: null };
}

/** The table after `step`; the one given stays as it was. */
function apply(table, step) {
  const change = CHANGES[step.do];
  if (!change) throw new Error(fill(gettext("“{step}” is no step that this page knows"), { step: step.do }));
  if (!table.seats[step.seat]) throw new Error(fill(gettext("there is no seat {seat}"), { seat: step.seat }));
  return { ...table, fresh: null, toMove: step.seat, ...change(table, step) };
}

const withSeat = (table, seat, change) =>
  table.seats.map((one, index) => (index === seat ? { ...one, ...change(one) } : one));

function without(hand, cards) {
  const rest = [...hand];
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) throw new Error(fill(gettext("{card} is moved, which is not in that hand"), { card }));
    rest.splice(at, 1);
  }
  return rest;
}

const CHANGES = {
  draw(table, { seat, from, card }) {
    const seats = withSeat(table, seat, ({ hand }) => ({ hand: [...hand, card], losesTurn: false }));
    const fresh = { seat, card };
    if (from === "stock") return { seats, stock: table.stock - 1, fresh };
    return { seats, discards: table.discards.slice(0, -1), fresh };
  },
  lay(table, { seat, groups }) {
    const cards = groups.flatMap((group) => group.cards);
    const seats = withSeat(table, seat, ({ hand }) => ({ hand: without(hand, cards), down: true }));
    const laid = groups.map((group) => ({ ...group, owner: seat, cards: [...group.cards] }));
    return { seats, melds: [...table.melds, ...laid] };
  },
  hit(table, { seat, card, meld, end }) {
    const melds = table.melds.map((one) => (one.meld === meld ? grown(one, card, end) : one));
    return { seats: withSeat(table, seat, ({ hand }) => ({ hand: without(hand, [card]) })), melds };
  },
  discard(table, { seat, card, skip }) {
    let seats = withSeat(table, seat, ({ hand }) => ({ hand: without(hand, [card]) }));
    if (skip !== undefined && skip !== null) seats = withSeat({ seats }, skip, () => ({ losesTurn: true }));
    return { seats, discards: [...table.discards, card] };
  },
  lost_turn: (table, { seat }) => ({ seats: withSeat(table, seat, () => ({ losesTurn: false })) }),
  reshuffle: (table, { stock }) => ({ stock, discards: table.discards.slice(-1) }),
  fault: (table, { seat, strike }) => ({
    seats: withSeat(table, seat, ({ strikes }) => ({ strikes: strike ?? strikes })),
  }),
  forfeit: (table, { seat }) => ({ seats: withSeat(table, seat, () => ({ forfeited: true })) }),
  announce: (table, { seat, phase }) => ({ seats: withSeat(table, seat, () => ({ phase })) }),
};

function grown(meld, card, end) {
  if (meld.kind !== "run") return { ...meld, cards: [...meld.cards, card] };
  if (end === "low") return { ...meld, low: meld.low - 1, cards: [card, ...meld.cards] };
  return { ...meld, cards: [...meld.cards, card] };
}

/**
 * The table at each frame of the timeline, in its order; what a step leaves as it was is the same object in
 * the next table. Throws when the document does what no table can: whoever shows one of a stranger finds out here.
 */
export function tablesOf(game, frames) {
  let lasting = Array.from({ length: game.players }, () => ({ strikes: 0, forfeited: false }));
  let table = null;
  return frames.map(({ deal: index, step, kind }) => {
    try {
      if (kind === "dealt") table = dealtTable(game, game.deals[index], lasting);
      else if (kind !== "end") table = apply(table, game.deals[index].steps[step]);
    } catch (error) {
      const words = gettext("The replay breaks off in deal {deal}, step {step}: {reason}.");
      throw new Error(fill(words, { deal: index + 1, step: step + 1, reason: error.message }));
    }
    lasting = table.seats;
    return table;
  });
}
