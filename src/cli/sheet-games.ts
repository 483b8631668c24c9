import type { Game } from "../rules/game/game.ts";
import { layOutPad } from "../print/layout/layout.ts";
import type { PadLayout } from "../print/layout/pad-layout.ts";
import { type Paper, paperNamed, parsePaper } from "../print/layout/paper.ts";
import { LAYOUT_VERSION, type SheetCode, sheetCodeOf, variantTag } from "../print/layout/sheet-code.ts";
import { failure, problem, type Result, success } from "../rules/problem/problem.ts";
import { readVariant } from "../rules/variant/read-variant.ts";
import type { Language } from "../i18n/language.ts";
import { typeFamily } from "./files/fonts.ts";
import { allLanguages } from "./files/languages.ts";
import { padTextOf } from "./commands/pad/pad-job.ts";
import { Recent } from "./recent.ts";
import { type Templates, templatesFrom } from "./files/templates.ts";
import { DISK, findVariant, shippedIds } from "./files/variants.ts";

/** What the command line says about sheets on photos. */
export interface CodeFlags {
  /** A variant that is looked at first, by id or path; null: the shipped ones. */
  readonly variant: string | null;
  /** House rules of that variant, or of the shipped ones. */
  readonly set: Readonly<Record<string, string>>;
  /** The paper of sheets whose code doesn't tell it. */
  readonly paper: string | null;
  /** The folder of templates that the sheets were printed with; null: the usual ones. */
  readonly templates: string | null;
}

/** What was printed on a sheet: the same game and geometry. */
export interface SheetGame {
  readonly game: Game;
  readonly language: Language;
  readonly layout: PadLayout;
}

type Choices = Readonly<Record<string, string>>;

/** House rules are tried in this many ways at most, those with the fewest unusual choices first. */
const MAX_TRIES = 80;

/** Sheets by what their code says: an evening's sheets are of the same block. */
const known = new Recent<string, Result<SheetGame>>(12);

/** Games by what their file says: a game is printed for other players and on other paper, too. */
const games = new Recent<string, Result<Game>>(6);

/**
 * The game, language and layout that a sheet's code speaks of: found among the named variant or the shipped ones under all their house rules,
 * in every language.
 *
 * @returns a problem with the variant's tag and the digest if there is none: not here, changed since, or printed by another version
 */
export function gameOfCode(code: SheetCode, flags: CodeFlags): Result<SheetGame> {
  const { number: _number, ...printed } = code;
  const { variant, set, paper, templates } = flags;
  const key = JSON.stringify([printed, variant, set, paper, templates]);
  return known.get(key, () => findPrinted(code, flags));
}

function findPrinted(code: SheetCode, flags: CodeFlags): Result<SheetGame> {
  if (code.layoutVersion !== LAYOUT_VERSION) return failure([otherVersion(code)]);
  const paper = paperOf(code, flags);
  if (!paper.ok) return paper;
  const templates = templatesFrom(flags.templates);
  // Shipped files are named after their ids: those of other games need not be read.
  const shipped = () => shippedIds().filter((id) => variantTag(id) === code.variantTag);
  const candidates = flags.variant === null ? shipped() : [flags.variant];
  let namesake: string | null = null;
  for (const ref of candidates) {
    const found = findVariant(ref);
    if (!found.ok) {
      if (flags.variant === null) continue;
      return found;
    }
    const { file, text } = found.value;
    const read = (choices: Choices) =>
      games.get(JSON.stringify([file, text, choices]), () => readVariant(file, text, DISK, choices));
    const first = read(flags.variant === null ? {} : flags.set);
    if (!first.ok) {
      if (flags.variant === null) continue;
      return first;
    }
    if (variantTag(first.value.id) !== code.variantTag) continue;
    namesake = first.value.id;
    const sheet = matching(code, paper.value, first.value, read, templates);
    if (sheet !== null) return sheet;
  }
  return failure([namesake === null ? notHere(code, flags) : changedSince(code, namesake)]);
}

function paperOf(code: SheetCode, flags: CodeFlags): Result<Paper> {
  if (code.paper !== "other") return paperNamed(code.paper);
  if (flags.paper !== null) return parsePaper(flags.paper);
  const hint = "say which with `--paper <width>x<height>mm`, as it was printed";
  return failure([problem("unknown-paper", "the sheet is on paper of a size of its own", { hint })]);
}

/** The first game and language that the digest fits; null if none does. */
function matching(
  code: SheetCode,
  paper: Paper,
  game: Game,
  read: (choices: Choices) => Result<Game>,
  templates: Templates,
): Result<SheetGame> | null {
  const languages = allLanguages();
  for (const choices of houseRules(game)) {
    const tried = choices === null ? success(game) : read(choices);
    if (!tried.ok) continue;
    for (const language of languages) {
      const text = padTextOf(tried.value, language, templates);
      if (!text.ok) continue;
      if (sheetCodeOf(tried.value, text.value, paper, code.players).digest !== code.digest) continue;
      const layout = layOutPad(tried.value, text.value, { paper, players: code.players }, typeFamily());
      return layout.ok ? success({ game: tried.value, language, layout: layout.value }) : layout;
    }
  }
  return null;
}

/** The house rules as they are, then every other combination, the most usual first. */
function houseRules(game: Game): (Choices | null)[] {
  let combinations: { choices: Choices; unusual: number }[] = [{ choices: {}, unusual: 0 }];
  for (const option of game.options) {
    combinations = combinations
      .flatMap(({ choices, unusual }) =>
        option.choices.map(({ id }) => ({
          choices: { ...choices, [option.id]: id },
          unusual: unusual + (id === option.default ? 0 : 1),
        })),
      )
      .sort((a, b) => a.unusual - b.unusual)
      .slice(0, MAX_TRIES);
  }
  return [null, ...combinations.map(({ choices }) => choices)];
}

function otherVersion({ layoutVersion }: SheetCode) {
  const hint =
    layoutVersion > LAYOUT_VERSION
      ? "update augenblock"
      : "read it with the version that printed it, or type the numbers in: `augenblock sheet <variant>` prints an empty sheet for that";
  const message = `the sheet was printed with layout ${layoutVersion}, this version reads layout ${LAYOUT_VERSION}`;
  return problem("other-layout", message, { hint });
}

function notHere({ variantTag: tag, digest }: SheetCode, { variant }: CodeFlags) {
  const where = variant === null ? "among the variants in this package" : `in ${variant}`;
  const message = `the sheet is of a game that is not ${where} (code ${tag} ${digest})`;
  return problem("variant-not-here", message, {
    hint: "name the file it was printed from: `--variant <file>`",
  });
}

function changedSince({ digest }: SheetCode, id: string) {
  const message = `the sheet was printed from another state of \`${id}\` (code ${digest}): the file has changed since, or it was printed with house rules that can't be guessed`;
  const hint =
    "give the file as it was with `--variant <file>`, and house rules with `--set <option=choice>`";
  return problem("variant-changed", message, { hint });
}
