import type { Game } from "../../rules/game/game.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { listSheetLines } from "../../rules/sums/sum-graph.ts";
import { showable, type TypeFamily } from "../fonts/typeface.ts";
import { tintsByFace } from "../shapes/figures.ts";
import { type Branding, UNBRANDED } from "../brand.ts";
import { within } from "../geometry.ts";
import { placeFoot } from "./foot.ts";
import { placeCode } from "./frame.ts";
import {
  type CornerPictures,
  hasRoomForName,
  placeCorner,
  placeFieldRow,
  placeHead,
  placePictures,
} from "./head.ts";
import type { PadMarks } from "./marks.ts";
import type { PadBlank, PadLayout, PlacedText } from "./pad-layout.ts";
import type { FieldPurpose, PadText } from "./pad-form.ts";
import {
  A3,
  GAMES_ON_SHEET,
  moveGlueEdge,
  trimGlueLike,
  toLargePrint,
  PAPERS,
  paperWords,
  type Paper,
} from "./paper.ts";
import {
  fittingSize,
  placeText,
  placeUpwards,
  reportTooLong,
  type SheetDraft,
  textStyle,
  type Typesetting,
} from "./parts.ts";
import { type PadSize, planSheet, type SheetPlan } from "./plan-sheet.ts";
import { placeRows } from "./rows.ts";
import { buildSheetCode } from "./sheet-code.ts";
import { labelCell, placeAddition, placeRules, placeTableHead, type TableDraft } from "./table.ts";

/** The most players on a shared sheet if their number is not given. */
const USUAL_PLAYERS = { plain: 4, large: 2 };

export interface SheetOptions {
  readonly players?: number;
  /** The number of games of one player on each sheet, in `GAMES_ON_SHEET`; left out for sheets of players. */
  readonly games?: number;
  /** `USUAL_MARKS` by default. */
  readonly marks?: PadMarks;
}

/** Whether several players share each sheet: not where each needs columns of their own, or plays several games on it. */
export function hasSheetForAll(game: Game, { games }: Pick<SheetOptions, "games">): boolean {
  return isSheetShared(game) && games === undefined;
}

/** The pages for each sheet of a pad: one for each player, unless they share the sheet. */
export function pagesPerSheet(game: Game, options: Pick<SheetOptions, "players" | "games">): number {
  return hasSheetForAll(game, options) ? 1 : (options.players ?? 1);
}

/** A sheet for the given number of players, else for as many as fit, up to the usual number. */
export function layOutSheet(
  paper: Paper,
  game: Game,
  text: PadText,
  { players, games, ...options }: SheetOptions,
  family: TypeFamily,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const layOut = (count: number) =>
    layOutPad(game, text, { ...options, paper, players: count }, family, branding);
  const gamesSize = { ...options, paper, players: games ?? 1, columnsAreGames: true };
  if (games !== undefined) return layOutPad(game, text, gamesSize, family, branding);
  if (!isSheetShared(game)) return layOut(1);
  if (players !== undefined) return layOut(players);
  const most = paper.isLargePrint === true ? USUAL_PLAYERS.large : USUAL_PLAYERS.plain;
  const usual = layOut(most);
  for (let fewer = most - 1; fewer > 0 && !usual.ok; fewer--) {
    const smaller = layOut(fewer);
    if (smaller.ok) return smaller;
  }
  return usual;
}

/**
 * Lays out one sheet: title, table and small print fill the paper inside its margins.
 * @param branding moves no box, mark or code
 * @returns the geometry in mm; or problems: words that do not fit, or the game, with the smallest paper that would do
 */
export function layOutPad(
  game: Game,
  text: PadText,
  size: PadSize,
  family: TypeFamily,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const show = (words: string) => showable(words, family);
  const shown = mapWords(text, show);
  const brand = mapWords(branding, show);
  const lacking = [...lackingCharacters(shown, family), ...lackingCharacters(brand, family)];
  if (lacking.length > 0) return failure(lacking);
  const unfit = size.columnsAreGames === true ? gamesProblem(game, size.players) : null;
  if (unfit !== null) return failure([unfit]);
  const plan = planSheet(game, shown, size, family);
  return plan === null ? failure([doesNotFit(game, shown, size, family)]) : compose(plan, shown, brand);
}

/** @param text with all small print, whether it has room or not */
function compose(plan: SheetPlan, text: PadText, brand: Branding): Result<PadLayout> {
  const { game, paper, players, columnsAreGames, sizes, family, frame, feet } = plan;
  const none = { boxes: [], ticks: [], blanks: [], texts: [], rules: [], tints: [], dice: [], arrows: [] };
  const parts: SheetDraft["parts"] = { ...none, owners: [] };
  const draft: SheetDraft = { text: plan.text, sizes, family, paper, parts, problems: [] };
  placeHead(draft, plan, brand);
  const pictures = placeTables(draft, plan, brand);
  const isCodeAtFoot = placeFoot(draft, feet, brand.footer);
  fillBlanks(draft, brand, isSheetShared(game) && !columnsAreGames);
  const coded = frame && buildSheetCode(game, text, { paper, players, columnsAreGames }, frame.kind);
  const code = frame && coded && placeCode(frame, isCodeAtFoot, coded, family, parts.texts);
  const layout: PadLayout = {
    variant: game.id,
    ...(columnsAreGames && { columnsAreGames }),
    page: { widthMm: paper.widthMm, heightMm: paper.heightMm },
    marginMm: sizes.marginMm,
    ...parts,
    tables: plan.tables.map(({ area }) => area),
    panels: plan.tables.flatMap(({ panels }) => panels),
    logo: pictures.logo,
    link: pictures.link,
    marks: frame?.fiducials.marks ?? [],
    code,
  };
  // Words of a template or variant may be too long, too, such as a foot without spaces.
  const outside = [...layout.texts, ...layout.owners].filter(({ ink, cell }) => !within(ink, cell));
  for (const placed of outside) reportTooLong(draft, placed.text);
  return draft.problems.length > 0 ? failure(draft.problems) : success(layout);
}

function placeTables(draft: SheetDraft, plan: SheetPlan, brand: Branding): CornerPictures {
  const { game, players, columnsAreGames, addition, isNamedOnce, numbersMm, fieldsMm } = plan;
  const columns = game.columns.map(({ id }) => id);
  const sheetLines = listSheetLines(game).filter(({ scope }) => scope === "sheet");
  const spanning = new Set(sheetLines.map(({ id }) => id));
  // Without names, the head of the second table is the corner.
  const cornerAt = isNamedOnce ? 1 : 0;
  const hasFields = plan.text.fields.length > 0;
  let pictures: CornerPictures = { logo: null, link: null, widthMm: 0 };
  plan.tables.forEach((placed, at) => {
    const { area, headMm, division } = placed;
    const isFree = columnsAreGames || (isNamedOnce && at === 1);
    const table: TableDraft = {
      ...{ ...draft, ...placed, players, columns, spanning, numbersMm, isFree, columnsAreGames },
      tints: tintsByFace(game.dice.colours),
      isDouble: game.layers.length > 1,
      hasRowTotals: plan.text.rowTotal !== undefined,
      freeMm: isFree ? headMm - numbersMm : fieldsMm,
    };
    const strip = { yMm: area.yMm, heightMm: fieldsMm || headMm - numbersMm };
    const hasFieldRow = fieldsMm > 0;
    const whole = { ...labelCell(area, division, strip), widthMm: area.widthMm - division.gutterMm };
    const cell = isFree || hasFieldRow ? whole : labelCell(area, division, strip);
    const corner = hasFieldRow ? labelCell(area, division, { ...strip, heightMm: headMm }) : cell;
    const fields = hasFieldRow ? [] : draft.text.fields;
    const named = { ...draft, text: { ...draft.text, fields } };
    // No word for names: the cells are for columns, or pictures need its room.
    const isNameless = columns.length > 1 || isFree || !hasRoomForName(named, corner, brand);
    const setting = isNameless ? { ...named, text: { ...named.text, name: "" } } : named;
    if (at === cornerAt) pictures = placePictures(setting, corner, brand);
    if (hasFieldRow) placeFieldRow(draft, cell, at === 0 ? pictures.widthMm : 0, plan.tables.length, at);
    else if (at === cornerAt && hasFields) placeCorner(setting, cell, pictures.widthMm);
    placeTableHead(table, at === cornerAt && (hasFieldRow ? isNameless : hasFields));
    placeRows(table);
    placeRules(table);
    if (addition !== null) placeAddition(table, addition);
  });
  return pictures;
}

/** The problem of a game that does not fit, with the ways out: the smallest paper that fits, the glue at another edge, fewer players. */
function doesNotFit(game: Game, text: PadText, size: PadSize, family: TypeFamily): Problem {
  const fits = (paper: Paper, players: number) => {
    const plan = planSheet(game, text, { ...size, paper, players }, family);
    return plan !== null && compose(plan, text, UNBRANDED).ok;
  };
  const { columnsAreGames = false } = size;
  const on = paperWords(size.paper);
  const isLarge = size.paper.isLargePrint === true;
  const papers = isLarge ? [...PAPERS, A3].map(toLargePrint) : PAPERS;
  const paper = papers.find((candidate) => fits(trimGlueLike(size.paper, candidate), size.players));
  const counts = Array.from({ length: size.players - 1 }, (_, at) => size.players - 1 - at);
  const fewer = counts.find(
    (count) => count >= (columnsAreGames ? GAMES_ON_SHEET.min : 1) && fits(size.paper, count),
  );
  const turned = moveGlueEdge(size.paper);
  const ways: Message[] = [];
  if (paper)
    ways.push(
      msg`print.smallest-paper-that-fits: the smallest paper that fits is ${paper.name}: --paper ${paper.name}`,
    );
  if (turned && fits(turned.paper, size.players))
    ways.push(
      msg`print.glue-edge-that-fits: it fits with the glue at another edge: --glue-edge ${turned.edge}`,
    );
  if (fewer)
    ways.push(
      columnsAreGames
        ? msg`print.games-that-fit: ${on} has room for ${fewer}: --games ${fewer}`
        : msg`print.players-that-fit: ${on} has room for ${fewer}: --players ${fewer}`,
    );
  const none = isLarge
    ? msg`print.no-paper-for-large-print: no paper is large enough for large print`
    : msg`print.no-paper-that-fits: no paper is large enough`;
  const message =
    size.players === 1
      ? msg`print.game-does-not-fit: \`${game.id}\` does not fit on ${on} with boxes large enough to write in`
      : columnsAreGames
        ? msg`print.games-do-not-fit: ${size.players} games of \`${game.id}\` do not fit side by side on ${on} with boxes large enough to write in`
        : msg`print.players-do-not-fit: \`${game.id}\` with ${size.players} players does not fit on ${on} with boxes large enough to write in`;
  const hint =
    ways.length === 0 ? none : ways.reduce((first, second) => msg`print.pattern: ${first}; ${second}`);
  return problem("does-not-fit", message, { hint });
}

/** The problem of a number of games that no sheet has; null if there is none. */
export function gamesFault(games: number): Problem | null {
  const { min, max } = GAMES_ON_SHEET;
  if (Number.isInteger(games) && games >= min && games <= max) return null;
  return problem(
    "bad-value",
    msg`print.bad-number-of-games: a sheet has ${min} to ${max} games, not ${games}`,
  );
}

/** The problem of games that can't be side by side on a sheet; null if there is none. */
function gamesProblem(game: Game, games: number): Problem | null {
  const fault = gamesFault(games);
  if (fault !== null) return fault;
  if (isSheetShared(game)) return null;
  const { id, columns } = game;
  const message = msg`print.games-of-many-columns: a sheet has room for one game of \`${id}\`, which has ${columns.length} columns`;
  const hint = msg`print.games-of-many-columns-hint: leave out the number of games: each sheet is a game`;
  return problem("does-not-fit", message, { hint });
}

/** The keys of words in `PadText` and `Branding`; all others hold ids and values. */
const WORD_KEYS =
  /^(title|subtitle|label|name|nameOfOne|rowTotal|factor|text|hint|shortHint|foot|footer|linkCaption|names|date)$/;

/** The text or branding with all words changed, in the same order of keys. */
export function mapWords<T extends PadText | Branding>(of: T, change: (words: string) => string): T {
  const mapValue = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return WORD_KEYS.test(key) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => mapValue(item, key));
    if (value instanceof Map) return new Map([...value].map(([id, head]) => [id, mapValue(head, key)]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, mapValue(item, inner)]));
  };
  return mapValue(of, "") as T;
}

/** A problem for each text with characters that the font lacks. */
function lackingCharacters(text: PadText | Branding, { regular, bold }: TypeFamily): Problem[] {
  const problems: Problem[] = [];
  mapWords(text, (words) => {
    const missing = new Set([...regular.listMissingCharacters(words), ...bold.listMissingCharacters(words)]);
    const missed = [...missing].map((char) => `\`${char}\``).join(", ");
    const message = msg`print.missing-glyphs: the font has no ${missed}, used in “${words}”`;
    if (missing.size > 0)
      problems.push(
        problem("missing-glyph", message, { hint: msg`print.missing-glyphs-hint: use other characters` }),
      );
    return words;
  });
  return problems;
}

/** Prints names and date in their blanks. If players do not share a sheet, each name is for one of the sheets. */
function fillBlanks(
  { parts, problems, ...setting }: SheetDraft,
  { names, date }: Branding,
  isShared: boolean,
): void {
  const { blanks, texts, owners } = parts;
  const write = (
    into: PlacedText[],
    blank: PadBlank | undefined,
    words: string,
    purpose: FieldPurpose,
    levelPt: number | null = null,
  ) => {
    const hint = msg`print.field-kind-hint: say what the field is for, as docs/pads.md shows: {label: …, kind: ${purpose}}`;
    if (blank !== undefined) into.push(fillBlank(blank, words, setting, levelPt));
    else
      problems.push(
        problem("no-field", msg`print.no-field-for-words: this pad has no field for “${words}”`, { hint }),
      );
  };
  const findField = (wanted: FieldPurpose) => blanks.find(({ purpose }) => purpose === wanted);
  if (date !== null) write(texts, findField("date"), date, "date");
  const levelPt = isShared ? findLevelSize(blanks, names, setting) : null;
  const findPlayerCell = (player: number) => blanks.find((blank) => blank.player === player);
  const own = findField("name");
  // Without a field, report only the first name.
  for (const [at, name] of (isShared || own !== undefined ? names : names.slice(0, 1)).entries())
    if (isShared) write(texts, findPlayerCell(at + 1), name, "name", levelPt);
    else write(owners, own, name, "name");
}

/** From the ends of a blank to its text. */
const INSET_MM = 0.8;
/** From the line up to the baseline: descenders may touch the line, as in handwriting. */
const ABOVE_LINE_MM = 1;
/** Height of capitals, as a share of the blank. */
const CAP_SHARE = 0.62;

/** The least size of level names in cells for turned ones. */
const LEVEL_PT = 8;

/** The size at which all names fit level into cells for turned names; null if they don't, or if the cells are level anyway. */
function findLevelSize(
  blanks: readonly PadBlank[],
  names: readonly string[],
  { sizes, family: { regular } }: Typesetting,
): number | null {
  const cell = blanks.find(({ player, upwards }) => player !== null && upwards);
  if (cell === undefined) return null;
  const range = { usual: sizes.labelPt.usual, least: LEVEL_PT };
  const fitting = names.map((name) => fittingSize(regular, name, range, cell.widthMm - 2 * INSET_MM));
  return fitting.reduce(
    (least, pt) => (least === null || pt === null ? null : Math.min(least, pt)),
    range.usual,
  );
}

/**
 * Sets words as large as they fit; `compose` reports those that are too long.
 * @param levelPt the size of level names in cells for turned ones; null to turn them
 */
function fillBlank(
  blank: PadBlank,
  words: string,
  { sizes, family }: Typesetting,
  levelPt: number | null,
): PlacedText {
  const { regular } = family;
  const { yMm, heightMm } = blank;
  const isCell = blank.player !== null;
  if (levelPt !== null)
    return placeText(words, textStyle(family, "regular", levelPt, { align: "centre" }), blank, INSET_MM);
  const inset = isCell ? sizes.insetMm : INSET_MM;
  const [long, high] = blank.upwards ? [heightMm, blank.widthMm] : [blank.widthMm, heightMm];
  const { least } = sizes.hintPt;
  const highest = (high * CAP_SHARE) / regular.height(1).capMm;
  const usual = Math.max(least, Math.min(sizes.labelPt.usual, highest));
  const sizePt = fittingSize(regular, words, { usual, least }, long - 2 * inset) ?? least;
  const style = textStyle(family, "regular", sizePt, { align: isCell ? "centre" : "left" });
  if (blank.upwards) return placeUpwards(words, style, blank, inset);
  if (isCell) return placeText(words, style, blank, inset);
  const { belowMm } = regular.ink(words, sizePt);
  const cell = { ...blank, yMm: yMm - heightMm, heightMm: 2 * heightMm + belowMm };
  return placeText(words, style, cell, inset, yMm + heightMm - ABOVE_LINE_MM);
}
