// Each step as a sentence, for the caption, the log and the voice.

import { spoken } from "../cards.js";
import { fill, gettext, ngettext } from "../words.js";

const list = (cards) => cards.map(spoken).join(", ");
const PAST_LAST = 11;

// What ended a bot or cost it a strike, as the replay document names it.
const KINDS = {
  timeout: gettext("timeout"),
  cpu_bank: gettext("cpu bank"),
  wall_bank: gettext("wall bank"),
  not_reading: gettext("not reading"),
  output_too_long: gettext("output too long"),
  unasked_output: gettext("unasked output"),
  exited: gettext("exited"),
  crashed: gettext("crashed"),
  out_of_memory: gettext("out of memory"),
  stdout_closed: gettext("stdout closed"),
  stderr_flood: gettext("stderr flood"),
  start_failed: gettext("start failed"),
  bad_reply: gettext("bad reply"),
  wrong_id: gettext("wrong id"),
  illegal_move: gettext("illegal move"),
};

function group({ kind, number, low, cards }) {
  const told = { number, low, cards: list(cards) };
  if (kind === "run") return fill(gettext("a run from {low} ({cards})"), told);
  if (kind === "set") return fill(gettext("a set of {number}s ({cards})"), told);
  return fill(gettext("cards of one colour ({cards})"), told);
}

function hit(who, { card, meld, end }, { melds }) {
  const words = {
    low: gettext("{who} hits the {card} on {meld}, low end"),
    high: gettext("{who} hits the {card} on {meld}, high end"),
  };
  return fill(words[end] ?? gettext("{who} hits the {card} on {meld}"), { who, card: spoken(card), meld: melds.get(meld) });
}

// Replay documents are English; the page around them has its faults in the reader's language.
function translated(message) {
  const said = document.getElementById("said");
  return (said && JSON.parse(said.textContent)[message]) || message;
}

// The message may quote the reply, and so name cards of that hand.
function fault(who, { kind, message, strike }, { shown }) {
  const words = strike ? gettext("{who}: {what}, strike {strike}") : gettext("{who}: {what}");
  const said = fill(words, { who, what: KINDS[kind] ?? kind.replaceAll("_", " "), strike });
  return shown && message ? `${said}. ${translated(message)}` : said;
}

function draw(who, { from, card }, { shown }) {
  if (from === "discard") return fill(gettext("{who} takes the {card} from the discard pile"), { who, card: spoken(card) });
  if (shown) return fill(gettext("{who} draws the {card}"), { who, card: spoken(card) });
  return fill(gettext("{who} draws from the stock"), { who });
}

function discard(who, { card }, { skipped }) {
  const words = skipped ? gettext("{who} discards the {card} and skips {skipped}") : gettext("{who} discards the {card}");
  return fill(words, { who, card: spoken(card), skipped });
}

const SENTENCES = {
  draw,
  lay: (who, { groups }) => fill(gettext("{who} lays down {groups}"), { who, groups: groups.map(group).join(gettext(" and ")) }),
  hit,
  discard,
  lost_turn: (who) => fill(gettext("{who} loses the turn"), { who }),
  reshuffle: (_who, { stock }) => fill(gettext("The discard pile is shuffled into a new stock of {stock}"), { stock }),
  fault,
  forfeit: (who) => fill(gettext("{who} forfeits the game"), { who }),
  announce: (who, { phase }) => fill(gettext("{who} announces phase {phase}"), { who, phase }),
};

/** How a seat stands in its game, as words to set side by side. */
export function statusWords({ phase, score, strikes, strikesAllowed, forfeited, playing, losesTurn }) {
  return [
    phase === PAST_LAST ? gettext("all phases made") : fill(gettext("phase {phase}"), { phase }),
    fill(ngettext("{score} point", "{score} points", score), { score }),
    strikes && fill(gettext("{strikes} of {allowed} strikes"), { strikes, allowed: strikesAllowed }),
    forfeited && gettext("forfeited"),
    !forfeited && !playing && gettext("not in this deal"),
    !forfeited && playing && losesTurn && gettext("loses a turn"),
  ].filter(Boolean);
}

/** The melds of a deal by their number, named by whose they are and what they are. */
export function meldNames(deal, names) {
  const laid = deal.steps.filter((step) => step.do === "lay");
  return new Map(
    laid.flatMap(({ seat, groups }) => groups.map((group) => [group.meld, fill(KIND_OF[group.kind] ?? KIND_OF.color, { name: names[seat], number: group.number })])),
  );
}

const KIND_OF = {
  set: gettext("{name}'s set of {number}s"),
  run: gettext("{name}'s run"),
  color: gettext("{name}'s colour"),
};

/** `names` are the bots by seat, `melds` from `meldNames`; `shown`: whether that seat's hand is open. */
export function sentence(step, { names, melds, shown }) {
  const skipped = names[step.skip] ?? null;
  return SENTENCES[step.do](names[step.seat], step, { shown, melds, skipped });
}

export function dealtSentence(deal, names) {
  const words = deal.playoff
    ? gettext("Playoff: deal {deal} is dealt; {who} starts")
    : gettext("deal {deal} is dealt; {who} starts");
  return fill(words, { deal: deal.deal + 1, who: names[deal.starter] });
}

export function endSentence({ end }, names) {
  if (end.how === "out") return fill(gettext("{who} goes out"), { who: names[end.out] });
  return gettext("The deal ends by the turn limit");
}

/** What a deal's end cost and gave: one line a seat that played. */
export function endDetails({ end, playing }, names) {
  return playing.map((seat) => {
    const words = end.made[seat] ? gettext("{who}: phase made, +{points} points") : gettext("{who}: phase not made, +{points} points");
    return fill(words, { who: names[seat], points: end.points[seat] });
  });
}
