// Buttons that copy the text of another element, which [data-copy] names by a selector.

import { gettext } from "./words.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => copy(button));
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  const word = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = gettext("copied");
  } catch {
    // Browsers give the clipboard to HTTPS and this machine alone: elsewhere the keys do it.
    source.closest("details")?.setAttribute("open", "");
    getSelection().selectAllChildren(source);
    button.textContent = gettext("selected: press Ctrl+C");
  }
  setTimeout(() => (button.textContent = word), 3000);
}
