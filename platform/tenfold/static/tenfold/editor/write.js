// The page "Write a bot": the code editor over its text field, what was typed kept for a reload, and the line
// that is to blame shown on demand. Everything is sent as the plain form sends it.

import { codeEditor } from "./codemirror.js";
import { keep, kept } from "./kept.js";
import { gettext } from "../words.js";
import { watch } from "./watch.js";

const form = document.querySelector("form.writing");
const field = form.querySelector("textarea");
const nonce = document.querySelector("script[data-editor]").nonce;
const tenLines = form.querySelector("[data-ten-lines]").content.textContent;
const writer = form.dataset.writer;
let draft = form.dataset.draft;

const typed = kept(writer, draft, field.dataset.wrong !== undefined);
if (typed !== null) field.value = typed;

function changed(text) {
  field.value = text;
  keep(writer, draft, text);
}

const hint = form.querySelector("[data-with-editor]");
hint.id = "leave-by-keyboard";
hint.hidden = false;
const place = document.createElement("div");
place.className = "code-editor";
field.before(place);
const editor = codeEditor({
  parent: place,
  text: field.value,
  label: gettext("Your bot, main.py"),
  described: hint.id,
  nonce,
  onChange: changed,
});
field.hidden = true;
changed(field.value);

form.querySelector("[data-start-again]").addEventListener("click", () => editor.replace(tenLines));

// What belongs to the game beside the editor, when it has come in.
function arrived(within) {
  for (const button of within.querySelectorAll("[data-line]")) button.hidden = false;
  watch(within);
}
document.addEventListener("click", (event) => {
  const line = event.target.closest("[data-line]")?.dataset.line;
  if (line) editor.blame(Number(line));
});
arrived(document);

// A new game has an address of its own, to which what is typed from now on belongs.
document.addEventListener("htmx:afterSwap", (event) => {
  arrived(event.detail.elt);
  const address = event.detail.xhr.getResponseHeader("HX-Replace-Url");
  if (!address) return;
  draft = address.split("/").at(-2);
  keep(writer, draft, field.value);
  document.querySelector("#game").scrollIntoView({ block: "nearest" }); // below the editor on a phone
});
