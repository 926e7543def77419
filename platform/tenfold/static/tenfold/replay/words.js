// Each step as a sentence, for the caption, the log and the voice.

import { spoken } from "../cards.js";

const list = (cards) => cards.map(spoken).join(", ");

function group({ kind, number, low, color, cards }) {
  if (kind === "run") return `a run from ${low} (${list(cards)})`;
  if (kind === "set") return `a set of ${number}s (${list(cards)})`;
  return `cards of one colour (${list(cards)})`;
}

const SENTENCES = {
  draw: (who, { from, card }, { shown }) => {
    if (from === "discard") return `${who} takes the ${spoken(card)} from the discard pile`;
    return shown ? `${who} draws the ${spoken(card)}` : `${who} draws from the stock`;
  },
  lay: (who, { groups }) => `${who} lays down ${groups.map(group).join(" and ")}`,
  hit: (who, { card, meld, end }, { melds }) =>
    `${who} hits the ${spoken(card)} on ${melds.get(meld)}${end ? `, ${end} end` : ""}`,
  discard: (who, { card }, { skipped }) =>
    `${who} discards the ${spoken(card)}${skipped ? ` and skips ${skipped}` : ""}`,
  lost_turn: (who) => `${who} loses the turn`,
  reshuffle: (_who, { stock }) => `The discard pile is shuffled into a new stock of ${stock}`,
  // The message may quote the reply, and so name cards of that hand.
  fault: (who, { kind, message, strike }, { shown }) =>
    `${who}: ${kind.replaceAll("_", " ")}${strike ? `, strike ${strike}` : ""}${shown && message ? `. ${message}` : ""}`,
  forfeit: (who) => `${who} forfeits the game`,
  announce: (who, { phase }) => `${who} announces phase ${phase}`,
};

/** The melds of a deal by their number, named by whose they are and what they are. */
export function meldNames(deal, names) {
  const laid = deal.steps.filter((step) => step.do === "lay");
  return new Map(
    laid.flatMap(({ seat, groups }) => groups.map((group) => [group.meld, `${names[seat]}'s ${kindOf(group)}`])),
  );
}

function kindOf({ kind, number }) {
  if (kind === "set") return `set of ${number}s`;
  return kind === "run" ? "run" : "colour";
}

/** `names` are the bots by seat, `melds` from `meldNames`; `shown`: whether that seat's hand is open. */
export function sentence(step, { names, melds, shown }) {
  const skipped = names[step.skip] ?? null;
  return SENTENCES[step.do](names[step.seat], step, { shown, melds, skipped });
}

export function dealtSentence(deal, names) {
  const playoff = deal.playoff ? "Playoff: " : "";
  return `${playoff}deal ${deal.deal} is dealt; ${names[deal.starter]} starts`;
}

export function endSentence({ end }, names) {
  if (end.how === "out") return `${names[end.out]} goes out`;
  return "The deal ends by the turn limit";
}

/** What a deal's end cost and gave: one line a seat that played. */
export function endDetails({ end, playing }, names) {
  return playing.map((seat) => {
    const made = end.made[seat] ? "phase made" : "phase not made";
    return `${names[seat]}: ${made}, +${end.points[seat]} points`;
  });
}
