// The keys of the reveal, those of a presenter among them: each goes where the page's own links go.

const links = { ArrowRight: "[data-next]", " ": "[data-next]", PageDown: "[data-next]", ArrowLeft: "[data-back]", PageUp: "[data-back]" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in links)) return;
  event.preventDefault();
  if (!event.repeat) document.querySelector(links[event.key])?.click();
});
