// What was typed, kept in this browser for a reload or a mishap: one text for each account, and one for nobody.
// A text belongs to the draft that it was played as. On another draft's page that draft's own text is shown.

const nameOf = (writer) => `tenfold.write.${writer}`;

// The text that was typed on this page, or null when the page's own is to be shown. A page that says what is
// wrong with a form has what was typed in it already.
export function kept(writer, draft, pageHasIt) {
  if (pageHasIt) return null;
  try {
    const found = JSON.parse(localStorage.getItem(nameOf(writer)));
    return found && (draft === "" || found.draft === draft) ? String(found.text) : null;
  } catch {
    return null;
  }
}

export function keep(writer, draft, text) {
  try {
    localStorage.setItem(nameOf(writer), JSON.stringify({ draft, text }));
  } catch {
    // A browser that keeps nothing, or has no room: the text is in the page all the same.
  }
}
