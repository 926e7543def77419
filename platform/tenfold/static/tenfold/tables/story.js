// The story of the game as sentences, and which of them are new.

import { dealtSentence, endDetails, endSentence, meldNames, sentence } from "../replay/words.js";

/** The lines of a deal: {turn, kind, text}. */
export function linesOf(deal, names, own) {
  const melds = meldNames(deal, names);
  const lines = deal.steps.map((step) => ({
    turn: step.turn + 1,
    kind: step.do,
    text: sentence(step, { names, melds, shown: step.seat === own }),
  }));
  const end = deal.end ? [{ turn: "", kind: "end", text: endSentence(deal, names) }] : [];
  return [{ turn: "", kind: "dealt", text: dealtSentence(deal, names) }, ...lines, ...end];
}

/** Whether the person has drawn in this deal: from then on the one before is the past. */
export const hasBegun = (deal, own) => deal.steps.some((step) => step.do === "draw" && step.seat === own);

/** What others did between two states of the game. */
export function news(before, after, names, own) {
  if (!before) return [];
  return after.flatMap((deal) => {
    const known = before.find((one) => one.deal === deal.deal);
    const lines = linesOf(deal, names, own);
    const seen = known ? linesOf(known, names, own).length : 0;
    const fresh = lines.slice(seen);
    const ofOthers = fresh.filter((line, at) => {
      const step = deal.steps[seen + at - 1];
      return !step || step.seat !== own || line.kind === "end";
    });
    return ofOthers.map((line) => line.text);
  });
}

/** How a deal ended: its sentence, and one line for each seat that played. */
export const ending = (deal, names) => ({ title: endSentence(deal, names), details: endDetails(deal, names) });
