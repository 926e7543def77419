// The replay page: fetches the document, then keeps frame, address, table, log and slider in step.

import { listen } from "./keys.js";
import { log } from "./log.js";
import { player } from "./player.js";
import { scrubber } from "./scrubber.js";
import { tableAt } from "./state.js";
import { draw } from "./table.js";
import { addressOf, frameOf, framesOf, isDealt, isFault, isPhase, jump, marks } from "./timeline.js";
import { dealtSentence, endDetails, endSentence, meldNames, sentence } from "./words.js";

const root = document.querySelector("[data-replay]");
const names = [...document.querySelectorAll("[data-seat-name]")].map((element) => element.textContent.trim());

function start(game) {
  const frames = framesOf(game);
  const phases = marks(frames, isPhase);
  const faults = marks(frames, isFault);
  const deals = marks(frames, isDealt);
  const melds = game.deals.map((deal) => meldNames(deal, names));
  const hands = root.querySelector("[data-hands]");
  names.forEach((name, seat) => hands.add(new Option(`as ${name} saw it`, seat)));
  const place = root.querySelector("[data-place]");
  let now = frameOf(frames, location.search);
  let near = 0;

  const shown = (seat) => hands.value === "open" || hands.value === String(seat);
  const textOf = ({ deal, step, kind }) => {
    if (kind === "dealt") return dealtSentence(game.deals[deal], names);
    if (kind === "end") return endSentence(game.deals[deal], names);
    const one = game.deals[deal].steps[step];
    return sentence(one, { names, melds: melds[deal], shown: shown(one.seat) });
  };
  const slider = scrubber(root.querySelector(".scrub"), frames, (index) => goTo(index));
  const lines = log(root.querySelector(".log ol"), frames, textOf, (index) => goTo(index));

  function show() {
    const frame = frames[now];
    const deal = game.deals[frame.deal];
    const caption = textOf(frame);
    const details = frame.kind === "end" ? endDetails(deal, names) : [];
    draw(root, tableAt(game, frame), { names, near, shown, caption, details });
    place.textContent = `Deal ${frame.deal}${typeof frame.turn === "number" ? `, turn ${frame.turn}` : ""}`;
    slider.show(now, `${place.textContent}: ${caption}`);
    lines.show(now);
    history.replaceState(null, "", addressOf(frames, now));
  }
  function goTo(index) {
    now = Math.max(0, Math.min(frames.length - 1, index));
    show();
  }

  const playing = player({
    kindNow: () => frames[now].kind,
    step() {
      goTo(now + 1);
      return now < frames.length - 1;
    },
    onChange(on, speed) {
      const button = root.querySelector("[data-do=play]");
      button.textContent = on ? "Pause" : "Play";
      root.querySelector("[data-speed]").textContent = `speed ${speed}`;
    },
  });
  const help = document.querySelector("[data-help]");
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
    turnTable() {
      near = (near + 1) % game.players;
      show();
    },
    help: () => help.showModal(),
  };
  listen(actions);
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => actions[button.dataset.do]());
  }
  hands.addEventListener("change", () => {
    if (/^\d+$/.test(hands.value)) near = Number(hands.value);
    lines.forget();
    show();
  });
  root.hidden = false;
  show();
}

async function load() {
  const waiting = document.querySelector("[data-waiting]");
  try {
    const response = await fetch(root.dataset.replay, { headers: { Accept: "application/json" } });
    if (response.status === 409) throw new Error(await response.text());
    if (!response.ok) throw new Error(`The replay could not be fetched: the server answered ${response.status}. Reload to try again.`);
    start(await response.json());
    waiting.remove();
  } catch (error) {
    waiting.textContent = error.message;
    waiting.className = "wrong";
    root.hidden = true;
  }
}

load();
