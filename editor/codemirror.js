// What the page "Write a bot" needs of CodeMirror. build.js makes one file of it, which the page imports.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  HighlightStyle,
  LanguageSupport,
  bracketMatching,
  foldGutter,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Colours are the site's custom properties: they follow light and dark by themselves.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--blue-ink)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--green-ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--red-ink)" },
  { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--yellow-ink)" },
  { tag: [tags.invalid], color: "var(--red-ink)", textDecoration: "underline wavy" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--tint)", color: "var(--ink)", fontSize: "0.875rem", borderRadius: "var(--round)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-content:focus": { boxShadow: "inset 2px 0 0 var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "var(--s2) 0" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "0", fontVariantNumeric: "tabular-nums" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active-line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selected)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--soft)" },
  ".cm-blamed": { backgroundColor: "var(--blamed)", boxShadow: "inset 3px 0 0 var(--red)" },
  ".cm-foldPlaceholder": { backgroundColor: "transparent", color: "var(--soft)", border: "1px solid var(--line)" },
});

// The line that is to blame stays marked until the text changes.
const blame = StateEffect.define();
const blamedLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    if (transaction.docChanged) marks = Decoration.none;
    for (const effect of transaction.effects) {
      if (effect.is(blame)) marks = Decoration.set([Decoration.line({ class: "cm-blamed" }).range(effect.value)]);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Text typed over a selection. Left to itself, Chromium gives it the look of what it replaces by a style
// attribute, which the content policy refuses aloud.
function typedOver(event, view) {
  const { main } = view.state.selection;
  if (event.inputType !== "insertText" || !event.data || main.empty || view.composing) return false;
  event.preventDefault();
  view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: "input.type", scrollIntoView: true });
  return true;
}

// Who comes by the Tab key goes on by it, until something is typed or clicked: from then on it indents.
const tabPasses = EditorView.domEventHandlers({
  focus: (_event, view) => view.setTabFocusMode(true),
  mouseup: (_event, view) => view.setTabFocusMode(false), // comes after the focus
});

// An editor in `parent`. `nonce` lets its style sheet past the content policy; `onChange` gets the whole text.
export function codeEditor({ parent, text, label, described, nonce, onChange }) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        foldGutter(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        // Where Tab indents, Escape and then Tab leaves: that is CodeMirror's own way out.
        keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        new LanguageSupport(pythonLanguage),
        syntaxHighlighting(colours),
        EditorView.domEventHandlers({ beforeinput: typedOver }),
        tabPasses,
        blamedLine,
        look,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": described, tabindex: "0", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          update.view.setTabFocusMode(false);
          onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    replace(with_) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: with_ } });
    },
    // Show line `number` (from 1), marked and selected.
    blame(number) {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      view.dispatch({
        selection: { anchor: line.from, head: line.to },
        effects: [blame.of(line.from), EditorView.scrollIntoView(line.from, { y: "center" })],
      });
      view.focus();
    },
  };
}
