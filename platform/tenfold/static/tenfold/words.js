// What the scripts say, in the page's language. The catalog is a script of its own, and English needs none.

const as_it_is = {
  gettext: (text) => text,
  ngettext: (one, more, count) => (count === 1 ? one : more),
  pgettext: (_context, text) => text,
};

export const { gettext, ngettext, pgettext } = globalThis.django?.gettext ? globalThis.django : as_it_is;

/** The sentence with its places filled: fill("{who} draws", { who: "Ada" }). */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_place, name) => values[name]);
}
