import { listCategories } from "../../../src/rules/game/rows.ts";
import type { ReadBox, Written } from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../../tests/support/games.ts";
import {
  type BoxTruth,
  type Fault,
  type Ink,
  isSameFault,
  type PhotoTruth,
  type SheetTruth,
} from "../sheets/truth.ts";
import type { ReadPhoto, ReadSheet } from "./subject.ts";

/** A box that was read wrong, and not asked about. */
interface WrongBox {
  readonly place: string;
  readonly wrote: string;
  readonly read: string;
  readonly confidence: number;
}

export const PLANTED_OUTCOMES = ["found", "asked", "missed"] as const;
export type PlantedOutcome = (typeof PLANTED_OUTCOMES)[number];

/** How well the boxes were read in which one hand wrote something. */
export interface HandScore {
  readonly writer: number;
  readonly boxes: number;
  readonly asked: number;
  readonly wrong: number;
}

/** How well a sheet was read. */
export interface SheetScore {
  readonly isFound: boolean;
  readonly boxes: number;
  readonly right: number;
  readonly asked: number;
  readonly wrong: readonly WrongBox[];
  readonly hidden: number;
  readonly hiddenAsked: number;
  /** One for each hand that wrote on it. */
  readonly hands: readonly HandScore[];
  /** Null where nothing was planted, or the sheet was not read. */
  readonly planted: PlantedOutcome | null;
  /** Findings that are told as sure and are none. */
  readonly falseAlarms: readonly string[];
  /** Called correct though something is wrong on it. */
  readonly isWronglyCorrect: boolean;
  /** The verdict at once, and after all questions were answered; null for a sheet that was not read. */
  readonly verdict: string | null;
  readonly finalVerdict: string | null;
  readonly isCorrect: boolean;
  /** Whether the game is still on: someone who plays has an empty box. */
  readonly isHalfFilled: boolean;
  /** Whether nobody added anything up: all lines of those who play are blank. */
  readonly isUnsummed: boolean;
  /** Whether the pad was photocopied before it was filled in. */
  readonly isCopied: boolean;
  /** Whether nobody could tell from the photo what is on the sheet: it does not show all ink. Such sheets are counted apart. */
  readonly isApart: boolean;
}

/** What was measured on a photo. */
export interface PhotoScore {
  readonly photo: number;
  readonly difficulty: PhotoTruth["difficulty"];
  readonly isScan: boolean;
  /** Processor time, of all threads together: other programs on the machine don't count. Null where the photo was not read from the start. */
  readonly ms: number | null;
  readonly refusals: readonly string[];
  readonly sheets: readonly SheetScore[];
  /** Sheets that were read, but do not lie there: one that was taken for two. */
  readonly extra: number;
}

/** Compares what was read on a photo with what is there. Sheets that only reach into the photo count for nothing. */
export function score(truth: PhotoTruth, read: ReadPhoto, ms: number | null): PhotoScore {
  const left = [...read.sheets];
  const { photo, difficulty, isScan } = truth;
  const take = (sheet: SheetTruth) => {
    const match = bestMatch(sheet, left);
    if (match !== null) left.splice(left.indexOf(match), 1);
    return match;
  };
  const subjects = truth.sheets.filter(({ isSubject }) => isSubject);
  const sheets = subjects.map((sheet) => {
    const match = take(sheet);
    return match === null ? unread(sheet) : scoreSheet(sheet, match);
  });
  for (const sheet of truth.sheets) if (!sheet.isSubject) take(sheet);
  return { photo, difficulty, isScan, ms, refusals: read.refusals, sheets, extra: left.length };
}

/** A photo on which the reader itself broke down. @param reason what it said of that */
export function unreadPhoto({ photo, difficulty, isScan, sheets }: PhotoTruth, reason: string): PhotoScore {
  const subjects = sheets.filter(({ isSubject }) => isSubject);
  return {
    photo,
    difficulty,
    isScan,
    ms: null,
    refusals: [reason.split("\n")[0] ?? reason],
    sheets: subjects.map(unread),
    extra: 0,
  };
}

/** Of the sheets with the right code the one that agrees best: two sheets on a photo may be of the same kind. */
function bestMatch(truth: SheetTruth, sheets: readonly ReadSheet[]): ReadSheet | null {
  const agreeing = (sheet: ReadSheet) =>
    truth.boxes.filter((box, at) => isRead(box, sheet.reading.boxes[at]?.written, truth.variant)).length;
  const candidates = sheets.filter(
    ({ code, variant, reading }) =>
      variant === truth.variant &&
      code.paper === truth.paper &&
      code.number === truth.number &&
      reading.boxes.length === truth.boxes.length,
  );
  return candidates.toSorted((a, b) => agreeing(b) - agreeing(a))[0] ?? null;
}

function unread(truth: SheetTruth): SheetScore {
  const { boxes } = truth;
  return {
    isFound: false,
    boxes: boxes.length,
    right: 0,
    asked: 0,
    wrong: [],
    hidden: 0,
    hiddenAsked: 0,
    hands: [],
    planted: null,
    falseAlarms: [],
    isWronglyCorrect: false,
    verdict: null,
    finalVerdict: null,
    ...kindOf(truth),
  };
}

/** What makes a sheet easy or hard to settle. */
function kindOf({ boxes, faults, isCopied }: SheetTruth) {
  const isInked = ({ ink }: BoxTruth) => ink.kind === "score" || ink.kind === "strike";
  const playing = new Set(boxes.filter(isInked).map(({ player }) => player));
  const played = boxes.filter(({ player }) => playing.has(player));
  const lines = played.filter(({ category }) => category === null);
  return {
    isCopied,
    isCorrect: faults.length === 0,
    isHalfFilled: played.some((box) => box.category !== null && !isInked(box)),
    isUnsummed: lines.length > 0 && !lines.some(isInked),
    isApart: boxes.some((box) => box.hidden && box.ink.kind !== "empty"),
  };
}

/** What came of a box. */
interface BoxOutcome {
  readonly box: BoxTruth;
  /** How it was read where that is wrong and nobody was asked. */
  readonly silent: ReadBox | undefined;
  readonly isAsked: boolean;
}

function scoreSheet(truth: SheetTruth, sheet: ReadSheet): SheetScore {
  const confirmed = sheet.confirm((at) => told(truth.boxes[at]));
  const asked = new Set(confirmed.questions);
  const isWrong = (box: BoxTruth, read: ReadBox | undefined) =>
    read !== undefined && read.doubt === null && !read.confirmed && !isRead(box, read.written, truth.variant);
  const boxes = truth.boxes.map((box, at): BoxOutcome => {
    const [first, last] = [sheet.reading.boxes[at], confirmed.reading.boxes[at]];
    const silent = isWrong(box, first) ? first : isWrong(box, last) ? last : undefined;
    return { box, silent, isAsked: asked.has(at) };
  });
  const hidden = boxes.filter(({ box }) => box.hidden);
  const isKnown = (fault: Fault) => truth.faults.some((known) => isSameFault(known, fault));
  const sure = sheet.findings.filter(({ isSure }) => isSure).map(({ fault }) => fault);
  const { planted } = truth;
  const has = (faults: readonly Fault[]) =>
    planted !== null && faults.some((fault) => isSameFault(fault, planted));
  const comesOut = sheet.verdict !== "correct" && has(confirmed.findings.map(({ fault }) => fault));
  return {
    isFound: true,
    boxes: boxes.length,
    right: boxes.filter(({ silent, isAsked }) => silent === undefined && !isAsked).length,
    asked: asked.size,
    wrong: boxes.flatMap(({ box, silent }) => (silent === undefined ? [] : [wrongBox(box, silent)])),
    hidden: hidden.length,
    hiddenAsked: hidden.filter(({ isAsked }) => isAsked).length,
    hands: handScores(truth, boxes),
    planted: planted === null ? null : has(sure) ? "found" : comesOut ? "asked" : "missed",
    falseAlarms: sure.filter((fault) => !isKnown(fault)).map(nameOf),
    isWronglyCorrect: sheet.verdict === "correct" && truth.faults.length > 0,
    verdict: sheet.verdict,
    finalVerdict: confirmed.verdict,
    ...kindOf(truth),
  };
}

/** Boxes that are hidden say nothing about a hand. */
function handScores({ writers }: SheetTruth, boxes: readonly BoxOutcome[]): HandScore[] {
  return [...new Set(writers)].map((writer) => {
    const own = boxes.filter(
      ({ box }) => writers[box.player - 1] === writer && box.ink.kind !== "empty" && !box.hidden,
    );
    const count = (isMeant: (one: BoxOutcome) => boolean) => own.filter(isMeant).length;
    const wrong = count(({ silent }) => silent !== undefined);
    return { writer, boxes: own.length, asked: count(({ isAsked }) => isAsked), wrong };
  });
}

/** What someone says who has the sheet before them. */
function told(box: BoxTruth | undefined): Written {
  const ink: Ink = box?.ink ?? { kind: "empty" };
  switch (ink.kind) {
    case "empty":
    case "scribble":
      return { kind: "empty" };
    case "strike":
      return { kind: "strike" };
    case "score":
      return { kind: "score", value: ink.value };
  }
}

/** Whether this was read; a strike and a 0 are the same where dice can't earn a 0. A scribble is in a box that nobody used. */
function isRead(box: BoxTruth, written: Written | undefined, variant: string): boolean {
  const { ink } = box;
  if (written === undefined || written.kind === "unknown") return false;
  if (ink.kind === "scribble") return written.kind === "empty";
  if (ink.kind === "empty" || written.kind === "empty") return ink.kind === written.kind;
  const value = ink.kind === "score" ? ink.value : null;
  const read = written.kind === "score" ? written.value : null;
  if (value === read) return true;
  return (value ?? 0) === 0 && (read ?? 0) === 0 && !zeroCounts(box, variant);
}

const games = new Map<string, ReadonlySet<string>>();

/** Whether dice can earn a 0 in a box, so that it is something else than a strike. */
function zeroCounts({ category }: BoxTruth, variant: string): boolean {
  const known =
    games.get(variant) ??
    new Set(
      listCategories(shippedGame(variant))
        .filter(({ legal }) => legal.includes(0))
        .map(({ id }) => id),
    );
  games.set(variant, known);
  return category !== null && known.has(category);
}

function wrongBox(box: BoxTruth, { written, confidence }: ReadBox): WrongBox {
  const { ink, crossedOut, hidden } = box;
  const wrote = ink.kind === "score" ? String(ink.value) : ink.kind === "strike" ? ink.mark : ink.kind;
  const notes = `${crossedOut === null ? "" : ` after ${crossedOut}`}${hidden ? ", hidden" : ""}`;
  const read = written.kind === "score" ? String(written.value) : written.kind;
  const place = [box.player, box.column, box.category ?? box.line].filter((part) => part !== null).join("/");
  return { place, wrote: `${wrote}${notes}`, read, confidence };
}

function nameOf({ code, player, column, row }: Fault): string {
  return `${code} ${[player, column, row].filter((part) => part !== null).join("/")}`;
}
