// Where somebody reads within a part of the page that is about to be replaced, and how to lead them back.

const topOf = (element) => element.getBoundingClientRect().top;

/** The first link in view, by where it leads and as which of those that lead there. */
function linkInView(part) {
  const links = [...part.querySelectorAll("a[href]")];
  const link = links.find((one) => topOf(one) >= 0 && topOf(one) < innerHeight && one.checkVisibility());
  if (!link) return null;
  const href = link.getAttribute("href");
  const same = links.filter((one) => one.getAttribute("href") === href);
  return { href, nth: same.indexOf(link), count: same.length, top: topOf(link) };
}

const sideways = (part) => part.querySelectorAll(".scroll[aria-label]");
const folded = (part) => part.querySelectorAll("details");
const summaryOf = (details) => details.querySelector("summary")?.textContent;

/** Remembers what is in view, how far tables are scrolled sideways and what is unfolded; gives the way back. */
export function placeIn(part) {
  // Part of it is above the window: what comes in there would push the rest down.
  const link = topOf(part) < 0 ? linkInView(part) : null;
  const scrolled = new Map([...sideways(part)].map((one) => [one.ariaLabel, one.scrollLeft]));
  const open = new Set([...folded(part)].filter((one) => one.open).map(summaryOf));
  const root = document.documentElement;
  root.style.overflowAnchor = "none"; // or the browser moves the page as well
  return function goBack() {
    for (const one of sideways(part)) one.scrollLeft = scrolled.get(one.ariaLabel) ?? 0;
    for (const one of folded(part)) if (open.has(summaryOf(one))) one.open = true;
    if (link) {
      const same = [...part.querySelectorAll("a[href]")].filter((one) => one.getAttribute("href") === link.href);
      // More of them may have come in above, as in a standing; a row's own is the last.
      const found = same[link.nth + same.length - link.count] ?? same.at(-1);
      if (found) scrollBy({ top: topOf(found) - link.top, behavior: "instant" });
    }
    requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
  };
}
