import { DIFFICULTIES } from "../sheets/truth.ts";
import {
  type HandScore,
  type PhotoScore,
  PLANTED_OUTCOMES,
  type PlantedOutcome,
  type SheetScore,
} from "./compare.ts";

/** The figures of a group of photos. */
export interface Tally {
  readonly group: string;
  readonly photos: number;
  readonly sheets: number;
  readonly found: number;
  /** Sheets that do not lie there. */
  readonly extra: number;
  readonly boxes: number;
  readonly right: number;
  readonly asked: number;
  /** Sheets on which nothing was asked. */
  readonly unasked: number;
  readonly wrong: number;
  readonly hidden: number;
  readonly hiddenAsked: number;
  readonly planted: Readonly<Record<PlantedOutcome, number>>;
  readonly falseAlarms: number;
  readonly wronglyCorrect: number;
  /** Sheets without a mistake that were called correct at once, and how many such sheets were read. */
  readonly calledCorrect: number;
  readonly correct: number;
  /** Null where no photo was read from the start. */
  readonly medianMs: number | null;
  readonly slowMs: number | null;
}

/** Each difficulty, scans, and all together. */
export function tallies(scores: readonly PhotoScore[]): Tally[] {
  const groups = DIFFICULTIES.map(
    (name) => [name, scores.filter((one) => one.difficulty === name && !one.isScan)] as const,
  );
  const scans = scores.filter(({ isScan }) => isScan);
  const filled = [...groups, ["scans", scans] as const].filter(([, photos]) => photos.length > 0);
  return [...filled, ["all", scores] as const].map(([name, photos]) => tally(name, photos));
}

/** The figures of some photos. */
export function tally(group: string, photos: readonly PhotoScore[]): Tally {
  const sheets = photos.flatMap((photo) => photo.sheets);
  const read = sheets.filter(({ isFound }) => isFound);
  const sum = (of: (sheet: SheetScore) => number) => read.reduce((all, sheet) => all + of(sheet), 0);
  const outcome = (kind: PlantedOutcome) => [kind, sum(({ planted }) => (planted === kind ? 1 : 0))] as const;
  const times = photos.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  return {
    group,
    photos: photos.length,
    sheets: sheets.length,
    found: read.length,
    extra: photos.reduce((all, { extra }) => all + extra, 0),
    boxes: sum(({ boxes }) => boxes),
    right: sum(({ right }) => right),
    asked: sum(({ asked }) => asked),
    unasked: sum(({ asked }) => Number(asked === 0)),
    wrong: sum(({ wrong }) => wrong.length),
    hidden: sum(({ hidden }) => hidden),
    hiddenAsked: sum(({ hiddenAsked }) => hiddenAsked),
    planted: Object.fromEntries(PLANTED_OUTCOMES.map(outcome)) as Tally["planted"],
    falseAlarms: sum(({ falseAlarms }) => falseAlarms.length),
    wronglyCorrect: sum(({ isWronglyCorrect }) => Number(isWronglyCorrect)),
    calledCorrect: sum(({ isCorrect, verdict }) => Number(isCorrect && verdict === "correct")),
    correct: sum(({ isCorrect }) => Number(isCorrect)),
    medianMs: quantile(times, 0.5),
    slowMs: quantile(times, 0.95),
  };
}

/** The figures of each hand over all photos, by the number of its writer. */
export function handTallies(scores: readonly PhotoScore[]): HandScore[] {
  const hands = new Map<number, HandScore>();
  for (const score of scores.flatMap(({ sheets }) => sheets.flatMap((sheet) => sheet.hands))) {
    const { writer } = score;
    const known = hands.get(writer) ?? { writer, boxes: 0, asked: 0, wrong: 0 };
    hands.set(writer, {
      writer,
      boxes: known.boxes + score.boxes,
      asked: known.asked + score.asked,
      wrong: known.wrong + score.wrong,
    });
  }
  return [...hands.values()].sort((a, b) => a.writer - b.writer);
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

/** Photos on which something went wrong, the worst first, each with what it was. */
export function worstOf(scores: readonly PhotoScore[]): { score: PhotoScore; faults: string[] }[] {
  return scores
    .map((score) => ({ score, faults: faultsOn(score) }))
    .filter(({ faults }) => faults.length > 0)
    .sort((a, b) => weightOf(b.score) - weightOf(a.score));
}

function faultsOn({ sheets, refusals, extra }: PhotoScore): string[] {
  const more = extra === 0 ? [] : [`${extra} ${extra === 1 ? "sheet that is" : "sheets that are"} not there`];
  return [...more, ...sheets.flatMap((sheet) => faultsOf(sheet, refusals))];
}

function faultsOf(sheet: SheetScore, refusals: readonly string[]): string[] {
  if (!sheet.isFound) return [`not read${refusals.length > 0 ? ` (${refusals.join(", ")})` : ""}`];
  return [
    ...(sheet.isWronglyCorrect ? ["wrongly called correct"] : []),
    ...(sheet.planted === "missed" ? ["planted mistake missed"] : []),
    ...sheet.falseAlarms.map((alarm) => `false alarm: ${alarm}`),
    ...sheet.wrong.map(
      ({ place, wrote, read, confidence }) =>
        `${place}: ${wrote} read as ${read} (${(100 * confidence).toFixed(1)} %)`,
    ),
    ...(sheet.asked > 0.15 * sheet.boxes ? [`${sheet.asked} of ${sheet.boxes} boxes asked`] : []),
  ];
}

function weightOf({ sheets, extra }: PhotoScore): number {
  return sheets.reduce(
    (sum, sheet) =>
      sum +
      (sheet.isFound ? 0 : 30) +
      (sheet.isWronglyCorrect ? 100 : 0) +
      (sheet.planted === "missed" ? 50 : 0) +
      20 * sheet.falseAlarms.length +
      5 * sheet.wrong.length +
      sheet.asked / sheet.boxes,
    80 * extra,
  );
}
