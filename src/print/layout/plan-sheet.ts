import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { LruCache } from "../../rules/memoize.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, MM_PER_PT } from "../geometry.ts";
import { composeBox } from "./box-label.ts";
import {
  columnHeadsMm,
  type Division,
  divideHeight,
  divideWidth,
  LABEL_SHARE,
  listAlike,
  type PlacedRow,
  sumsHeight,
} from "./division.ts";
import { type Feet, planFeet } from "./foot.ts";
import { type Frame, layOutFrame } from "./frame.ts";
import { fieldsCornerMm, fieldsHeadMm, hasRoomForFields, planTitleRow } from "./head.ts";
import { type PadMarks, USUAL_MARKS } from "./marks.ts";
import type { PadRow, PadText } from "./pad-form.ts";
import type { Paper } from "./paper.ts";
import { ROUNDING_MM, type Typesetting } from "./parts.ts";
import { chooseSizes, isRoomy, type TightRange } from "./sizes.ts";
import { tallyHeight } from "./rows.ts";
import { type Addition, findAddition, headHeight } from "./table.ts";

/** What a sheet is laid out for. */
export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet, or games of one player. */
  readonly players: number;
  /** Each column is a game of the same player, whose name is written once. */
  readonly columnsAreGames?: boolean;
  /** What the sheet carries so that photos of it can be read; `USUAL_MARKS` by default. */
  readonly marks?: PadMarks;
}

/** Every decision about a sheet, before anything is placed. Large print drops the small print if it has no room. */
export interface SheetPlan extends Typesetting, Pick<PadSize, "paper" | "players"> {
  readonly game: Game;
  readonly columnsAreGames: boolean;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  /** From the top of the title to the tables, as wide as the sheet. */
  readonly titleRow: Area;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title, or two side by side for games with too many rows. */
  readonly tables: readonly PlannedTable[];
  /** Whether only the first of two tables has cells for names, so that the head of the second one is free for fields. */
  readonly isNamedOnce: boolean;
  /** The height of the strip with the numbers of players or games at the foot of each head; 0 for none. */
  readonly numbersMm: number;
  /** The height of a strip with fields at the top of each head; 0 where they are in its corner. */
  readonly fieldsMm: number;
  readonly feet: Feet;
}

interface PlannedTable {
  readonly area: Area;
  /** Its framed parts, with white between them. Quiet sheets are found by their frame, which is whole. */
  readonly panels: readonly Area[];
  readonly division: Division;
  readonly headMm: number;
  readonly rows: PlacedRow[];
}

/** How a sheet may be divided. */
interface Way {
  readonly tables: 1 | 2;
  /** The factor by which type and dice are larger than usual. */
  readonly growth: number;
  /** The number of the pad's fields that are placed in the table's corner. */
  readonly fields: number;
  /** Whether rows are as low as on cards that are sold with games. */
  readonly isDense?: boolean;
}

/**
 * Decides every size of a sheet: how the width is divided, what the head and the foot hold, and how the rows share the height
 * that is left. Null if something does not fit.
 */
export function planSheet(game: Game, whole: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const text =
    size.columnsAreGames === true ? textForGames(whole) : size.players === 1 ? textForOne(whole) : whole;
  const plan = chooseTallied(game, text, size, family);
  if (size.paper.isLargePrint !== true || (plan !== null && countFaults(plan, text) === 0)) return plan;
  // In large print, the foot takes room from boxes and bands, and only repeats the rules.
  const footless = { ...text, foot: [] };
  const other = chooseTallied(game, footless, size, family);
  return other !== null && (plan === null || countFaults(other, footless) < countFaults(plan, text))
    ? other
    : plan;
}

/** The text of a sheet with one column of boxes to name. */
function textForOne(text: PadText): PadText {
  return {
    ...text,
    fields: text.fields.filter(({ several }) => !several),
    name: text.nameOfOne || text.name,
  };
}

/** The text of a sheet of games: the player's name is a field, as it is written once, and the first section's next to the numbers. */
function textForGames(text: PadText): PadText {
  const one = textForOne(text);
  const name = { label: one.name, share: 2, purpose: "name", several: false } as const;
  const [first, ...others] = one.rows;
  const [section, rows] = first?.kind === "heading" ? [first.text, others] : ["", one.rows];
  return { ...one, fields: [name, ...one.fields], name: section, rows };
}

/** The plan with boxes to tick above lines, unless their room would cost bands, hints, dice or width of boxes. */
function chooseTallied(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const tallied = choosePlan(game, text, size, family);
  if (text.rows.every((row) => row.kind !== "line" || row.tally === undefined)) return tallied;
  const rows = text.rows.map((row) => (row.kind === "line" ? { ...row, tally: undefined } : row));
  const plain = choosePlan(game, { ...text, rows }, size, family);
  return plain === null || (tallied !== null && isAsGood(tallied, plain)) ? tallied : plain;
}

/** The least width of boxes in the better of two plans, as a share of that in the other. */
const AS_WIDE = 0.95;

function isAsGood(one: SheetPlan, other: SheetPlan): boolean {
  const count = ({ tables }: SheetPlan) => tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const [mine, its] = [one.division, other.division];
  return (
    one.tables.some(({ rows }) => rows.some((row) => tallyHeight(row) > 0)) &&
    one.tables.length <= other.tables.length &&
    count(one) >= count(other) &&
    one.text.fields.length >= other.text.fields.length &&
    mine.hintless <= its.hintless &&
    mine.maxDice >= its.maxDice &&
    mine.diceless <= its.diceless &&
    mine.boxMm >= AS_WIDE * its.boxMm
  );
}

/** Factors by which type grows as long as the rows have room. */
const GROWTHS = [1.1, 1.2, 1.3, 1.4];

/** With more rows without hints, and without rows of dice, little but labels is left. */
const MOST_HINTLESS = 0.4;

/** The best of the ways to divide a sheet, the first one without faults; with larger type if that has room. */
function choosePlan(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  let best: SheetPlan | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const way of listWays(game, text, size)) {
    if (way.isDense === true && least <= DICELESS && size.players <= FEW_PLAYERS) continue;
    const plan = planTables(game, text, size, family, way);
    if (plan === null) continue;
    // Whether nothing but labels is left of the boxes.
    const isBare = plan.division.hintless > MOST_HINTLESS && plan.division.maxDice <= 1;
    if (way.isDense === true && isBare) continue;
    const faults = countFaults(plan, text);
    if (faults >= least) continue;
    [best, least] = [plan, faults];
    if (faults <= (size.paper.isLargePrint === true ? DICELESS : 0)) break;
  }
  const usual = usualWay(text);
  if (best === null || least > 0 || size.paper.isLargePrint === true) return best;
  if (best.tables.length > 1 || best.text.fields.length < usual.fields) return best;
  for (const growth of GROWTHS) {
    const grown = planTables(game, text, size, family, { ...usual, growth });
    if (grown === null || !hasRoomToGrow(grown)) break;
    best = grown;
  }
  return best;
}

const usualWay = ({ fields }: PadText): Way => ({ tables: 1, growth: 1, fields: fields.length });

/** One table or two, with all fields or fewer; then, for players who share a small sheet, one with low rows. */
function* listWays({ columns }: Game, text: PadText, size: PadSize): Generator<Way> {
  const { paper, players, columnsAreGames = false } = size;
  const usual = usualWay(text);
  for (let fields = usual.fields; fields >= 0; fields--)
    // Names of columns have no room in half a sheet.
    for (const tables of columns.length > 1 ? ([1] as const) : ([1, 2] as const))
      yield { ...usual, tables, fields };
  if (players < 2 || columns.length > 1 || paper.isLargePrint === true || isRoomy(paper)) return;
  for (let fields = usual.fields; fields >= (columnsAreGames ? 1 : 0); fields--)
    yield { ...usual, fields, isDense: true };
}

/** The fault of a sheet without the dice of its patterns. */
const DICELESS = 0.001;
/** Up to this number of players, rows are low only if other sheets have worse faults. */
const FEW_PLAYERS = 2;

/**
 * What a plan lacks, by weight: room for the names of columns, the field for the name, bands of sections, width that labels or a
 * second table take from boxes, hints or dice.
 */
function countFaults(
  { tables, text, division, sizes, family, paper, players, game }: SheetPlan,
  whole: PadText,
): number {
  const isOwned = ({ fields }: PadText) => fields.some(({ purpose }) => purpose === "name");
  const rows = tables.flatMap((table) => table.rows);
  const isBanded = text.rows.every(
    (row) => row.kind !== "heading" || rows.some((placed) => placed.row === row),
  );
  const share = players * game.columns.length === 1 ? LABEL_SHARE.one : LABEL_SHARE.several;
  const widthMm = paper.widthMm - 2 * sizes.marginMm;
  const excess = (division.labelsMm * tables.length - ROUNDING_MM) / widthMm - share;
  const hasRowsOfDice = rows.some(({ row }) => row.kind === "box" && row.dice.length > 1);
  const weigh = (isFault: boolean, weight: number) => (isFault ? weight : 0);
  const lacking =
    weigh(!division.keepsWorth, 4) + weigh(isOwned(whole) && !isOwned(text), 4) + weigh(!isBanded, 2);
  const lacksDice = weigh(division.maxDice < 2 && hasRowsOfDice, DICELESS);
  if (paper.isLargePrint === true) return lacking + weigh(tables.length > 1, 0.5) + lacksDice;
  return (
    weigh(division.boxMm < columnHeadsMm({ text, sizes, family }), 8) +
    lacking +
    Math.max(0, excess) +
    weigh(tables.length > 1 && division.boxMm < ROOM_IN_BOXES * sizes.boxMm.width, 0.002) +
    weigh(division.hintless > 0, 2.1 + division.hintless) +
    lacksDice
  );
}

/** The least height of rows with larger type, in sizes of their labels. */
const ROOM_FOR_TYPE = 2.3;
/** The least width of boxes next to larger type or in two tables, in least widths. */
const ROOM_IN_BOXES = 1.3;

function hasRoomToGrow({ division, sizes, tables }: SheetPlan): boolean {
  const leastMm = ROOM_FOR_TYPE * division.labelPt * MM_PER_PT;
  const isWide = division.boxMm >= ROOM_IN_BOXES * sizes.boxMm.width;
  const isHigh = ({ row, heightMm }: RowHeight) => row.kind !== "box" || heightMm >= leastMm;
  return division.isUsual && isWide && tables.every(({ rows }) => rows.every(isHigh));
}

/** Between the edge of a cell and its content in one of two tables, as a share of that in a wide one. */
const NARROW_INSET = 0.85;
/** Between two tables side by side. */
export const BETWEEN_MM = 4;
/** The strip with the players' numbers. */
const NUMBERS_MM = 4.4;

/** The inputs of a plan, before the width is divided. */
interface Start
  extends Typesetting,
    Pick<
      SheetPlan,
      "game" | "paper" | "players" | "columnsAreGames" | "frame" | "feet" | "addition" | "isNamedOnce"
    > {
  readonly tables: 1 | 2;
  readonly widthMm: number;
  readonly tableMm: number;
  readonly tried: Tried;
}

/** What earlier ways to divide the width came to: many leave the same height, and lack room for the same row. */
interface Tried {
  readonly heights: LruCache<string, ReturnType<typeof divideHeight>>;
  misfit: PadRow | null;
}

const KEPT_HEIGHTS = 32;

function planTables(
  game: Game,
  wholeText: PadText,
  { paper, players, columnsAreGames = false, marks = USUAL_MARKS }: PadSize,
  family: TypeFamily,
  { tables, growth, fields, isDense = false }: Way,
): SheetPlan | null {
  // Columns have heads of their own instead of names.
  const name = game.columns.length > 1 ? "" : wholeText.name;
  const text = { ...wholeText, name, fields: wholeText.fields.slice(0, fields) };
  const addition = findAddition(game, text);
  const paperSizes = chooseSizes(paper, growth, isDense);
  const gutterMm = addition === null || tables > 1 ? 0 : paperSizes.gutterMm;
  const insetMm = paperSizes.insetMm * (tables === 1 ? 1 : NARROW_INSET);
  const sizes = { ...paperSizes, gutterMm, insetMm };
  const setting: Typesetting = { text, sizes, family };
  const widthMm = paper.widthMm - 2 * sizes.marginMm;
  const tableMm = (widthMm - (tables - 1) * BETWEEN_MM) / tables;
  const frame = marks === "none" ? null : layOutFrame(paper, marks, family);
  const feet = planFeet(paper, frame, setting);
  const isNamedOnce = tables === 2 && game.columns.length === 1 && !columnsAreGames;
  const start = {
    ...{ ...setting, game, paper, players, columnsAreGames, frame, feet },
    ...{ addition, tables, isNamedOnce, widthMm, tableMm },
    tried: { heights: new LruCache<string, ReturnType<typeof divideHeight>>(KEPT_HEIGHTS), misfit: null },
  };
  // Fields are in the corner of the table or, if only the first table has names, in the whole head of the second one.
  const isHeadFree = isNamedOnce || columnsAreGames;
  const cornerMm = isHeadFree ? 0 : fieldsCornerMm(setting);
  const boxes = players * (game.columns.length + (text.rowTotal === undefined ? 0 : 1));
  const shifts = tables === 1 ? [0] : SHIFTS.map((share) => share * tableMm);
  const slackMm = Math.max(...shifts);
  for (const division of divideWidth(setting, tableMm, boxes, cornerMm, widthMm / tables, slackMm)) {
    const plan = planRows(start, division, shifts);
    if (plan !== null) return plan;
  }
  return null;
}

/** How much wider the labels of the second table may be than their half of the labels' width, as shares of a table's width. */
const SHIFTS = [0, 0.016, 0.032, 0.048, 0.064, 0.08, -0.032, -0.064];

/**
 * Plans head and rows for a divided width; null if they do not fit the height.
 * @param shifts what the labels of the first of two tables may leave to those of the second, in mm: boxes are equally wide
 */
function planRows(start: Start, division: Division, shifts: readonly number[]): SheetPlan | null {
  const { widthMm, tableMm, tried, ...kept } = start;
  const { text, sizes, frame, feet, players, columnsAreGames, family, isNamedOnce } = kept;
  const namesMm = columnsAreGames
    ? { ...sizes.nameHeadMm, tight: sizes.nameHeadMm.least }
    : headHeight(division.boxMm, text, sizes);
  const numbersMm = columnsAreGames ? sizes.gameNumbersMm : isNamedOnce && players > 1 ? NUMBERS_MM : 0;
  const labelsMm = division.labelsMm - division.gutterMm;
  const setting = { text, sizes, family };
  const narrowMm = tableMm - Math.max(...shifts);
  const fieldsMm = columnsAreGames ? 0 : fieldRowHeight(start, division);
  const hasFieldRow = columnsAreGames || fieldsMm > 0;
  const cornerMm = hasFieldRow ? null : isNamedOnce ? narrowMm : labelsMm;
  const titleMm = planTitleRow(setting, frame, widthMm, cornerMm);
  if (titleMm === null || (hasFieldRow && !hasRoomForFields(setting, start.tables, narrowMm))) return null;
  const headMm = withRoom(namesMm, hasFieldRow ? 0 : fieldsHeadMm(setting), numbersMm + fieldsMm);
  const xMm = sizes.marginMm;
  const titleRow = { xMm, yMm: frame?.title.yMm ?? xMm, widthMm, heightMm: titleMm };
  const top = titleRow.yMm + titleRow.heightMm;
  const roomMm = feet[0].room.yMm - top;
  const heights = tried.heights.get(JSON.stringify([roomMm, headMm, division.rowMm]), () =>
    divideHeight(text, roomMm, headMm, sizes, start.tables, division.rowMm),
  );
  if (heights === null) return null;
  for (const shiftMm of shifts) {
    const shifted = heights.map((table, at) => ({ ...table, moreMm: at === 0 ? -shiftMm : shiftMm }));
    const settled = settleLabels({ ...setting, division }, shifted, tried);
    if (settled === null) continue;
    const tables = shifted.map(({ headMm, gapMm, rows, moreMm }, at) => {
      const left = xMm + at * (tableMm - shiftMm + BETWEEN_MM);
      const own = { ...settled, labelsMm: settled.labelsMm + moreMm };
      const place = { xMm: left, yMm: top, widthMm: tableMm + moreMm };
      return placeTable(place, own, headMm, rows, gapMm, frame?.kind === "quiet");
    });
    const freeMm = columnsAreGames ? getElement(tables, 0).headMm - numbersMm : fieldsMm;
    return { ...kept, division: settled, titleRow, tables, numbersMm, fieldsMm: freeMm };
  }
  return null;
}

/** The height of a strip for the fields above level names, where it makes the head lower than the fields in the corner do; else 0. */
function fieldRowHeight({ text, sizes, family, tables, tableMm }: Start, { boxMm }: Division): number {
  const { usual, least } = sizes.nameHeadMm;
  const isLevel = tables === 1 && text.columns.size <= 1 && boxMm >= sizes.nameMm;
  const setting = { text, sizes, family };
  const isLower = isLevel && usual + least < fieldsHeadMm(setting);
  return isLower && hasRoomForFields(setting, 1, tableMm) ? least : 0;
}

/**
 * The division, changed so that all rows of several dice look alike if one way to set them next to the same boxes does that. Null if
 * labels and hints have no room, with as many of the dice as the division asks for.
 * @param tables each with what its labels are wider than the division says
 */
function settleLabels(
  { division, ...setting }: Omit<Parameters<typeof composeBox>[0], "room">,
  tables: readonly { readonly rows: readonly RowHeight[]; readonly moreMm: number }[],
  tried: Tried,
): Division | null {
  const { labelsMm, gutterMm } = division;
  const rows = tables.flatMap(({ rows, moreMm }) =>
    rows.map((row) => ({ ...row, widthMm: labelsMm - gutterMm + moreMm })),
  );
  const hasRoom = ({ row, heightMm, widthMm }: (typeof rows)[number]) =>
    (sumsHeight(setting, [row], widthMm - 2 * setting.sizes.insetMm) ?? Number.POSITIVE_INFINITY) <= heightMm;
  const compose = (one: Division, { row, ...room }: (typeof rows)[number]) => {
    const set = row.kind === "box" ? composeBox({ ...setting, division: one, room }, row) : null;
    if (set === null) tried.misfit = row;
    return set;
  };
  const listLooks = (one: Division): string[] | null => {
    const looks: string[] = [];
    if (rows.some((place) => place.row === tried.misfit && compose(one, place) === null)) return null;
    for (const place of rows) {
      const { row } = place;
      if (row.kind !== "box") continue;
      const set = compose(one, place);
      if (set === null) return null;
      if (row.dice.length < 2 || row.dice.length > division.maxDice) continue;
      looks.push([set.dice && set.place, ...set.lines.map(({ style }) => style.weight)].join(" "));
    }
    return looks;
  };
  /** The looks of rows with dice; null if others have no room, or too many go without. */
  const countLooks = (one: Division): number | null => {
    const looks = listLooks(one);
    const shown = looks?.filter((look) => !look.startsWith(" ")) ?? [];
    if (looks === null || looks.length - shown.length > division.diceless * looks.length) return null;
    return new Set(shown).size;
  };
  const count = countLooks(division);
  if (count === null || !rows.every(hasRoom)) return null;
  const alike = count < 2 ? undefined : listAlike(division, setting).find((one) => countLooks(one) === 1);
  const settled = alike ?? division;
  const isBare = (place: (typeof rows)[number]) =>
    place.row.kind === "box" &&
    place.row.hint !== null &&
    compose(settled, place)?.lines.every(({ style }) => style.weight === "bold");
  return { ...settled, hintless: rows.filter(isBare).length / rows.length };
}

type RowHeight = Pick<PlacedRow, "row" | "heightMm">;

function placeTable(
  place: Omit<Area, "heightMm">,
  division: Division,
  headMm: number,
  rows: readonly RowHeight[],
  gapMm: number,
  isWhole: boolean,
): PlannedTable {
  const panels: Area[] = [];
  let top = place.yMm;
  let end = top + headMm;
  const placedRows = rows.map((row, at) => {
    const yMm = end + (row.row.kind === "heading" && at > 0 ? gapMm : 0);
    if (yMm > end && !isWhole) {
      panels.push({ ...place, yMm: top, heightMm: end - top });
      top = yMm;
    }
    end = yMm + row.heightMm;
    return { ...row, yMm };
  });
  panels.push({ ...place, yMm: top, heightMm: end - top });
  return { area: { ...place, heightMm: end - place.yMm }, panels, division, headMm, rows: placedRows };
}

/** The height of the table's head, with room for fields and for players' numbers below them. */
function withRoom({ usual, least, tight }: TightRange, fieldsMm: number, numbersMm: number): TightRange {
  const grow = (mm: number) => Math.max(mm, fieldsMm) + numbersMm;
  return { usual: grow(usual), least: grow(least), tight: grow(tight) };
}
