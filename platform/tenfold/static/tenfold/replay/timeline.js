// The whole game as a row of frames, and the two ways to name one: its index and its address.
// A deal gives one frame as dealt (step -1), one a step, and one for its end (step = its length). `nth` is
// which step of its turn a frame shows.

import { gettext } from "../words.js";

export function framesOf(game) {
  if (!game.deals?.length) throw new Error(gettext("The replay has no deals."));
  return game.deals.flatMap((deal, index) => {
    const frames = [{ deal: index, step: -1, kind: "dealt", turn: null, nth: 0 }];
    deal.steps.forEach(({ do: kind, turn }, step) => {
      const nth = turn === frames.at(-1).turn ? frames.at(-1).nth + 1 : 0;
      frames.push({ deal: index, step, kind, turn, nth });
    });
    // A game that every seat has forfeited stops in the middle of its last deal.
    if (deal.end) frames.push({ deal: index, step: deal.steps.length, kind: "end", turn: "end", nth: 0 });
    return frames;
  });
}

/** Indices of the frames that `wanted` accepts, for marks and for jumping. */
export const marks = (frames, wanted) => frames.flatMap((frame, index) => (wanted(frame) ? [index] : []));
export const isPhase = (frame) => frame.kind === "lay";
export const isFault = (frame) => frame.kind === "fault" || frame.kind === "forfeit";
export const isDealt = (frame) => frame.kind === "dealt";

/** The nearest mark after (`way` 1) or before (-1) `now`; `now` itself when there is none. */
export function jump(indices, now, way) {
  const found = way > 0 ? indices.find((index) => index > now) : indices.findLast((index) => index < now);
  return found ?? now;
}

/** "?deal=4&turn=17" opens a turn's first step, "&step=3" its third, "?deal=4" the deal as dealt; counted from 1.
 * `hands`, unless open, says whose are seen. */
export function addressOf({ deal, turn, nth }, hands) {
  const address = new URLSearchParams({ deal: deal + 1 });
  if (turn !== null) address.set("turn", turn === "end" ? turn : turn + 1);
  if (nth) address.set("step", nth + 1);
  if (hands !== "open") address.set("hands", hands);
  return `?${address}`;
}

/** The frame that an address names; the nearest earlier one when the game has no such turn. */
export function frameOf(frames, search) {
  const address = new URLSearchParams(search);
  const turn = address.get("turn");
  const from = countedFrom(frames, address);
  const index = (name) => Number(address.get(name) ?? from) - from;
  // Turns count over the whole game, so a turn alone names its deal too.
  const deal = address.has("deal") || turn === null ? index("deal") : dealOf(frames, index("turn"));
  const inDeal = marks(frames, (frame) => frame.deal === deal);
  if (!inDeal.length) return 0;
  if (turn === null) return inDeal[0];
  if (turn === "end") return inDeal.at(-1);
  // The frame as dealt has no turn; null would be as good as 0.
  const first = inDeal.slice(1).find((at) => frames[at].turn >= index("turn")) ?? inDeal.at(-1);
  const step = Math.max(0, index("step") || 0);
  return Math.min(first + step, inDeal.at(-1));
}

/** 0 for a link made when deals and turns were counted from 0: it has a 0, or a turn that its deal has so alone. */
function countedFrom(frames, address) {
  const [deal, turn] = ["deal", "turn"].map((name) => Number(address.get(name) ?? NaN));
  if (deal === 0 || turn === 0) return 0;
  const within = (from) => frames.some((frame) => frame.turn === turn - from && frame.deal === deal - from);
  return !within(1) && within(0) ? 0 : 1;
}

function dealOf(frames, turn) {
  return (frames.find((frame) => frame.turn >= turn) ?? frames.at(-1)).deal;
}
