// Keeps polled fragments quiet: no request from a hidden tab, no swap under a reader's hands or out of their sight.

import { placeIn } from "./reading.js";

const polled = (element) => element.matches?.("[data-live]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (polled(event.target) && document.hidden) event.preventDefault();
});

function selecting(element) {
  const selection = document.getSelection();
  return selection && !selection.isCollapsed && element.contains(selection.anchorNode);
}

const beingRead = (element) => selecting(element) || element.contains(document.activeElement);

const last = new WeakMap();
let goBack = null;

document.addEventListener("htmx:beforeSwap", (event) => {
  const element = event.detail.target;
  if (!polled(element)) return;
  const text = event.detail.serverResponse;
  const isLast = event.detail.xhr.status === 286; // asked no more, so it comes in whatever is done there
  if (!isLast && (last.get(element) === text || beingRead(element))) {
    event.detail.shouldSwap = false;
    return;
  }
  last.set(element, text);
  goBack = placeIn(element);
});
document.addEventListener("htmx:afterSwap", () => {
  goBack?.();
  goBack = null;
});

// Nor is the page loaded anew while somebody selects in it or fills something in; the next poll asks again.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const busy = selecting(document.body) || document.activeElement !== document.body;
  const anew = event.detail.xhr.getResponseHeader("HX-Refresh");
  if (polled(event.detail.elt) && anew && busy) event.preventDefault();
});

// A second press of a submit button does nothing while the first is under way.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.dataset.sent) {
    event.preventDefault();
    return;
  }
  event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
