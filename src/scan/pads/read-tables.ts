import { checkSheet } from "../../check/check-sheet.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { joinCodeWords } from "../../rules/problem/wording.ts";
import { canBeNegative } from "../../rules/sums/sum-graph.ts";
import type { DigitReader } from "../digits/reader.ts";
import type { PixelArea } from "../image/picture.ts";
import { inferReading } from "../inference/infer.ts";
import { judge } from "../inference/judge.ts";
import { adaptToHandwriting, rereadUnsureBoxes } from "../inference/handwriting.ts";
import { toTypedSheet, writtenKey, type SeenBox, type SheetReading } from "../inference/sheet-reading.ts";
import type { PhotoEdge } from "../tables/find-tables.ts";
import { cellArea, cellKey, type RuledTable } from "../tables/ruled-sheet.ts";
import type { NameCell } from "../view/name-cells.ts";
import type { SheetPicture } from "../view/view-sheets.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import { missingPart, padBoxes, padNameCells, type PadFit } from "./fit-rows.ts";
import { type Pad, type PadOnPhoto, rowsOfPad } from "./pad.ts";
import {
  describeCut,
  listFits,
  MISSING_PART_HINT,
  numberCells,
  type PadSources,
  plausibleFits,
  unknownTable,
  type ViewedTables,
  type ViewedTurn,
  WHOLE_SHEET_HINT,
  WHOLE_TABLE_HINT,
} from "./view-tables.ts";
import {
  logRatioToAnything,
  type Candidate,
  type CellEvidence,
  seenPadBoxes,
  readCells,
  weighPads,
} from "./weigh-pads.ts";

/** A sheet of a store-bought pad that was read. */
export interface TablesReading {
  readonly pad: PadOnPhoto;
  readonly game: Pad["game"];
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly warnings: readonly Problem[];
  /** With the areas of the boxes in the order of the reading, and the names; null if no picture is wanted. */
  readonly picture: SheetPicture | null;
}

/** The least probability at which the pad is beyond doubt. */
const SURE = 0.99;
/** Less probable pads aren't worth a question. */
const WORTH_ASKING = 0.2;
/** The least log ratio at which the sheet is surely not upside down. */
const UPRIGHT = 25;

/** The pads that a photo may show. */
export interface KnownPads extends PadSources {
  /** Whether a person has named the pad, the only one. */
  readonly isGiven: boolean;
}

/** Reads a sheet of a store-bought pad: recognises the pad, then reads every box with the rules of its game in mind. */
export async function readTables(
  { turns, cutEdges }: Pick<ViewedTables, "turns" | "cutEdges">,
  known: KnownPads,
  digits: DigitReader,
  file: string,
): Promise<Result<TablesReading>> {
  const { pads, isGiven } = known;
  const candidates = await readTurns(turns, known, digits);
  const weighed = weighPads(candidates, isGiven);
  if (weighed === null || (!isGiven && weighed.ofRows < WORTH_ASKING))
    return unknownTable(turns.slice(0, 1), cutEdges, pads, file);
  const { best, others } = weighed;
  const { pad } = best.fit;
  const isLearned = !pads.includes(pad);
  const view = getElement(
    turns,
    turns.findIndex(({ turn }) => turn === best.sheet.turn),
  );
  const places = padBoxes(best.fit).map(({ cell }) => cell);
  const pictures = new Map(view.cells.map(({ place, box }) => [cellKey(place), box]));
  // A cell that was never read needs no second look.
  const getBoxPicture = (at: number) => pictures.get(cellKey(getElement(places, at))) as BoxPicture;
  const seen = adaptToHandwriting(
    pad.game,
    await rereadUnsureBoxes(pad.game, seenPadBoxes(best), getBoxPicture, digits),
  );
  const reading = inferReading(pad.game, seen);
  const conflictingPads = others.filter((other) => readsOtherwise(pad.game, other, reading, seen));
  const missing = missingRows(best.fit);
  // Where a whole game adds up without a question, the rules are those of the pad, even if its lines look different.
  const kind = isProvenByGame(pad.game, reading) ? "ofRows" : "probability";
  const { [kind]: probability, ofRows } = weighed;
  const isPart = cutEdges.length > 0 || lacksLabels(best.fit, view.tables);
  const isWhole = missing.length === 0 && !isPart;
  const isSure = isWhole && probability >= SURE && conflictingPads.length === 0;
  const own = candidates.filter(({ fit }) => fit.pad === pad);
  const isSureIfNamed = () => isWhole && !isGiven && (weighPads(own, true)?.[kind] ?? 0) >= SURE;
  // Nobody could name a pad that has no file.
  if (isLearned && !isSure) return readTables({ turns, cutEdges }, { pads, isGiven }, digits, file);
  const areas = places.map((cell) => cellArea(view, cell));
  const describeDoubt = () => {
    if (missing.length > 0) return missingRowsProblem(best.fit, missing, file);
    if (isPart) return partOfTableProblem(cutEdges, file);
    return isGiven
      ? badFitProblem(pad, file)
      : unsurePadProblem([pad, ...conflictingPads], { probability, ofRows }, file);
  };
  const { id, name, columns, changes } = pad;
  return success({
    pad: {
      ...{ id, name, columns, changes, confidence: probability, isSure },
      ...(missing.length > 0 && { lacksRows: true }),
      ...(!isSure && !isSureIfNamed() && { staysUnsure: true }),
    },
    game: pad.game,
    seen,
    reading,
    warnings: isLearned ? [newPadProblem(file)] : isSure ? [] : [describeDoubt()],
    picture: view.picture && pictureOfSheet(view.picture, areas, best.fit),
  });
}

/**
 * Reads the cells of all that the sheet may be, in each turn. The turn in which the lines fit best is read first; if the rules explain its
 * numbers well, it is not upside down, and no other turn is read.
 */
async function readTurns(turns: readonly ViewedTurn[], known: KnownPads, digits: DigitReader) {
  const fits = turns.map(({ tables }) => listFits(tables, { ...known, hasParts: true }));
  const plausible = plausibleFits(fits.flat());
  // Only pads that it may be of count: a stroke in front of a number would look like a minus.
  const isSigned = [...plausible].some(({ pad }) => canBeNegative(pad.game));
  const read: CellEvidence = new Map();
  const readCandidates = async (turn: ViewedTurn, at: number, isAlone: boolean) => {
    const own = getElement(fits, at).filter((fit) => plausible.has(fit));
    const wanted = isAlone ? new Set(numberCells(own).map(cellKey)) : null;
    const cells = turn.cells.filter(({ place }) => wanted === null || wanted.has(cellKey(place)));
    const sheet = await readCells({ ...turn, cells }, isSigned, digits, read);
    return own.map((fit): Candidate => ({ fit, sheet }));
  };
  const likely = getElement(turns, 0);
  const first = await readCandidates(likely, 0, true);
  if (turns.length === 1 || logRatioToAnything(first) > UPRIGHT) return first;
  const isAllSeen = first.every(({ sheet }) => sheet.cells.length === likely.cells.length);
  const candidates = isAllSeen ? first : await readCandidates(likely, 0, false);
  for (const [at, turn] of turns.entries())
    if (turn !== likely) candidates.push(...(await readCandidates(turn, at, false)));
  return candidates;
}

/** With several rows for names, a player's first written name counts. */
function pictureOfSheet(
  { heads, ...picture }: NonNullable<ViewedTurn["picture"]>,
  areas: readonly PixelArea[],
  fit: PadFit,
): SheetPicture {
  const written = new Map(heads.map(({ place, ...head }) => [cellKey(place), head]));
  const names = new Map<number, NameCell>();
  for (const { player, cell } of padNameCells(fit)) {
    const head = written.get(cellKey(cell));
    if (head !== undefined && !names.get(player)?.ink) names.set(player, { player, ...head });
  }
  return { ...picture, areas, names: [...names.values()] };
}

/** Whether the rules of another pad with the same rows would lead to a different reading, to other findings, or to other totals. */
function readsOtherwise(own: Game, { game }: Pad, reading: SheetReading, seen: readonly SeenBox[]): boolean {
  const other = inferReading(game, seen);
  const isReadAlike = other.boxes.every(({ written, doubt }, at) => {
    const box = reading.boxes[at];
    return (
      box !== undefined &&
      writtenKey(box.written) === writtenKey(written) &&
      (box.doubt === null) === (doubt === null)
    );
  });
  return !isReadAlike || outcomeKey(own, reading, seen) !== outcomeKey(game, other, seen);
}

/** Whether all boxes of a player are filled in, add up to a written grand total and leave no question, and no player has mistakes. */
function isProvenByGame(game: Game, reading: SheetReading): boolean {
  const isProven = (player: number) => {
    const own = reading.boxes.filter((box) => box.player === player);
    const isFilled = own.every(({ category, written, doubt }) => {
      return doubt === null && (category === null || written.kind !== "empty");
    });
    return isFilled && own.some(({ line, written }) => line === "grand.total" && written.kind === "score");
  };
  const { findings } = checkSheet(toTypedSheet(reading, game, "", []));
  return findings.length === 0 && reading.players.some(isProven);
}

/** Whether columns of numbers were found without the printed labels left of them, so that other columns may be missing, too. */
function lacksLabels({ pad, columns }: PadFit, tables: readonly RuledTable[]): boolean {
  const [{ labels, entries } = { labels: 0, entries: { min: 0, max: 0 } }] = pad.tables;
  const isAll = entries.min === entries.max && columns === entries.min;
  return labels > 0 && !isAll && tables.every(({ down }) => down.length - 1 <= columns);
}

/** A string of what the rules of a game make of a reading. */
function outcomeKey(game: Game, reading: SheetReading, seen: readonly SeenBox[]): string {
  const { verdict, findings, report } = judge(reading, toTypedSheet(reading, game, "", []), seen);
  const keys = findings.map(({ finding: { code, player, column, category, line } }) => {
    return [code, player, column, category, line];
  });
  return JSON.stringify([verdict, keys, report.players.map(({ computed }) => computed)]);
}

/** The ids of pad rows that were not found: their lines are cut off, or ambiguous. */
function missingRows({ pad, rows }: PadFit): string[] {
  return rowsOfPad(pad).flatMap(({ holds }, row) => ("id" in holds && rows[row] === null ? [holds.id] : []));
}

function missingRowsProblem(fit: PadFit, missing: readonly string[], file: string): Problem {
  const { id } = fit.pad;
  const part = missingPart(fit);
  const message =
    part === null
      ? msg`scan.pad-rows-not-found: rows of the pad \`${id}\` that can’t be found on ${file}: ${joinCodeWords(missing)}; the scores are not checked`
      : msg`scan.part-of-pad: ${file} shows only a part of the pad \`${id}\`; the scores are not checked`;
  const hint = part === null ? WHOLE_SHEET_HINT : MISSING_PART_HINT[part];
  return problem("uncertain-pad", message, { severity: "warning", hint });
}

function partOfTableProblem(cutEdges: readonly PhotoEdge[], file: string): Problem {
  const message =
    cutEdges.length > 0
      ? describeCut(cutEdges, file)
      : msg`scan.labels-not-found: the printed names of the rows can’t be seen on ${file}, so columns may be missing, too; the scores are not checked`;
  return problem("missing-edge", message, { severity: "warning", hint: WHOLE_TABLE_HINT });
}

function badFitProblem({ id }: Pad, file: string): Problem {
  const message = msg`scan.pad-unlike: ${file} hardly looks like the pad \`${id}\`; the scores are not checked`;
  return problem("uncertain-pad", message, { severity: "warning", hint: WHOLE_SHEET_HINT });
}

function newPadProblem(file: string): Problem {
  const message = msg`scan.new-pad: ${file} shows a pad that is not known; its lines and numbers leave no doubt what its rows hold`;
  const hint = msg`scan.new-pad-hint: \`augenblock pads learn\` writes a file for the pad, in which its rows and columns can have their names`;
  return problem("new-pad", message, { severity: "warning", hint });
}

/** Its rows are surer than the pad by more than this where its lines are other ones. */
const OTHER_LINES = 0.3;

/** @param pads those that it may be, the most probable one first */
function unsurePadProblem(
  pads: readonly [Pad, ...Pad[]],
  { probability, ofRows }: Readonly<Record<"probability" | "ofRows", number>>,
  file: string,
): Problem {
  const percent = (share: number) => Math.round(100 * Math.min(0.99, share));
  const ids = pads.map(({ id }) => id);
  const [pad] = pads;
  const message =
    pads.length > 1
      ? msg`scan.pads-ambiguous: ${file} could be one of several pads with different rules: ${joinCodeWords(ids, "or")}`
      : ofRows > probability + OTHER_LINES
        ? msg`scan.rows-of-pad: ${file} seems to have the rows of the pad \`${pad.id}\` (${percent(ofRows)}%), but different lines; the scores are not checked`
        : msg`scan.pad-unsure: ${file} shows the pad \`${pad.id}\` with a probability of only ${percent(probability)}%; the scores are not checked`;
  const hint = msg`scan.name-pad-hint: if you know the pad, name it: \`--pad ${pad.id}\`; \`augenblock pads learn\` adds a new one`;
  return problem("uncertain-pad", message, { severity: "warning", hint });
}
