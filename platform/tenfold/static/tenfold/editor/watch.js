// The replay of a test game, beside the editor: its keys work while the focus is in it.

import { mount } from "../replay/viewer.js";
import { fill, gettext } from "../words.js";

let viewer = null;
let root = null;

async function fetched(address) {
  const response = await fetch(address);
  if (response.ok) return response.json();
  if (response.status === 409) throw new Error(await response.text());
  throw new Error(fill(gettext("The replay could not be fetched ({status})."), { status: response.status }));
}

// Mounts the viewer in whatever has just come in with one, in place of the one before; one that was taken
// away without another stops.
export async function watch(within) {
  const place = within.querySelector("[data-watch]");
  if (!place && root?.isConnected) return;
  viewer?.remove();
  viewer = null;
  root = place?.querySelector("[data-replay]");
  if (!root) return;
  const waiting = place.querySelector("[data-waiting]");
  try {
    const names = [...document.querySelectorAll("[data-seat-name]")].map((element) => element.textContent);
    viewer = mount(root, await fetched(root.dataset.replay), { names, keys: root });
    viewer.go(place.dataset.watch);
    waiting.remove();
  } catch (error) {
    waiting.textContent = error.message;
    waiting.className = "wrong";
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-turn]");
  if (!link || !viewer || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  viewer.go(link.search);
  document.querySelector("[data-watch]").scrollIntoView({ block: "nearest" });
});
