// Sets moments by the viewer's clocks. Without this they stand in UTC, which stays in their titles.

const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" };
const named = { hourCycle: "h23", timeZoneName: "short" };
const day = new Intl.DateTimeFormat("en-GB", { ...parts, ...named });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", ...named });

function told(time) {
  const format = time.dataset.moment === "clock" ? clock : day;
  const of = Object.fromEntries(format.formatToParts(new Date(time.dateTime)).map((part) => [part.type, part.value]));
  const at = `${of.hour}:${of.minute}`;
  if (format === clock) return `${at}:${of.second} ${of.timeZoneName}`;
  return `${of.year}-${of.month}-${of.day} ${at} ${of.timeZoneName}`;
}

export function setMoments(within) {
  for (const time of within.querySelectorAll("time[data-moment]")) time.textContent = told(time);
}

setMoments(document);
// What comes in later is set before it is seen.
document.addEventListener("htmx:afterSwap", (event) => setMoments(event.target));
