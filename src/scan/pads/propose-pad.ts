import { gameReference } from "../../check/sheet.ts";
import { getElement, median, sum } from "../../rules/arrays.ts";
import type { Game, PadSum } from "../../rules/game/game.ts";
import { toPadSum } from "../../rules/game/rows.ts";
import { listSheetLines } from "../../rules/sums/sum-graph.ts";
import { memoize } from "../../rules/memoize.ts";
import type { CellPlace, RuledTable } from "../tables/ruled-sheet.ts";
import { BLANK_ROW, columnWidths, type FoundRow, foundRows, isAsWide, PRINTED, padFits } from "./fit-rows.ts";
import {
  type CommercialPadRow,
  PAD_LIMITS,
  type Pad,
  type RowContent,
  rowsOfPad,
  SUM_ROW,
  type WORDLESS_ROWS,
} from "./pad.ts";

/** A person's hints about a pad that is being learned; the rest is proposed. */
export interface PadHints {
  /** Contents of rows, by their number from the top over all tables, from 1. */
  readonly rows: ReadonlyMap<number, RowContent>;
  /** The number of columns on the left with printed labels. */
  readonly labels: number | null;
}

export const NO_HINTS: PadHints = { rows: new Map(), labels: null };

/** A proposed pad, before a person has confirmed it. */
export interface PadProposal {
  readonly pad: Pad;
  /** The negative log probability of such a pad. */
  readonly cost: number;
}

/** A row that a pad may have. */
interface Slot {
  readonly holds: RowContent;
  /** Of having it and of lacking it; null for a box, which is always there. */
  readonly cost: Readonly<Record<"present" | "absent", number>> | null;
}

/** The costs of rows that a pad has or lacks, as negative log probabilities: orders of magnitude from looking at pads. */
const SLOT_COST = {
  names: { present: 0.7, absent: 0.7 },
  sum: { present: 0.2, absent: 1.2 },
  bonus: { present: 0.1, absent: 2.5 },
  total: { present: 0.7, absent: 0.7 },
  again: { present: 1, absent: 0.4 },
  heading: { present: 1.6, absent: 0.2 },
  ticks: { present: 0.9, absent: 0 },
  /** Extra points in the last section, whose sum includes them, or below all sections. */
  repeats: { present: 1.3, absent: 0.1 },
  repeatsBelow: { present: 1.6, absent: 0.1 },
  includes: { present: 0, absent: 0 },
  last: { present: 0.05, absent: 3 },
} as const;
/** The cost of rows that pads seldom have without each other. */
const ODD_ROWS = 1.5;
/** The cost of the last two boxes of a game in each other's places. */
const LAST_SWAPPED = 1.2;
/** The costs of lines and print that contradict the rows. */
const CONTRADICTION = {
  /** A table ends, or a line is double or thick, among the boxes of a section. */
  endsInside: 4,
  lineInside: 1.5,
  /** The labels of a row for names are printed, in the first row or in another one; those of another row are blank. */
  printedNames: 0.4,
  namesInside: 3,
  /** Something is printed in the columns of numbers, in the first row alone. */
  printedHead: 3,
  blankLabel: 4,
} as const;
/** A column with print in this share of its rows holds labels. */
const LABELLED = 0.75;
/** Rows of usual height differ from each other by less than this share. */
const SAME_HEIGHT = 0.15;
/** Only the best proposals are kept. */
const MAX_PROPOSALS = 24;

/** The number of label columns: those left of the columns of numbers, which are equally wide. */
function labelColumns(table: RuledTable): number {
  const { darkness } = table;
  const widths = columnWidths(table);
  const usual = widths.at(-1) ?? 1;
  const equal = widths.findLastIndex((width) => !isAsWide(width, usual)) + 1;
  const most = Math.min(PAD_LIMITS.labels, widths.length - 1);
  if (equal > 0) return Math.min(equal, most);
  const printed = widths.findIndex((_, column) => labelShare(darkness, column) < LABELLED);
  return Math.max(0, Math.min(printed, most));
}

/** The share of rows in which a column holds print or ink. */
function labelShare(darkness: RuledTable["darkness"], column: number): number {
  return darkness.filter((cells) => (cells[column] ?? 0) > PRINTED).length / Math.max(1, darkness.length);
}

/** Scores how upright a sheet is: labels on the left, blank or narrower cells on the right, more rows than columns. */
export function uprightness(tables: readonly RuledTable[]): number {
  const cells = tables.reduce((sum, { darkness }) => sum + darkness.length * (darkness[0]?.length ?? 0), 0);
  return tables.reduce((sum, table) => {
    const { darkness } = table;
    const columns = darkness[0]?.length ?? 0;
    const labels = labelColumns(table);
    const left = labels === 0 ? 0 : labelShare(darkness, 0);
    const right = labelShare(darkness, columns - 1);
    const isTall = darkness.length > columns ? 1 : 0;
    const [first = 1, ...others] = columnWidths(table);
    const wide = isAsWide(first, others.at(-1) ?? first) ? 0 : Math.sign(first - (others.at(-1) ?? first));
    return sum + ((left - right + wide + isTall) * darkness.length * columns) / Math.max(1, cells);
  }, 0);
}

/** A pad that is being learned: its names are known, its rows not yet. */
export type NewPad = Omit<Pad, "tables">;

/**
 * Proposes pads for a ruled sheet, the most usual one first: with the rows of known pads of the game, and in the order of the game's boxes,
 * by the lines of the table. They differ in their sums, headings and names, and have as many rows as the sheet.
 *
 * @returns none if the table has too few rows, or rows that a person named don't fit the order
 */
export function proposePads(
  tables: readonly RuledTable[],
  start: NewPad,
  hints: PadHints,
  known: readonly Pad[] = [],
): PadProposal[] {
  const found = printedRows(tables);
  const isSkipped = (kind = "") => kind === "nothing" || kind === "names";
  const isHeadHinted = [...hints.rows.values()].some(({ kind }) => kind === "names");
  const open = found.flatMap((_, at) => (isSkipped(hints.rows.get(at + 1)?.kind) ? [] : [at]));
  const slots = listSlots(start.game, isHeadHinted);
  const chosen = chooseRows(slots, open.length).flatMap(({ rows, cost }) => {
    const whole = cost + oddCost(rows, start.game);
    const swapped = { rows: swapLast(rows), cost: whole + LAST_SWAPPED };
    return whole === Infinity ? [] : [{ rows, cost: whole }, swapped];
  });
  const ordered = chosen.map(({ rows, cost }): RowsProposal => {
    const contents = found.map((_, at): RowContent => {
      const holds = hints.rows.get(at + 1) ?? rows[open.indexOf(at)] ?? { kind: "nothing" };
      return holds.kind === "nothing" && !hints.rows.has(at + 1)
        ? contentWithoutBox(getElement(found, at))
        : holds;
    });
    return { contents, cost: cost + contradictions(contents, start.game, tables) };
  });
  const listRows = (pad: Pad) => rowsLike(pad, tables, start.game, hints);
  const ofGame = padsOfGame(start)
    .flatMap(listRows)
    .map((one) => ({ ...one, cost: one.cost + RULES_ONLY }));
  const like = [...known.flatMap(listRows), ...ofGame];
  const proposals = [...like, ...ordered].sort((a, b) => a.cost - b.cost);
  const different = new Map(proposals.toReversed().map((one) => [JSON.stringify(one.contents), one]));
  return [...different.values()]
    .filter(({ contents }) => Object.values(misplacedBoxes(contents, start.game)).flat().length === 0)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_PROPOSALS)
    .flatMap(({ contents, cost, like = null }) =>
      labelChoices(tables, hints).map((labels, at) => {
        const printed = likelySums(start.game).filter(({ id }) =>
          contents.some((one) => "id" in one && one.id === id),
        );
        const { padSums = printed.length > 0 ? printed : undefined } = like?.game ?? start.game;
        const game = padSums === undefined ? start.game : { ...start.game, padSums };
        const pad = { ...start, game, tables: padTables(tables, contents, { ...hints, labels }, like) };
        return { pad, cost: cost + at * OTHER_LABELS };
      }),
    )
    .sort((a, b) => a.cost - b.cost);
}

/** What it costs that a table has its less usual number of columns of labels. */
const OTHER_LABELS = 0.5;

/**
 * The possible numbers of columns of labels, the most usual one first; null for what the widths of columns say. Where all columns are as wide
 * as each other, the first of several that are dark may hold labels, or what a player has written.
 */
function labelChoices(tables: readonly RuledTable[], { labels }: PadHints): (number | null)[] {
  const [first] = tables;
  if (labels !== null || first === undefined) return [labels];
  const widths = tables.flatMap(columnWidths);
  const isEven = widths.every((width) => isAsWide(width, median(widths)));
  return isEven && labelColumns(first) > 1 ? [1, 0] : [null];
}

/** What the rows of a sheet may hold. */
interface RowsProposal {
  readonly contents: readonly RowContent[];
  readonly cost: number;
  /** The known pad that they are those of. */
  readonly like?: Pad;
}

/** What a row holds that has neither a box nor a line: below the first table, a head with a blank label is for names again. */
function contentWithoutBox({ table, isFirst, label }: PrintedRow): RowContent {
  return { kind: table > 0 && isFirst && label === "blank" ? "names" : "nothing" };
}

/** What it costs that a pad has the rows of a known one, which was sold as often as not; and a heading or a blank row more, at most two. */
const LIKE_KNOWN = 0.3;
const EXTRA_ROW = 3.3;
const MOST_EXTRA = 2;

/** The rows of a sheet as a known pad of the same game has them, if all of its rows are found; none otherwise. */
function rowsLike(pad: Pad, tables: readonly RuledTable[], game: Game, hints: PadHints): RowsProposal[] {
  const found = printedRows(tables);
  const { padSums = [] } = pad.game;
  const { rowIds, lines } = gameReference(game);
  const known = [...rowIds, ...lines.keys(), ...padSums.map(({ id }) => id)];
  const isOfGame = ({ holds, right = [] }: CommercialPadRow) =>
    [holds, ...right].every((one) => !("id" in one) || known.includes(one.id));
  const isTooLong = rowsOfPad(pad).filter(({ holds }) => "id" in holds).length > found.length;
  if (isTooLong || !rowsOfPad(pad).every(isOfGame) || pad.game.columns.length !== game.columns.length)
    return [];
  const labels = hints.labels ?? labelsLike(pad, tables) ?? labelColumns(getElement(tables, 0));
  const columns = Math.max(...tables.map(({ down }) => down.length - 1)) - labels;
  const findRow = (cell: CellPlace | undefined) =>
    found.findIndex(({ table, row }) => table === cell?.table && row === cell.row);
  const more = withMoreRows(pad, found.length - rowsOfPad(pad).length, found.at(-1)?.label !== "printed");
  return [pad, ...more].flatMap((way) => {
    const likely = LIKE_KNOWN + EXTRA_ROW * (rowsOfPad(way).length - rowsOfPad(pad).length);
    const laid = way.tables.map((one) => ({ ...one, labels, entries: { min: 1, max: columns } }));
    return padFits({ tables }, { ...way, tables: laid }).flatMap((fit): RowsProposal[] => {
      const contents = found.map(contentWithoutBox);
      // A row more than the known pad has may be any of them, but for a second row of names.
      if (fit.extra.some(([cell]) => contents[findRow(cell)]?.kind !== "names")) return [];
      for (const [at, { holds, right = [] }] of rowsOfPad(way).entries()) {
        const cell = fit.rows[at]?.[0];
        if (cell === undefined && "id" in holds) return [];
        if (cell !== undefined && (holds.kind !== "nothing" || right.length > 0))
          contents[findRow(cell)] = holds;
      }
      const isAsHinted = [...hints.rows].every(
        ([row, holds]) => JSON.stringify(contents[row - 1]) === JSON.stringify(holds),
      );
      const cost = fit.cost + likely + contradictions(contents, game, tables);
      return isAsHinted ? [{ contents, cost, like: pad }] : [];
    });
  });
}

/** What it costs that no known pad has these rows, but the rules of the game list them so. */
const RULES_ONLY = 5;

/** The rows of a game as its rules have them, with and without headings: names, each section with its lines, then all other lines. */
function padsOfGame(start: NewPad): Pad[] {
  const lines = listSheetLines(start.game);
  const listLines = (of?: string) =>
    lines.flatMap(({ id, section }): RowContent[] => (section?.id === of ? [{ kind: "line", id }] : []));
  return [[], [BLANK_ROW.holds]].map((heading) => {
    const sections = start.game.sections.flatMap(({ id, categories }): RowContent[] => {
      const boxes = categories.map((one) => ({ kind: "category", id: one.id }) as const);
      return [...heading, ...boxes, ...listLines(id)];
    });
    const contents: RowContent[] = [{ kind: "names" }, ...sections, ...listLines()];
    const rows = contents.map((holds) => ({ ...BLANK_ROW, holds }));
    return { ...start, tables: [{ labels: 1, entries: { min: 1, max: PAD_LIMITS.columns }, rows }] };
  });
}

/** The number of columns of labels of a pad, if the rest of a sheet’s columns are as many as those of numbers on every sheet of it; null otherwise. */
function labelsLike({ tables: [first] }: Pad, tables: readonly RuledTable[]): number | null {
  if (first === undefined || first.entries.min < first.entries.max) return null;
  const isSame = tables.every(({ down }) => down.length - 1 - first.labels === first.entries.min);
  return isSame ? first.labels : null;
}

/** A pad with a number of extra rows that hold nothing: at its head, above the boxes of a section, and at its foot. */
function withMoreRows(pad: Pad, more: number, hasFoot: boolean): Pad[] {
  if (more < 1 || more > MOST_EXTRA) return [];
  // The first section seldom has a heading if the others have none.
  const sections = pad.game.sections.slice(MOST_EXTRA - more);
  const firsts = sections.flatMap(({ categories: [first] }) => first?.id ?? []);
  const last = pad.tables.length - 1;
  return pad.tables.flatMap(({ rows }, table) =>
    [...rows, BLANK_ROW].flatMap(({ holds }, at) => {
      const isEnd = at === 0 ? table === 0 : at === rows.length && table === last && hasFoot;
      const isFirst = holds.kind === "category" && firsts.includes(holds.id);
      if (!isEnd && (!isFirst || rows[at - 1]?.holds.kind === "nothing")) return [];
      const longer = { ...getElement(pad.tables, table), rows: rows.toSpliced(at, 0, BLANK_ROW) };
      const way = { ...pad, tables: pad.tables.with(table, longer) };
      return more === 1 ? [way] : withMoreRows(way, more - 1, hasFoot);
    }),
  );
}

/** Sums that pads of a game print and the game itself does not have: of the last section with the extra points, and of all sections of a column. */
function likelySums({ sections, repeats, columns }: Game): PadSum[] {
  const totals = sections.map(({ id, tiers }) => `${id}.${tiers.length > 0 ? "total" : "sum"}`);
  const hasExtra = totals.length > 1 && repeats !== null && repeats.bonus > 0;
  const isCombined = columns.some(({ multiplier }) => multiplier > 1);
  return [hasExtra ? [totals.at(-1) ?? "", "repeats"] : [], isCombined ? totals : []]
    .filter((of) => of.length > 0)
    .map(toPadSum);
}

/** What rows add to the cost that pads seldom print without others, or often along with them. */
const TOGETHER: readonly (readonly [rows: RegExp, cost: number])[] = [
  // Extra points have one row, below their ticks; where they are in a section, its sum includes them.
  [/repeats .*repeats|ticks (?!repeats with)|(?<!repeats )with|own with/, Infinity],
  [/repeats own/, ODD_ROWS],
  // Sums of lower sections without a total of the first one, or that total alone; a total without what it adds up.
  [/^(?!.* total ).*(own|with)/, ODD_ROWS],
  [/box bonus total|^(?!.*(own|with)).* total |all (.* )?total /, ODD_ROWS],
  // A total that includes the bonus, without a row for it; the heading of a second table; a sum with extra points.
  [/box total .*box/, -1],
  [/total nothing .* total /, -1],
  [/repeats with/, -1],
];

/** What it costs that optional rows are there without those that pads print along with them; infinite if they exclude each other. */
function oddCost(rows: readonly RowContent[], { sections }: Game): number {
  const words = rows.map((one) => {
    const [section, line = ""] = one.kind === "line" ? one.id.split(".") : ["", ""];
    if (!("id" in one) || one.kind === "category") return one.kind === "category" ? "box" : one.kind;
    if (section === SUM_ROW) return one.id.endsWith("repeats") ? "with" : "all";
    return section === sections[0]?.id ? line : line === "sum" && section !== "column" ? "own" : one.id;
  });
  const isOdd = words.filter((word) => word === "own" || word === "with").length % (sections.length - 1) > 0;
  const costs = TOGETHER.map(([pattern, cost]) => (pattern.test(words.join(" ")) ? cost : 0));
  return (isOdd ? ODD_ROWS : 0) + sum(costs);
}

/** Rows with the last two boxes in each other's places. */
function swapLast(rows: readonly RowContent[]): RowContent[] {
  const last = rows.findLastIndex(({ kind }) => kind === "category");
  return rows.with(last, getElement(rows, last - 1)).with(last - 1, getElement(rows, last));
}

type WordlessKind = (typeof WORDLESS_ROWS)[number];

/** The boxes of a game in print order, with optional rows between them. */
function listSlots(game: Game, isHeadHinted: boolean): Slot[] {
  const { sections, columns } = game;
  const line = (id: string, cost: Slot["cost"]): Slot => ({ holds: { kind: "line", id }, cost });
  const slot = (kind: WordlessKind, cost: Slot["cost"]): Slot => ({ holds: { kind }, cost });
  const sums = likelySums(game);
  const hasExtra = game.repeats !== null && game.repeats.bonus > 0;
  const bodies = sections.flatMap(({ id, categories, tiers }, at) => [
    ...(at === 0 ? [] : [slot("nothing", SLOT_COST.heading)]),
    ...categories.map((one): Slot => ({ holds: { kind: "category", id: one.id }, cost: null })),
    ...(hasExtra && at === sections.length - 1
      ? [slot("ticks", SLOT_COST.ticks), line("repeats", SLOT_COST.repeats)]
      : []),
    ...(sections.length > 1 || tiers.length > 0 ? [line(`${id}.sum`, SLOT_COST.sum)] : []),
    ...(tiers.length > 0 ? [line(`${id}.bonus`, SLOT_COST.bonus), line(`${id}.total`, SLOT_COST.total)] : []),
  ]);
  const again = sections.slice(0, -1).filter(({ tiers }) => tiers.length > 0);
  return [
    ...(isHeadHinted ? [] : [slot("names", SLOT_COST.names)]),
    ...bodies,
    ...sums.map(({ id, of }) => line(id, of.includes("repeats") ? SLOT_COST.includes : SLOT_COST.total)),
    ...again.map(({ id }) => line(`${id}.total`, SLOT_COST.again)),
    ...(columns.length > 1 ? [line("column.total", SLOT_COST.total)] : []),
    ...(hasExtra ? [line("repeats", SLOT_COST.repeatsBelow)] : []),
    line("grand.total", SLOT_COST.last),
  ];
}

/** All ways to choose optional rows, with all boxes and the total cost, so that there are this many rows. */
function chooseRows(slots: readonly Slot[], wanted: number) {
  let ways: { rows: RowContent[]; cost: number }[] = [{ rows: [], cost: 0 }];
  for (const [at, { holds, cost }] of slots.entries()) {
    const left = slots.slice(at + 1);
    const least = wanted - left.length;
    const most = wanted - left.filter((one) => one.cost === null).length;
    ways = ways
      .flatMap((way) => {
        const taken = { rows: [...way.rows, holds], cost: way.cost + (cost?.present ?? 0) };
        return cost === null ? [taken] : [taken, { ...way, cost: way.cost + cost.absent }];
      })
      .filter(({ rows }) => rows.length >= least && rows.length <= most);
  }
  return ways;
}

function contradictions(contents: readonly RowContent[], game: Game, tables: readonly RuledTable[]): number {
  const sectionOf = new Map(
    game.sections.flatMap(({ id, categories }) => categories.map((one) => [one.id, id])),
  );
  return sum(
    printedRows(tables).map((row, at) => {
      const [holds, next] = [getElement(contents, at), contents[at + 1]];
      const isBetween = holds.kind === "category" && next?.kind === "category";
      if (!isBetween || sectionOf.get(holds.id) !== sectionOf.get(next.id)) return printCost(holds, row);
      const ofLine = row.line === "single" ? 0 : CONTRADICTION.lineInside;
      return printCost(holds, row) + (row.isLast ? CONTRADICTION.endsInside : ofLine);
    }),
  );
}

/** What it costs that the print in a row is unlike what it holds. */
function printCost(holds: RowContent, { label, isHead, isFirst }: PrintedRow): number {
  const ofNames = isFirst ? CONTRADICTION.printedNames : CONTRADICTION.namesInside;
  if (holds.kind === "names") return label === "printed" && !isHead ? ofNames : 0;
  if (holds.kind === "nothing") return 0;
  return (label === "blank" ? CONTRADICTION.blankLabel : 0) + (isHead ? CONTRADICTION.printedHead : 0);
}

/** A row with what is printed in it. */
interface PrintedRow extends FoundRow {
  /** Null without a column of labels. */
  readonly label: "printed" | "blank" | null;
  /** It is the first one, and alone has print in the columns of numbers. */
  readonly isHead: boolean;
}

const printedRows = memoize((tables: readonly RuledTable[]): PrintedRow[] =>
  foundRows(tables).map((found) => {
    const table = getElement(tables, found.table);
    const labels = labelColumns(table);
    const isPrinted = (dark: number | undefined) => (dark ?? 0) > PRINTED;
    const printed = table.darkness.map((cells) => cells.slice(labels).filter(isPrinted).length);
    const isHead = found.isFirst && 2 * getElement(printed, 0) > table.down.length - 1 - labels;
    const label = isPrinted(table.darkness[found.row]?.[0]) ? "printed" : "blank";
    return { ...found, label: labels > 0 ? label : null, isHead: isHead && median(printed) === 0 };
  }),
);

function padTables(
  tables: readonly RuledTable[],
  contents: readonly RowContent[],
  { labels }: PadHints,
  like: Pad | null,
): Pad["tables"] {
  const rights = new Map(like === null ? [] : rowsOfPad(like).map(({ holds, right = [] }) => [holds, right]));
  const found = foundRows(tables);
  const usual = Math.max(1, median(found.map(({ heightPx }) => heightPx)));
  return tables.map((table, at) => {
    // At least one column is left for numbers, even with too large a hint for labels.
    const likely = labels ?? (like && labelsLike(like, tables)) ?? labelColumns(table);
    const own = Math.min(likely, table.down.length - 2);
    const entries = Math.max(1, table.down.length - 1 - own);
    const rows = found.flatMap((row, index): CommercialPadRow[] => {
      if (row.table !== at) return [];
      const rounded = Math.round((10 * row.heightPx) / usual) / 10;
      const height = Math.max(PAD_LIMITS.height.min, Math.min(PAD_LIMITS.height.max, rounded));
      const line = row.isLast ? "single" : row.line;
      const holds = getElement(contents, index);
      const right = rights.get(holds) ?? [];
      const laid = { holds, height: Math.abs(height - 1) < SAME_HEIGHT ? 1 : height, line };
      return [right.length === 0 ? laid : { ...laid, right }];
    });
    return { labels: own, entries: { min: entries, max: entries }, rows };
  });
}

/** Replaces the contents of some rows, by their number from 1. */
export function replaceRows(pad: Pad, contents: ReadonlyMap<number, RowContent>): Pad {
  let at = 0;
  const tables = pad.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({ ...row, holds: contents.get(++at) ?? row.holds })),
  }));
  return { ...pad, tables };
}

/** The boxes of a game that have no row of a pad, or several. */
export function misplacedBoxes(
  contents: readonly RowContent[],
  game: Game,
): Record<"missing" | "twice", string[]> {
  const ids = contents.flatMap((one) => (one.kind === "category" ? [one.id] : []));
  const missing = gameReference(game).rows.flatMap(({ id }) => (ids.includes(id) ? [] : [id]));
  return { missing, twice: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))] };
}
