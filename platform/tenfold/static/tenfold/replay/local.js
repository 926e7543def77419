// A file of one's own in the viewer: chosen or dropped, read by the site, and mounted here.

import { fill, gettext, ngettext } from "../words.js";
import { mount } from "./viewer.js";

const form = document.querySelector("[data-open]");
const told = document.querySelector("[data-told]");
const place = document.querySelector("[data-viewer]");
const root = place.querySelector("[data-replay]");
let viewer = null;

async function read(file) {
  const body = new FormData(form);
  body.set("file", file);
  const response = await fetch(form.action, { method: "POST", body });
  if (response.status === 413) throw new Error(gettext("The file is too large: a replay has at most 1 MB."));
  if ([400, 429].includes(response.status)) throw new Error(await response.text());
  if (!response.ok) {
    const words = gettext("The file could not be read: the server answered {status}. Try again.");
    throw new Error(fill(words, { status: response.status }));
  };
  return response.json();
}

async function open(file) {
  told.className = "";
  told.textContent = fill(gettext("Reading {name} …"), { name: file.name });
  try {
    const game = await read(file);
    const before = viewer;
    viewer = mount(root, game); // throws when nobody could have played that, and leaves what is in view
    before?.remove();
    root.hidden = place.hidden = false;
    const words = ngettext("{name}: {seats} seats, {deals} deal", "{name}: {seats} seats, {deals} deals", game.deals.length);
    told.textContent = fill(words, { name: file.name, seats: game.players, deals: game.deals.length });
  } catch (error) {
    told.className = "wrong";
    told.textContent = error.message;
  }
}

// The viewer's own words while it waits for a document are not wanted: here a person brings it.
place.querySelector("[data-waiting]").remove();
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.elements.file.addEventListener("change", ({ target }) => target.files.length && open(target.files[0]));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) open(file);
});
