import { beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../../src/check/checks.ts";
import type { Sheet } from "../../../src/check/sheet.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { countGameTurns } from "../../../src/rules/game/rows.ts";
import {
  confirm,
  lineValue,
  toTypedSheet,
  type SheetReading,
  type Written,
} from "../../../src/scan/inference/sheet-reading.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import { inferReading } from "../../../src/scan/inference/infer.ts";
import { TRIES_ALL } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { MISTAKES } from "../../support/mistakes.ts";
import { type Conditions, type Photographed, photographed } from "../../support/photographed.ts";
import { correctSheet, type Random, randomFrom } from "../../support/sheets.ts";

/** Whole sheets, read by a made-up reader that is unsure as often as it is wrong: what reaches the person in the end? */

const GAMES = ["doppel-yatzy", "yatzy", "yatzy-deluxe", "edencity-yatzy", "yazzo", "yahtzee-block"];
const SHEETS_PER_GAME = TRIES_ALL ? 28 : 16;
const CONDITIONS: Conditions = { corrected: 0.005, scribbled: 0.001, hidden: 0.001 };
const PLANTED = ["illegalScore", "wrongLine", "wrongLineCarriedOn", "wrongTier", "outOfOrder"] as const;

/** Where a mistake was planted. */
type Spot = Pick<Finding, "code" | "player"> & { readonly row: string | null };

interface Seen extends Photographed {
  readonly sheet: Sheet;
  readonly planted: Spot | null;
}

function someSheet(game: Game, random: Random): Sheet {
  const isHalfFilled = random() < 0.4;
  const turns = isHalfFilled ? Math.floor(random() * countGameTurns(game)) : null;
  const players = game.players.sheet === "own" ? 1 : 2;
  const lines = isHalfFilled ? 0.5 * Math.round(random() * 2) : 1;
  return { ...correctSheet(game, random, { players, turns, lines }), complete: null };
}

function plant(sheet: Sheet, random: Random): { sheet: Sheet; planted: Spot | null } {
  const name = PLANTED[Math.floor(random() * PLANTED.length)] ?? "wrongLine";
  const spoilt = MISTAKES[name]?.(sheet, random) ?? null;
  if (spoilt === null) return { sheet, planted: null };
  const { code, player, row } = spoilt;
  return { sheet: spoilt.sheet, planted: { code, player, row } };
}

function seenSheets(): Seen[] {
  return GAMES.flatMap((id, at) => {
    const game = shippedGame(id);
    return Array.from({ length: SHEETS_PER_GAME }, (_, index) => {
      const random = randomFrom(1000 * at + index);
      const right = someSheet(game, random);
      const { sheet, planted } = index % 2 === 0 ? { sheet: right, planted: null } : plant(right, random);
      return { sheet, planted, ...photographed(sheet, random, CONDITIONS) };
    });
  });
}

/** A 0 and a strike say the same in these games. */
function says(written: Written): string {
  return written.kind === "empty" || written.kind === "unknown" ? written.kind : String(lineValue(written));
}

function namesOn({ players }: Sheet): string[] {
  return players.map(({ name }) => name);
}

interface Outcome extends Seen {
  readonly reading: SheetReading;
  readonly verdict: string;
  readonly sure: readonly Finding[];
  /** The mistake that was planted is among the findings, at the latest once every question is answered. */
  readonly isNoticed: boolean;
  /** The verdict once a person has answered every question. */
  readonly verdictInTheEnd: string;
}

function outcomeOf(seen: Seen): Outcome {
  const { sheet, boxes, planted } = seen;
  const { game } = sheet;
  const judged = (reading: SheetReading) =>
    judge(reading, toTypedSheet(reading, game, "photo.jpg", namesOn(sheet)), boxes);
  const reading = inferReading(game, boxes);
  const judgement = judged(reading);
  const answered = reading.boxes.reduce(
    (all, { doubt }, at) => (doubt === null ? all : confirm(all, at, seen.truth[at] ?? { kind: "empty" })),
    reading,
  );
  const inTheEnd = judged(answered);
  return {
    ...seen,
    reading,
    verdict: judgement.verdict,
    sure: judgement.findings.filter(({ isSure }) => isSure).map(({ finding }) => finding),
    isNoticed: inTheEnd.findings.some(({ finding }) => planted !== null && isAt(finding, planted)),
    verdictInTheEnd: inTheEnd.verdict,
  };
}

function isAt(finding: Finding, { code, player, row }: Spot): boolean {
  const isThere = row === null || (finding.category ?? finding.line) === row;
  return finding.code === code && finding.player === player && isThere;
}

let outcomes: readonly Outcome[] = [];

beforeAll(() => {
  outcomes = seenSheets().map(outcomeOf);
});

function share<T>(all: readonly T[], isMeant: (one: T) => boolean): number {
  return all.filter(isMeant).length / all.length;
}

describe("over all games, finished and half-filled", () => {
  const boxes = () =>
    outcomes.flatMap(({ reading, truth }) =>
      reading.boxes.map((box, at) => ({ ...box, truth: truth[at] ?? { kind: "unknown" as const } })),
    );

  test("hundreds of sheets were read", () => {
    expect(outcomes).toHaveLength(SHEETS_PER_GAME * GAMES.length);
    expect(outcomes.filter(({ planted }) => planted !== null).length).toBeGreaterThan(2 * SHEETS_PER_GAME);
  });

  test("at most 0.2 % of the boxes are silently wrong", () => {
    const isSilent = (box: ReturnType<typeof boxes>[number]) =>
      box.doubt === null && says(box.written) !== says(box.truth);
    expect(share(boxes(), isSilent)).toBeLessThanOrEqual(0.002);
  });

  test("at most 3 % of the boxes are asked about", () => {
    expect(share(boxes(), ({ doubt }) => doubt !== null)).toBeLessThanOrEqual(0.03);
  });

  test("confidences hold: of boxes that are right with 50 to 95 %, about as many are", () => {
    const between = boxes().filter(({ confidence }) => confidence > 0.5 && confidence < 0.95);
    const expected = between.reduce((sum, { confidence }) => sum + confidence, 0) / between.length;
    const right = share(between, ({ written, truth }) => says(written) === says(truth));
    expect(Math.abs(right - expected)).toBeLessThan(0.1);
  });

  test("99 % of the planted mistakes are found, at the latest once the questions are answered", () => {
    const spoilt = outcomes.filter(({ planted }) => planted !== null);
    expect(share(spoilt, ({ isNoticed }) => isNoticed)).toBeGreaterThanOrEqual(0.99);
  });

  test("next to no sheet with a mistake is called correct, before the questions or after", () => {
    const spoilt = outcomes.filter(({ planted }) => planted !== null);
    expect(share(spoilt, ({ verdict }) => verdict === "correct")).toBeLessThanOrEqual(0.01);
    expect(share(spoilt, ({ verdictInTheEnd }) => verdictInTheEnd === "mistakes")).toBeGreaterThan(0.95);
  });

  test("at most one sheet in fifty has a false alarm", () => {
    const isFalse = ({ planted, sure }: Outcome) =>
      planted === null ? sure.length > 0 : sure.some((finding) => finding.player !== planted.player);
    expect(share(outcomes, isFalse)).toBeLessThanOrEqual(0.02);
  });

  test("correct sheets are correct once the questions are answered", () => {
    const right = outcomes.filter(({ planted }) => planted === null);
    expect(share(right, ({ verdictInTheEnd }) => verdictInTheEnd === "correct")).toBeGreaterThanOrEqual(0.98);
  });
});
