// The replay page: fetches the document that the viewer names and mounts it there.

import { fill, gettext } from "../words.js";
import { mount } from "./viewer.js";

const root = document.querySelector("[data-replay]");
const names = [...document.querySelectorAll("[data-seat-name]")].map((element) => element.textContent.trim());

async function fetched(address) {
  const response = await fetch(address, { headers: { Accept: "application/json" } });
  if (response.status === 409) throw new Error(await response.text());
  if (!response.ok) {
    const words = gettext("The replay could not be fetched: the server answered {status}. Reload to try again.");
    throw new Error(fill(words, { status: response.status }));
  }
  return response.json();
}

async function load() {
  const waiting = document.querySelector("[data-waiting]");
  try {
    const viewer = mount(root, await fetched(root.dataset.replay), { names, address: true });
    waiting.remove();
    followLinks(viewer);
  } catch (error) {
    waiting.textContent = error.message;
    waiting.className = "wrong";
    root.hidden = true;
  }
}

/** Links to a turn of this game lead there without the page being loaded anew. */
function followLinks(viewer) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    viewer.go(link.search);
    root.scrollIntoView();
  });
}

/** The check of the game stands below the button rather than on a page of its own. */
function verifyHere(link, into) {
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    into.textContent = gettext("Playing it again …");
    try {
      const response = await fetch(link.href, { headers: { "X-Part": "checks" } });
      if (!response.ok) throw new Error(fill(gettext("the server answered {status}"), { status: response.status }));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      into.replaceChildren(...page.body.childNodes);
    } catch (error) {
      const words = gettext("The check could not be made: {reason}. Press again to try once more.");
      into.textContent = fill(words, { reason: error.message });
    }
  });
}

verifyHere(document.querySelector("[data-verify]"), document.querySelector("[data-checks]"));
load();
