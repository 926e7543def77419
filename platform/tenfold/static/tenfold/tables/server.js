// What goes to the server and comes back. The browser answers like a bot: a reply whose id is the number of
// moves that its person has seen.

import { fill, gettext } from "../words.js";

const JSON_TYPE = { Accept: "application/json", "Content-Type": "application/json" };

/** How often one looks for the bots' moves: often at first, seldom when they take long. */
const LONG = 20;
const pauseAfter = (looks) => (looks < 12 ? 250 : looks < LONG ? 1000 : 4000);

/** `accept(state)`, `complain(sentence)` and, when the bots take long, `wait()` are called with what comes. */
export function server(root, { accept, complain, wait }) {
  const address = root.dataset.table;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  let looking = null;
  let looks = 0;

  async function answered(response) {
    const type = response.headers.get("Content-Type") ?? "";
    const body = type.startsWith("application/json") ? await response.json() : {};
    if (body.game) accept(body);
    if (body.wrong) complain(body.wrong);
    else if (response.status === 404) complain(gettext("This game is not here any more: it was given up, or rested too long."));
    else if (!response.ok) complain(fill(gettext("The server answered {status}. Nothing was changed; try again."), { status: response.status }));
    return response.ok ? body : null;
  }

  async function asked(path, options) {
    try {
      return await fetch(address + path, options);
    } catch {
      complain(gettext("The server cannot be reached. Nothing was changed; try again."));
      return null;
    }
  }

  async function post(path, moves, reply) {
    const body = JSON.stringify({ id: String(moves), ...reply });
    looks = 0;
    const response = await asked(path, { method: "POST", headers: { ...JSON_TYPE, "X-CSRFToken": token }, body });
    return response && answered(response);
  }

  async function look(moves) {
    looking = null;
    // A hidden page asks nothing; it looks when it is shown again.
    const response = document.hidden ? null : await asked(`state.json?moves=${moves}`, { headers: JSON_TYPE });
    looks += 1;
    if (response?.status === 200) {
      looks = 0;
      await answered(response);
    } else if (response?.status !== 404) lookAgain(moves);
    else await answered(response);
  }

  function lookAgain(moves) {
    clearTimeout(looking);
    looking = setTimeout(look, pauseAfter(looks), moves);
    if (looks === LONG) wait();
  }

  return {
    /** The state after the move, or the present one if others have come first, goes to `accept`. */
    move: (moves, reply) => post("move/", moves, reply),
    /** What laying and hitting would come to; null when it is refused. */
    attempt: (moves, reply) => post("try/", moves, reply),
    look,
    lookAgain,
    stop: () => clearTimeout(looking),
    isSlow: () => looks >= LONG,
  };
}
