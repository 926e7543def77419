// The table: keeps what the server says, the turn being put together, and the page in step.
//
// A turn is put together here and tried on the server piece by piece, in the engine's own words; only the draw
// and the discard are moves. So nothing is lost but the draft when the page is left.

import { spoken } from "../cards.js";
import { fill as filledIn, gettext } from "../words.js";
import { button, ended, log, make, meldName, others, piles } from "./draw.js";
import { emptyDraft, endsOf, filled, hitsOn, layOf, replyOf, sorted, withGroup, without } from "./draft.js";
import { named, ownSeat, wanted } from "./hand.js";
import { listen } from "./keys.js";
import { server } from "./server.js";
import { news } from "./story.js";

const root = document.querySelector("[data-table]");
const find = (selector) => root.querySelector(selector);
// A name that is written from right to left, or pretends to be, turns nothing around it.
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;
const apart = (name) => (TURNS.test(name) ? `\u2068${name}\u2069` : name);
const names = [...document.querySelectorAll("[data-seat-name]")].map(({ textContent }) => apart(textContent.trim()));
const OWN = 0;
const SORTED_BY = "tenfold-hand-by";

let now = null; // {moves, due, game}, as the server said it last
let draft = null;
let chosen = new Set(); // names of cards in the hand
let question = null; // {text, choices: [[label, act]]}: whom to skip, which end
let busy = false; // while a request is under way, nothing else is sent
let by = remembered();

const site = server(root, { accept, complain, wait: () => show() });

function remembered() {
  try {
    return localStorage.getItem(SORTED_BY) ?? "number";
  } catch {
    return "number"; // a browser that keeps nothing
  }
}

// --- what comes ---

function accept(state) {
  if (now && state.moves < now.moves) return; // overtaken on the way
  const heard = now ? news(now.game.story, state.game.story, names, OWN) : [];
  const changed = !now || state.moves !== now.moves;
  now = state;
  if (changed) {
    draft = emptyDraft(now.game.phase);
    chosen = new Set();
    question = null;
    complain("");
  }
  show();
  find("[data-heard]").textContent = [...heard, prompt()].join(". ");
  site.stop();
  if (now.due === "bots") site.lookAgain(now.moves);
}

function complain(text) {
  find("[data-wrong]").textContent = text;
}

// --- what one sees ---

const asked = () => (now.due === "person" ? now.game.asked : null);
const playing = () => asked() === "play";
const isDown = () => now.game.view.players[OWN].down || draft.laid !== null;
const laying = () => playing() && !isDown() && now.game.phase !== null;
const fits = () => isDown() && (draft.shown?.hits ?? now.game.hits).length > 0;
const onTable = () => draft.shown?.melds ?? now.game.view.melds;
const inGroups = () => (draft.laid ? [] : draft.groups.flatMap((group) => group.cards));
const hand = () => named(sorted(without(draft.shown?.hand ?? now.game.view.hand, inGroups()), by));
const chosenCards = () => hand().filter(({ name }) => chosen.has(name)).map(({ card }) => card);

function prompt() {
  if (now.due === "nobody") return gettext("The game is over");
  if (now.due === "bots") {
    if (!site.isSlow()) return gettext("The bots are playing");
    return gettext("The bots take long: the site may be busy. You need not wait here");
  }
  if (asked() === "phase") return gettext("Which phase do you try in this deal?");
  if (asked() === "draw") return gettext("Your turn: draw a card");
  if (question) return question.text;
  if (!hand().length && !inGroups().length) return gettext("Your hand is empty: end the turn");
  if (laying() && now.game.lay) return gettext("Your hand holds the phase: lay it down, or discard");
  return fits() ? gettext("Hit what fits, then discard a card") : gettext("Discard a card");
}

function show() {
  const focus = document.activeElement?.dataset?.focus;
  const { view, phase, story } = now.game;
  const hit = playing() && fits() ? hitMeld : null;
  others(find("[data-others]"), view, { names, due: null, melds: onTable(), hit });
  piles(find("[data-piles]"), view, drawing());
  ownSeat(find("[data-near]"), {
    name: names[OWN],
    names,
    player: { ...view.players[OWN], cards: hand().length },
    phase,
    cards: hand(),
    groups: laying() ? draft.groups : null,
    melds: onTable(),
    due: now.due === "person",
    enabled: playing(),
    drawn: view.drawn,
    chosen,
    choose,
    put,
    takeOut,
    hit,
  });
  find("[data-caption]").textContent = prompt();
  find("[data-actions]").replaceChildren(...actions());
  find("[data-do=sort]").textContent = by === "colour" ? gettext("Sort by number") : gettext("Sort by colour");
  ended(find("[data-ended]"), story, names, now.due === "nobody");
  log(find(".log ol"), story.at(-1), names);
  root.setAttribute("aria-busy", String(busy));
  keepFocus(focus);
}

/** On what was focused; where that is gone, on the line that says what to do. */
function keepFocus(name) {
  if (!name) return;
  const again = root.querySelector(`[data-focus="${CSS.escape(name)}"]:not(:disabled)`);
  (again ?? find("[data-caption]")).focus({ preventScroll: true });
}

function drawing() {
  const open = asked() === "draw" ? now.game.view.can_draw : [];
  return Object.fromEntries(open.map((source) => [source, () => move({ draw: source })]));
}

function actions() {
  if (now.due === "nobody") return [over()];
  if (question) {
    const choices = question.choices.map(([label, act]) => button(label, "", () => answered(act), label));
    return [...choices, button("never mind", "quiet", () => answered(() => {}), gettext("Never mind"))];
  }
  if (asked() === "phase") return now.game.open_phases.map(announcing);
  if (!playing()) return [];
  const cards = chosenCards();
  const one = cards.length === 1 ? cards[0] : null;
  const finished = !hand().length && !inGroups().length;
  return [
    laying() && now.game.lay && button("fill", "quiet", fill, gettext("Fill the groups")),
    laying() && inGroups().length && button("lay", "", lay, gettext("Lay down")),
    one && button("discard", "", discard, filledIn(gettext("Discard the {card}"), { card: spoken(one) })),
    finished && button("end", "", () => move(replyOf(draft)), gettext("End the turn")),
    (inGroups().length || draft.laid || draft.hits.length) && button("take back", "quiet", takeBack, gettext("Take back")),
  ].filter(Boolean);
}

function over() {
  const link = make("a", "button", gettext("Result and replay"));
  link.href = location.pathname;
  return link;
}

const announcing = (phase) =>
  button(`phase ${phase.number}`, "quiet", () => move({ phase: phase.number }), filledIn(gettext("Phase {number}: {what}"), { number: phase.number, what: phase.groups.map(wanted).join(" + ") }));

// --- what one does ---

async function alone(work) {
  if (busy || !now) return;
  busy = true;
  complain("");
  try {
    await work();
  } finally {
    busy = false;
    root.setAttribute("aria-busy", "false");
  }
}

const move = (reply) => alone(() => site.move(now.moves, reply));

/** Have the draft tried with more in it; it becomes so unless that is refused. */
const attempt = (change) =>
  alone(async () => {
    const next = { ...draft, ...change };
    const sent = chosen;
    chosen = new Set(chosen); // what is chosen while the server is asked stays so
    const shown = await site.attempt(now.moves, replyOf(next));
    if (!shown?.hand) return;
    draft = { ...next, shown };
    for (const name of sent) chosen.delete(name);
    show();
    find("[data-heard]").textContent = prompt();
  });

function choose(name) {
  if (!chosen.delete(name)) chosen.add(name);
  show();
}

function changed(groups) {
  draft = groups;
  chosen = new Set();
  complain("");
  show();
}

function put(index) {
  const cards = chosenCards();
  if (!laying() || !draft.groups[index]) return;
  if (cards.length) changed(withGroup(draft, index, [...draft.groups[index].cards, ...cards]));
  else complain(gettext("Choose the cards in your hand first, then where they go."));
}

function takeOut(index, at) {
  changed(withGroup(draft, index, draft.groups[index].cards.toSpliced(at, 1)));
}

function fill() {
  if (laying() && now.game.lay) changed(filled(draft, now.game.lay));
}

function lay() {
  if (laying()) attempt({ laid: layOf(draft, now.game.phase) });
}

function takeBack() {
  if (playing()) changed(emptyDraft(now.game.phase));
}

function ask(text, choices) {
  question = { text, choices };
  show();
  find("[data-heard]").textContent = text;
  find("[data-actions] button").focus();
}

function answered(act) {
  question = null;
  show();
  act();
}

function hitMeld(meld) {
  const cards = chosenCards();
  const on = (end) => attempt({ hits: [...draft.hits, ...hitsOn(meld, cards, now.game.view.melds, end)] });
  const ends = endsOf(meld);
  if (!cards.length) complain(gettext("Choose a card in your hand first, then the meld it goes to."));
  else if (!cards.includes("W") || ends.length < 2) on(ends[0]);
  else {
    const words = { low: gettext("At the low end"), high: gettext("At the high end") };
    const choices = ends.map((end) => [words[end], () => on(end)]);
    ask(filledIn(gettext("Where does the wild go on {meld}?"), { meld: meldName(meld, names) }), choices);
  }
}

function discard() {
  const cards = chosenCards();
  if (!playing()) return;
  if (cards.length !== 1) {
    complain(gettext("Choose the one card that you discard."));
    return;
  }
  const [card] = cards;
  const whom = card === "S" && hand().length + inGroups().length > 1 ? now.game.view.can_skip : [];
  const throwing = (skip) => () => move({ ...replyOf(draft), discard: card, ...(skip !== undefined && { skip }) });
  if (whom.length > 1) ask(gettext("Who loses a turn?"), whom.map((seat) => [names[seat], throwing(seat)]));
  else throwing(whom[0])();
}

function sort() {
  by = by === "colour" ? "number" : "colour";
  try {
    localStorage.setItem(SORTED_BY, by);
  } catch {
    // it is sorted for as long as the page is open
  }
  show();
}

const help = find("[data-help]");
const byHand = {
  stock: () => drawing().stock?.(),
  discardPile: () => drawing().discard?.(),
  fill,
  lay,
  takeBack,
  discard,
  sort,
  first: () => put(0),
  second: () => put(1),
  help: () => help.showModal(),
};

listen(Object.fromEntries(Object.entries(byHand).map(([name, act]) => [name, () => now && act()])));
for (const each of root.querySelectorAll("[data-do]")) each.addEventListener("click", () => byHand[each.dataset.do]());
const lookNow = () => !document.hidden && site.look(now?.moves ?? "");
document.addEventListener("visibilitychange", lookNow);
window.addEventListener("pageshow", (event) => event.persisted && lookNow());

await site.look("");
if (now) {
  document.querySelector("[data-waiting]").remove();
  root.hidden = false;
  log(find(".log ol"), now.game.story.at(-1), names); // scrolled, now that it has a height
} else document.querySelector("[data-waiting]").textContent = gettext("The game could not be fetched. Reload to try again.");
