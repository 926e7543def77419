// Lets moments be typed by the viewer's clocks. Without this they are of UTC, as the word beside them says.

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const zone of document.querySelectorAll("input[data-zone-of]")) {
  // What came back to be mended is of the viewer's zone already.
  if (!here || zone.value !== "UTC") continue;
  const field = zone.form.elements[zone.dataset.zoneOf];
  const moment = new Date(`${field.value}Z`);
  if (field.value) field.value = new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  zone.value = zone.nextElementSibling.textContent = here;
}
