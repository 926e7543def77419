// A game in the viewer: keeps frame, address, table, log and slider in step. Pages of every kind mount it.

import { fill, gettext } from "../words.js";
import { listen } from "./keys.js";
import { log } from "./log.js";
import { player } from "./player.js";
import { scrubber } from "./scrubber.js";
import { tablesOf } from "./state.js";
import { drawing } from "./table.js";
import { addressOf, frameOf, framesOf, isDealt, isFault, isPhase, jump, marks } from "./timeline.js";
import { dealtSentence, endDetails, endSentence, meldNames, sentence } from "./words.js";

const OPEN = "open";
const CLOSED = "closed";
const ADDRESS_EVERY = 200; // ms

/**
 * Shows `game`, a replay document, in `root`, which holds the mark-up of `matches/_viewer.html`.
 *
 * `names` are the bots by seat. With `address` the page's own address follows the steps. Keys are heard
 * on `keys`: the whole page unless something else there is typed into. After each step `root` dispatches
 * "replay:shown" with {deal, turn, step, seat}; `go("?deal=4&turn=17")` leads there, `remove()` takes all
 * listeners away so that another game can be mounted.
 */
export function mount(root, game, { names = seatNames(game), address = false, keys = document } = {}) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const find = (selector) => root.querySelector(selector);
  const frames = framesOf(game);
  const tables = tablesOf(game, frames);
  const phases = marks(frames, isPhase);
  const faults = marks(frames, isFault);
  const deals = marks(frames, isDealt);
  const melds = game.deals.map((deal) => meldNames(deal, names));
  const hands = handsOf(find("[data-hands]"), names);
  const place = find("[data-place]");
  const help = find("[data-help]");
  const asked = address ? location.search : "";
  let now = frameOf(frames, asked);
  let near = 0;

  const shown = (seat) => hands.value === OPEN || hands.value === viewOf(seat);
  const textOf = ({ deal, step, kind }) => {
    if (kind === "dealt") return dealtSentence(game.deals[deal], names);
    if (kind === "end") return endSentence(game.deals[deal], names);
    const one = game.deals[deal].steps[step];
    return sentence(one, { names, melds: melds[deal], shown: shown(one.seat) });
  };
  const draw = drawing(root);
  const follow = following(signal);
  const slider = scrubber(find(".scrub"), frames, (index) => goTo(index), signal);
  const lines = log(find(".log ol"), frames, textOf, (index) => goTo(index));

  function show() {
    const frame = frames[now];
    const caption = textOf(frame);
    const details = frame.kind === "end" ? endDetails(game.deals[frame.deal], names) : [];
    draw(tables[now], { names, near, shown, caption, details });
    const within = typeof frame.turn === "number" ? gettext("Deal {deal}, turn {turn}") : gettext("Deal {deal}");
    place.textContent = fill(within, { deal: frame.deal + 1, turn: frame.turn + 1 });
    slider.show(now, `${place.textContent}: ${caption}`);
    lines.show(now);
    if (address) follow(addressOf(frame, hands.value));
    const detail = { deal: frame.deal, turn: frame.turn, step: frame.step, seat: tables[now].toMove };
    root.dispatchEvent(new CustomEvent("replay:shown", { detail }));
  }
  function goTo(index) {
    now = Math.max(0, Math.min(frames.length - 1, index));
    show();
  }
  function turnTo(seat) {
    near = seat;
    lines.forget();
    show();
  }

  const playing = player({
    kindNow: () => frames[now].kind,
    step() {
      goTo(now + 1);
      return now < frames.length - 1;
    },
    onChange(on, speed) {
      find("[data-do=play]").textContent = on ? gettext("Pause") : gettext("Play");
      find("[data-speed]").textContent = fill(gettext("speed {speed}"), { speed });
    },
  });
  const byHand = (move) => () => {
    playing.stop();
    goTo(move());
  };
  const actions = {
    next: byHand(() => now + 1),
    previous: byHand(() => now - 1),
    first: byHand(() => 0),
    last: byHand(() => frames.length - 1),
    nextPhase: byHand(() => jump(phases, now, 1)),
    previousPhase: byHand(() => jump(phases, now, -1)),
    nextFault: byHand(() => jump(faults, now, 1)),
    nextDeal: byHand(() => jump(deals, now, 1)),
    previousDeal: byHand(() => jump(deals, now, -1)),
    play: () => playing.toggle(),
    speed: (to) => playing.speed(to),
    turnTable: () => turnTo((near + 1) % game.players),
    help: () => help.showModal(),
  };
  listen(keys, actions, signal);
  for (const button of root.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => actions[button.dataset.do](), { signal });
  }
  const seatOf = (view) => (view.startsWith("seat") ? Number(view.slice(4)) - 1 : near);
  hands.addEventListener("change", () => turnTo(seatOf(hands.value)), { signal });

  const wanted = viewNamed(new URLSearchParams(asked).get("hands"));
  if ([...hands.options].some((option) => option.value === wanted)) hands.value = wanted;
  root.hidden = false;
  turnTo(seatOf(hands.value));
  return {
    go: (search) => byHand(() => frameOf(frames, search))(),
    remove() {
      playing.stop();
      leaving.abort();
      root.hidden = true;
    },
  };
}

/** Sets the page's address a few times a second: to set it costs half a frame, and browsers refuse it in a run. */
function following(signal) {
  let wanted = "";
  let timer = null;
  let last = -Infinity;
  const write = () => {
    timer = null;
    last = performance.now();
    history.replaceState(null, "", wanted);
  };
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (address) => {
    wanted = address;
    timer ??= setTimeout(write, Math.max(0, last + ADDRESS_EVERY - performance.now()));
  };
}

const seatNames = (game) =>
  Array.from({ length: game.players }, (_, seat) => fill(gettext("seat {seat}"), { seat: seat + 1 }));

const viewOf = (seat) => `seat${seat + 1}`;

/** A bare number is of a link made when seats were counted from 0. */
const viewNamed = (asked) => (/^\d+$/.test(asked) ? viewOf(Number(asked)) : asked);

/** The choice of open, closed, or one seat's view, with this game's seats. */
function handsOf(select, names) {
  const views = names.map((name, seat) => new Option(fill(gettext("as {name} saw it"), { name }), viewOf(seat)));
  select.replaceChildren(new Option(gettext("open"), OPEN), new Option(gettext("closed"), CLOSED), ...views);
  return select;
}
