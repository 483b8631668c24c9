import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Completion, Explanation } from "../../../authoring/editor.ts";
import type { PlacedProblem } from "../../engine/writer.ts";

/** The room in px around the line that is being written, for what is suggested there. */
const WRITING_MARGIN = 72;

export interface EditorNeeds {
  /** The name of the field, for screen readers. */
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly complete: (text: string, offset: number) => Promise<Completion | null>;
  readonly explain: (text: string, offset: number) => Promise<Explanation | null>;
}

/** An editor for the text of a variant, with one undo history for all changes. */
export type YamlEditor = ReturnType<typeof openEditor>;

/** Opens an editor in a shadow root, where the page's CSP allows its styles. */
export function openEditor(root: ShadowRoot, text: string, needs: EditorNeeds) {
  const view = new EditorView({ root, parent: root, state: editorState(text, needs) });
  return {
    text: () => view.state.doc.toString(),
    /** Replaces the differing part of the text as one undo step. */
    change(to: string) {
      const from = view.state.doc.toString();
      const change = difference(from, to);
      if (change !== null) view.dispatch({ changes: change, userEvent: "input.form" });
    },
    /** Starts with another text and an empty undo history. */
    begin: (other: string) => view.setState(editorState(other, needs)),
    undo: () => undo(view),
    redo: () => redo(view),
    show(problems: readonly PlacedProblem[]) {
      const { doc } = view.state;
      const placed = problems.flatMap((one) => diagnostics(one, doc));
      view.dispatch(setDiagnostics(view.state, placed));
      // The list of problems above may have moved the line that is being written out of sight.
      const { head } = view.state.selection.main;
      if (view.hasFocus)
        view.dispatch({
          effects: EditorView.scrollIntoView(head, { y: "nearest", yMargin: WRITING_MARGIN }),
        });
    },
    /** Moves the cursor; line and column count from 1. */
    moveCursor({ line, col }: NonNullable<PlacedProblem["place"]>) {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(line, doc.lines));
      const at = Math.min(from + col - 1, to);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function editorState(doc: string, needs: EditorNeeds): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      bracketMatching(),
      indentUnit.of("  "),
      EditorView.lineWrapping,
      yaml(),
      syntaxHighlighting(COLOURS),
      autocompletion({ override: [completionSource(needs)], icons: false }),
      hoverTooltip(tooltipSource(needs)),
      keymap.of([
        // If there is nothing to accept, it moves the focus out of the editor.
        { key: "Tab", run: acceptCompletion },
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": needs.label, spellcheck: "false" }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) needs.onChange(state.doc.toString());
      }),
      LOOK,
    ],
  });
}

function completionSource({ complete }: EditorNeeds) {
  return async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\w.-]+/);
    if (typed === null && !context.explicit) return null;
    const found = await complete(context.state.doc.toString(), context.pos);
    if (found === null) return null;
    const options = found.suggestions.map(({ word, insert, about }) => ({
      label: word,
      apply: insert,
      ...(about !== "" && { info: about }),
    }));
    return { from: found.from, to: found.to, options, validFor: /^[\w.-]*$/ };
  };
}

function tooltipSource({ explain }: EditorNeeds) {
  return async (view: EditorView, offset: number) => {
    const found = await explain(view.state.doc.toString(), offset);
    if (found === null) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "about";
      dom.lang = "en";
      const about = dom.appendChild(document.createElement("p"));
      about.textContent = found.about;
      if (found.example !== null) dom.appendChild(document.createElement("code")).textContent = found.example;
      return { dom };
    };
    return { pos: found.from, end: found.to, above: true, create };
  };
}

function diagnostics(
  { message, hint, severity, place }: PlacedProblem,
  doc: EditorState["doc"],
): readonly Diagnostic[] {
  if (place === null || place.line > doc.lines) return [];
  const line = doc.line(place.line);
  const from = Math.min(line.from + place.col - 1, line.to);
  const to = Math.min(from + place.length, line.to);
  return [{ from, to, severity, message: hint === null ? message : `${message}\n${hint}` }];
}

/** The range in which two texts differ; null if they are equal. */
function difference(from: string, to: string): { from: number; to: number; insert: string } | null {
  if (from === to) return null;
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** The page's colours, for light and dark mode. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--blue)" },
  { tag: [tags.string, tags.content, tags.literal], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--quiet)" },
]);

const LOOK = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.9375rem" },
  "&.cm-focused": { outline: "2px solid var(--right)" },
  ".cm-content": {
    fontFamily: "ui-monospace, Menlo, Consolas, monospace",
    caretColor: "var(--ink)",
    minHeight: "24rem",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--tint)",
    color: "var(--quiet)",
    borderRight: "1px solid var(--line)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--asked-tint)",
  },
  ".cm-content ::selection": { backgroundColor: "var(--asked-tint)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--asked-tint)" },
  ".cm-tooltip": {
    backgroundColor: "var(--paper)",
    color: "var(--ink)",
    border: "1px solid var(--quiet)",
    maxWidth: "min(26rem, 90vw)",
  },
  ".cm-tooltip .about": { padding: "0.4rem 0.6rem" },
  ".cm-tooltip p": { margin: "0 0 0.3rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--ink)",
    color: "var(--paper)",
  },
  ".cm-diagnostic": { whiteSpace: "pre-line" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--wrong)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--asked)" },
});
