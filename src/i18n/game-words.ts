import { msg } from "../rules/problem/message.ts";
import type { Dice, Face } from "../rules/dice/dice.ts";
import type { Game, Text } from "../rules/game/game.ts";
import { listCategories, findCategory } from "../rules/game/rows.ts";
import { problem, type Problem } from "../rules/problem/problem.ts";
import { listSheetLines } from "../rules/sums/sum-graph.ts";
import { formatAmount, plainNumber } from "./format.ts";
import type { Language } from "./language.ts";
import { formatKeys } from "./read-language.ts";

/** The name of a box or line by its id. */
export function rowName(game: Game, language: Language, id: string): string {
  const category = findCategory(game, id);
  return category === undefined ? lineLabel(game, language, id) : language.text(category.label);
}

/** A place on a sheet: the player, the column if there are several, the box or line; null parts are left out. */
export function placeName(
  game: Game,
  language: Language,
  { player, column, row }: Readonly<Record<"player" | "column" | "row", string | null>>,
): string {
  const found = game.columns.length > 1 ? game.columns.find(({ id }) => id === column) : undefined;
  const parts = [player, found && language.text(found.label), row && rowName(game, language, row)];
  return parts.filter(Boolean).join(", ");
}

/** The name of a sum line: the variant's own, or the language's for this line, or its word for lines of this kind, with the section. */
export function lineLabel(game: Game, language: Language, lineId: string): string {
  const own = game.lineLabels.get(lineId);
  if (own !== undefined) return language.text(own);
  if (language.has(`line.${lineId}`)) return language.translate(`line.${lineId}`);
  const line = listSheetLines(game).find(({ id }) => id === lineId);
  if (line === undefined) return lineId;
  const { kind, section, bonus } = line;
  if (bonus !== null) return language.text(bonus.label);
  const row = game.padSums?.find(({ id }) => id === lineId)?.of ?? [];
  const category = row.length === 1 ? findCategory(game, row[0] ?? "") : undefined;
  if (kind === "pad-sum" && category !== undefined)
    return language.translate("line.row-sum", { row: language.text(category.label) });
  const words = section === null ? {} : { section: language.text(section.label) };
  return language.translate(`line.${kind}`, words);
}

/** The names of a game and of all that its sheet has a name for: sections, boxes, columns and sum lines. */
export function listNames(game: Game, language: Language): string[] {
  const named = [...game.layers, ...game.sections, ...listCategories(game), ...game.columns];
  const labels = [game.name, ...named.map(({ label }) => label)].filter(
    (label) => Object.keys(label).length > 0,
  );
  const lines = listSheetLines(game).map(({ id }) => lineLabel(game, language, id));
  return [...new Set([...labels.map((label) => language.text(label)), ...lines])];
}

/** Equal dice, with their number and faces. */
export type DiceOfAKind = ReturnType<typeof unusualDice>[number];

/** The dice of a game by kind; empty if all are ordinary six-sided ones. */
export function unusualDice({ dice }: Dice) {
  const kinds = new Map(dice.map(({ low, high }) => [`${low}-${high}`, { low, high }]));
  if (kinds.size === 1 && kinds.has("1-6")) return [];
  return [...kinds.values()].map(({ low, high }) => {
    const n = dice.filter((die) => die.low === low && die.high === high).length;
    return { n, sides: high - low + 1, low, high };
  });
}

/** The names of the colours, each with its faces; empty if colours don't matter. */
export function colourWords(language: Language, { colours }: Dice) {
  const all = [...(colours ?? [])].sort(([a], [b]) => a - b);
  return [...new Set(all.map(([, colour]) => colour))].map((colour) => ({
    colour: language.translate(`colour.${colour}`),
    faces: all.filter(([, other]) => other === colour).map(([face]) => face),
  }));
}

/** The symbol of a face, or its number. */
export function faceWord(language: Language, symbols: Game["symbols"], face: Face): string {
  const symbol = symbols.get(face);
  return symbol === undefined ? plainNumber(face) : language.text(symbol);
}

/** The texts of a game that lack words in this language. */
export function missingWords(game: Game, language: Language): Wording[] {
  return listWordings(game).filter(({ text }) => !language.speaks(text));
}

/** The problem of a game that lacks words in a language, because a sheet in two languages is worse than none; null if it has all. */
export function wordsProblem(game: Game, language: Language): Problem | null {
  const missing = missingWords(game, language);
  if (missing.length === 0) return null;
  const { code } = language;
  const keys = formatKeys(missing.map(({ path }) => path.join(".")));
  const message = msg`i18n.untranslated: \`${game.id}\` lacks words in \`${code}\` for ${keys}`;
  const hint = msg`i18n.untranslated-hint: add \`${code}: …\` next to the other languages; \`augenblock lint <variant> --words ${code}\` lists every place`;
  return problem("untranslated", message, { hint });
}

/** A player's result: the total, after the victory points if these decide. */
export function standingWords(
  language: Language,
  { points, total }: { readonly points: number | null; readonly total: number },
): string {
  const all = language.translate("unit.points", { n: total });
  if (points === null) return all;
  return language.translate("result.standing", {
    deciding: language.translate("unit.victory-points", { n: points }),
    all,
  });
}

/** A player's payout: money, or points from or to the other players. */
export function payoutWords(
  language: Language,
  { settlement, prizes }: Pick<Game, "settlement" | "prizes">,
  payout: number,
): string {
  if (prizes !== null) {
    const way = payout > 0 ? "gets" : payout < 0 ? "pays" : "even";
    return language.translate(`result.${way}`, { n: Math.abs(payout) });
  }
  const currency = settlement === null ? "" : language.text(settlement.currency);
  return `${formatAmount(language, payout)}\u00a0${currency}`;
}

/** A text of a variant, with its path in the file. */
interface Wording {
  readonly path: readonly string[];
  readonly text: Text;
}

/** All texts of a game under its house rules, in the order of its sheets, without its name, which is the same in all languages. */
export function listWordings(game: Game): Wording[] {
  return [
    ...game.layers.map(({ id, label }) => ({ path: ["dice", "layers", id], text: label })),
    ...[...game.symbols].map(([face, text]) => ({ path: ["dice", "symbols", String(face)], text })),
    ...game.sections.map((section) => buildLabelEntry("sections", section)),
    ...listCategories(game).map((category) => buildLabelEntry("categories", category)),
    // The only column of a sheet needs no name.
    ...game.columns
      .filter(({ label }) => Object.keys(label).length > 0)
      .map((column) => buildLabelEntry("columns", column)),
    ...game.bonuses.map((bonus) => buildLabelEntry("bonuses", bonus)),
    ...[...game.lineLabels].map(([id, text]) => ({ path: ["lines", id], text })),
    ...(game.settlement === null
      ? []
      : [{ path: ["settlement", "currency"], text: game.settlement.currency }]),
    ...game.options.flatMap((option) => [
      buildLabelEntry("options", option),
      ...option.choices.flatMap((choice) => {
        const { path, text } = buildLabelEntry("choices", choice, ["options", option.id]);
        const pad = choice.pad === null ? [] : [{ path: path.with(-1, "pad"), text: choice.pad }];
        return [{ path, text }, ...pad];
      }),
    ]),
    ...game.notes.map(({ id, text }) => ({ path: ["notes", id], text })),
  ];
}

function buildLabelEntry(
  kind: string,
  { id, label }: { readonly id: string; readonly label: Text },
  above: readonly string[] = [],
): Wording {
  return { path: [...above, kind, id, "label"], text: label };
}
