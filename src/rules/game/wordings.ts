import type { Game, Text } from "./game.ts";
import { categoriesOf } from "./rows.ts";

/** Words that a variant gives, and the keys in its file that lead to them. */
export interface Wording {
  readonly path: readonly string[];
  readonly text: Text;
}

/**
 * Everything that a game says in words of its own, under the choices in force, in the order of its sheets. Its name is not among
 * them: games are called the same everywhere, so a name may well stand in another language.
 */
export function wordingsOf(game: Game): Wording[] {
  return [
    ...game.layers.map(({ id, label }) => ({ path: ["dice", "layers", id], text: label })),
    ...[...game.symbols].map(([face, text]) => ({ path: ["dice", "symbols", String(face)], text })),
    ...game.sections.map((section) => labelled("sections", section)),
    ...categoriesOf(game).map((category) => labelled("categories", category)),
    ...game.columns.filter(({ label }) => !isBare(label)).map((column) => labelled("columns", column)),
    ...game.bonuses.map((bonus) => labelled("bonuses", bonus)),
    ...[...game.lineLabels].map(([id, text]) => ({ path: ["lines", id], text })),
    ...(game.settlement === null
      ? []
      : [{ path: ["settlement", "currency"], text: game.settlement.currency }]),
    ...game.options.flatMap((option) => [
      labelled("options", option),
      ...option.choices.map(({ id, label }) => ({
        path: ["options", option.id, "choices", id, "label"],
        text: label,
      })),
    ]),
    ...game.notes.map(({ id, text }) => ({ path: ["notes", id], text })),
  ];
}

function labelled(kind: string, { id, label }: { readonly id: string; readonly label: Text }): Wording {
  return { path: [kind, id, "label"], text: label };
}

/** A column that is alone on its sheet may go without a name. */
function isBare(label: Text): boolean {
  return Object.keys(label).length === 0;
}
