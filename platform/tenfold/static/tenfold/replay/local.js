// A file of one's own in the viewer: chosen or dropped, read by the site, and mounted here.

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
  if (response.status === 413) throw new Error("The file is too large: a replay has at most 1 MB.");
  if ([400, 429].includes(response.status)) throw new Error(await response.text());
  if (!response.ok) throw new Error(`The file could not be read: the server answered ${response.status}. Try again.`);
  return response.json();
}

async function open(file) {
  told.className = "";
  told.textContent = `Reading ${file.name} …`;
  try {
    const game = await read(file);
    const before = viewer;
    viewer = mount(root, game); // throws when nobody could have played that, and leaves what is in view
    before?.remove();
    root.hidden = place.hidden = false;
    const deals = game.deals.length === 1 ? "1 deal" : `${game.deals.length} deals`;
    told.textContent = `${file.name}: ${game.players} seats, ${deals}`;
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
