import type { Game, Option } from "../../rules/game/game.ts";
import { hintFor } from "../../rules/problem/wording.ts";
import { type Problem, problem, type Result } from "../../rules/problem/problem.ts";
import type { TextEntry, TextNode } from "../../rules/source/text.ts";
import { shorten } from "./ink.ts";
import type { Reading } from "./reading.ts";

/** Gives the game of a variant under the chosen options, or what is wrong with either. */
export type Games = (variant: string, options: Readonly<Record<string, string>>) => Result<Game>;

/** Where a sheet's game comes from. */
export interface GameSource {
  readonly games: Games;
  /** The variant of sheets that name none. */
  readonly fallback: string | null;
  /** The way out for sheets that name none where there is no fallback. */
  readonly hint: string;
}

/** An option with the choice as it was typed: `2.50` stays `2.50`. */
interface Choice {
  readonly id: string;
  readonly typed: string;
  readonly entry: TextEntry;
}

/** The game that a sheet is of, under the options that it names; complaints go to the reading. */
export function readGame(
  variantNode: TextNode | undefined,
  optionsNode: TextNode | undefined,
  { games, fallback, hint }: GameSource,
  reading: Reading,
): Game | null {
  const named = variantNode === undefined ? null : reading.word(variantNode, "`variant`");
  const choices = readChoices(optionsNode, reading);
  const variant = named ?? fallback;
  if (variant === null) {
    if (variantNode?.kind !== "list" && variantNode?.kind !== "map")
      reading.complain("no-variant", "the sheet doesn't say which game it is", reading.text.root, hint);
    return null;
  }
  const find = (options: Readonly<Record<string, string>>) => games(variant, options);
  const game = find(Object.fromEntries(choices.map(({ id, typed }) => [id, typed])));
  if (game.ok) return game.value;
  return withMeant(choices, game.problems, find, { variantNode, reading });
}

interface Told {
  readonly variantNode: TextNode | undefined;
  readonly reading: Reading;
}

/** A second try, after the first one failed: with the choices that were meant by what was typed. */
function withMeant(
  choices: readonly Choice[],
  problems: readonly Problem[],
  find: (options: Readonly<Record<string, string>>) => Result<Game>,
  { variantNode, reading }: Told,
): Game | null {
  const base = choices.length > 0 ? find({}) : null;
  const meant = base?.ok ? meantChoices(choices, base.value.options, reading) : {};
  if (meant === null) return null;
  const game = base?.ok ? find(meant) : null;
  if (game?.ok) return game.value;
  reading.add((game ?? { problems }).problems.map((p) => placed(p, variantNode, reading)));
  return null;
}

/** Options and their choices, each once. */
function readChoices(node: TextNode | undefined, reading: Reading): Choice[] {
  if (node === undefined) return [];
  const map = reading.map(node, "`options`", "write `options:` and below it `option: choice`");
  const seen = new Map<string, TextEntry>();
  return (map?.entries ?? []).flatMap((entry) => {
    if (reading.isTwice(seen.get(entry.key), entry)) return [];
    seen.set(entry.key, entry);
    const typed = reading.word(entry.value, `the option \`${shorten(entry.key)}\``);
    return typed === null ? [] : [{ id: entry.key, typed, entry }];
  });
}

/** Option id to the choice that was meant; null after complaints about those that the game does not have. */
function meantChoices(
  choices: readonly Choice[],
  options: readonly Option[],
  reading: Reading,
): Record<string, string> | null {
  const meant = choices.flatMap((choice) => {
    const id = meantChoice(choice, options, reading);
    return id === null ? [] : [[choice.id, id] as const];
  });
  return meant.length < choices.length ? null : Object.fromEntries(meant);
}

function meantChoice(
  { id, typed, entry }: Choice,
  options: readonly Option[],
  reading: Reading,
): string | null {
  const option = options.find((other) => other.id === id);
  if (option === undefined) {
    const ids = options.map((other) => other.id);
    const hint = () => (ids.length === 0 ? "it has no options at all" : hintFor(id, ids));
    reading.complain("unknown-option", `this game has no option \`${shorten(id)}\``, entry.keySpan, hint);
    return null;
  }
  const ids = option.choices.map((choice) => choice.id);
  if (ids.includes(typed)) return typed;
  // Spreadsheets make `5` or `5,00` of `5.00`.
  const number = numberIn(typed);
  const [equal, other] = number === null ? [] : ids.filter((choice) => numberIn(choice) === number);
  if (equal !== undefined && other === undefined) return equal;
  const hint = () => hintFor(number === null ? typed : typed.replace(",", "."), ids);
  reading.complain("unknown-choice", `\`${shorten(typed)}\` is no choice of \`${id}\``, entry.value, hint);
  return null;
}

/** The number that somebody typed, with a point or a comma; null for any other word. */
function numberIn(typed: string): number | null {
  return /^[+-]?[0-9]+(?:[.,][0-9]+)?$/.test(typed) ? Number(typed.replace(",", ".")) : null;
}

/** A problem that has no place of its own is about the variant's name. */
function placed(p: Problem, variant: TextNode | undefined, reading: Reading): Problem {
  const place = p.place ?? (variant === undefined ? null : reading.text.place(variant));
  return problem(p.code, p.message, { ...p, place });
}
