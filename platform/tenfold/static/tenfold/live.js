// Keeps polled fragments quiet: no request from a hidden tab, no swap under a reader's hands.

const polled = (element) => element.matches?.("[data-live]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (polled(event.target) && document.hidden) event.preventDefault();
});

function beingRead(element) {
  const selection = document.getSelection();
  const selecting = selection && !selection.isCollapsed && element.contains(selection.anchorNode);
  return selecting || element.contains(document.activeElement);
}

const last = new WeakMap();

document.addEventListener("htmx:beforeSwap", (event) => {
  const element = event.detail.target;
  if (!polled(element) || event.detail.xhr.status === 286) return;
  const text = event.detail.serverResponse;
  if (last.get(element) === text || beingRead(element)) event.detail.shouldSwap = false;
  else last.set(element, text);
});

// Nor is the page loaded anew while somebody selects in it or fills something in; the next poll asks again.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const selection = document.getSelection();
  const active = document.activeElement;
  const busy = (selection && !selection.isCollapsed) || (active && active !== document.body);
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
