import type { Ranked } from "../../../check/check-sheet.ts";
import { describeFinding } from "../../../check/checks.ts";
import { type CheckedSheet, eveningNotes, eveningTitle, groupEvenings } from "../../../check/evening.ts";
import { gameOwner, type Sheet } from "../../../check/sheet.ts";
import { type SheetWords, sheetWords, type TableCell } from "../../../check/sheet-table.ts";
import { plainOwners } from "../../../check/write-sheet.ts";
import { percentText } from "../../../i18n/format.ts";
import { payoutWords, standingWords } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { getElement } from "../../../rules/arrays.ts";
import type { Game } from "../../../rules/game/game.ts";
import type { Alternative, ReadBox, Written } from "../../../scan/inference/sheet-reading.ts";
import { boxReadings, photoWords } from "../../../scan/report/photo-words.ts";
import { nextQuestion, openQuestions, type PhotoSheet } from "../../../scan/sheet/photo-sheet.ts";
import { problemJson } from "../../console/failure.ts";
import { problemText } from "../../console/language.ts";
import { PAINT } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import type { OptimalPlayRanks } from "../odds/need-odds.ts";
import type { Checked, CheckedOne } from "./checked.ts";

/** Signs of a wrong and an uncertain box, which also work without colours. */
const WRONG = "✗";
const DOUBTFUL = "?";

/**
 * A checked sheet as the scorekeeper reads it: table, mistakes, open questions, ranking.
 *
 * @param isOneOfSeveral whether to name the file
 * @param shares of its totals in optimal play, if requested
 */
export function reportText(
  one: CheckedOne,
  isOneOfSeveral: boolean,
  language: Language,
  shares?: OptimalPlayRanks,
) {
  const { sheet, report, photo } = one;
  const words = photo ? photoWords(photo, language) : sheetWords(one, language);
  const { mistakes, suspects, questions, disagreements, warnings } = words;
  const name = language.text(sheet.game.name);
  const title = photo !== null || isOneOfSeveral ? words.title : name;
  const [wrong, doubtful] = [PAINT.bad(WRONG), PAINT.careful(DOUBTFUL)];
  const head = [
    PAINT.strong(name) + title.slice(name.length),
    ...words.notes,
    ...disagreements.map((sentence) => `${doubtful} ${sentence}`),
    ...warnings.map((warning) => problemText([warning], PAINT)),
  ];
  const list = (key: string, sentences: readonly string[], sign: string) => {
    const title = sentences.length === 0 ? [] : [language.translate(key, { n: sentences.length })];
    return [...title, ...sentences.map((sentence) => `  ${sign} ${sentence}`)];
  };
  const findings = [
    ...(words.summary === "" ? [] : [words.summary]),
    ...list("cli.mistakes", mistakes, wrong),
    ...list("photo.suspects", suspects, doubtful),
    ...list("photo.questions", questions, doubtful),
  ];
  const outcome = [
    language.translate(report.complete ? "cli.final" : "cli.interim"),
    rankingTable(report.ranking, sheet.game, language, sheet),
    ...writtenTotals(one, language),
    ...(report.payoutIsProvisional ? [language.translate("table.payout-provisional")] : []),
    ...(shares === undefined ? [] : [optimalPlayText(one, shares, language)]),
  ];
  const parts = [head, tableLines(words, language), findings, outcome];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Totals that were read for sure where boxes in question are missing from the standing. */
function writtenTotals({ report, photo }: CheckedOne, language: Language): string[] {
  if (photo === null || report.complete) return [];
  const { boxes } = photo.reading;
  return report.players.flatMap(({ name, computed, written }, at) => {
    const player = photo.reading.players[at];
    const own = boxes.filter((box) => box.player === player);
    const isAsked = own.some(({ category, doubt }) => category !== null && doubt !== null);
    const isSure = own.every(({ line, doubt }) => line !== "grand.total" || doubt === null);
    if (written === null || written === computed || !isAsked || !isSure) return [];
    return [language.translate("cli.written-total", { player: name, n: written })];
  });
}

/** How much of simulated optimal play each total beats, from first to last. */
function optimalPlayText({ report }: CheckedOne, shares: OptimalPlayRanks, language: Language): string {
  if (shares === null) return language.translate("cli.best-play-unknown");
  const players = report.ranking.flatMap(({ name }) => {
    const share = shares.get(name);
    if (share === undefined) return [];
    return [`${name}\u00a0${percentText(language, share)}`];
  });
  return language.translate("cli.best-play", { players: players.join(", ") });
}

/** The sheet as on the pad. */
function tableLines({ table: sheet }: SheetWords, language: Language): string[] {
  const { players, columns, rows, hasComputed, hasDoubts } = sheet;
  const heads = [["", ...spread(players)], ...(columns === null ? [] : [["", ...spread(columns)]])];
  const body = rows.map(({ label, kind, cells }) => {
    const strong = kind === "box" ? (text: string) => text : PAINT.strong;
    return [strong(label), ...spread(cells).map(strong)];
  });
  const width = Math.max(...body.map((row) => row.length));
  const lines = table(
    [...heads.map((head) => head.map(PAINT.quiet)), ...body],
    Array.from({ length: width - 1 }, (_, at) => at + 1),
  );
  const legend = [...(hasComputed ? ["table.legend"] : []), ...(hasDoubts ? ["photo.legend"] : [])];
  return [lines, ...legend.map((key) => PAINT.quiet(language.translate(key)))];
}

/** One text for each column of the table: a cell that spans several is in the last of them. */
function spread(cells: readonly TableCell[]): string[] {
  return cells.flatMap(({ span, text, wrong, doubtful }) => {
    const doubt = text === DOUBTFUL ? text : `${DOUBTFUL} ${text}`;
    const marked = doubtful ? PAINT.careful(doubt) : wrong ? PAINT.bad(`${WRONG} ${text}`) : text;
    return [...Array<string>(span - 1).fill(""), marked];
  });
}

/** Players with their points and payouts, from first to last; games, which are not ranked, as on the sheet, with who took turns. */
function rankingTable(ranking: readonly Ranked[], game: Game, language: Language, sheet?: Sheet): string {
  const hasTurns = (sheet?.owners ?? []).length > 1;
  const rows = ranking.map((place, at) => [
    sheet?.columnsAreGames === true ? "" : `${place.rank}.`,
    sheet && hasTurns ? `${place.name} · ${gameOwner(sheet, at)}` : place.name,
    standingWords(language, place),
    ...(place.payout === null ? [] : [payoutWords(language, game, place.payout)]),
  ]);
  return table(rows, [0, 2, 3]);
}

/** The evenings of more than one sheet: a single sheet already has its ranking. */
function largeEvenings(sheets: readonly CheckedSheet[]) {
  return groupEvenings(sheets).filter((evening) => evening.sheets > 1);
}

/** The stable JSON shape of the evenings. */
export function eveningsJson(sheets: readonly CheckedSheet[]): object[] {
  return largeEvenings(sheets).map(({ game, occasion, sheets, games, unnamed, provisional, ranking }) => ({
    variant: game.id,
    date: occasion.date || null,
    place: occasion.place || null,
    evening: occasion.evening || null,
    sheets,
    games,
    nameless: ranking.length === 0,
    unnamed: unnamed.map(({ checked, names }) => ({ file: checked.file, players: names })),
    provisional: provisional.length > 0,
    ranking,
  }));
}

/** The rankings of the evenings, below all sheets. */
export function eveningsText(sheets: readonly CheckedSheet[], language: Language): string {
  const lines = largeEvenings(sheets).flatMap((evening) => [
    eveningTitle(evening, language),
    ...(evening.ranking.length === 0 ? [] : [rankingTable(evening.ranking, evening.game, language)]),
    ...eveningNotes(evening, language, "terminal"),
    "",
  ]);
  return lines.join("\n");
}

/** The stable JSON shape of a checked sheet. @param best totals compared with optimal play; null if not requested */
export function sheetJson(
  { file, result }: Checked,
  language: Language,
  best: ReadonlyMap<CheckedSheet, OptimalPlayRanks> | null,
): object {
  if (!result.ok) {
    const problems = result.problems.map((one) => problemJson(one, file));
    return { file, variant: null, verdict: "unusable", players: [], findings: [], ranking: [], problems };
  }
  const { sheet, report, verdict, photo } = result.value;
  return {
    file,
    variant: sheet.game.id,
    verdict,
    ...(sheet.columnsAreGames === true && { gamesOf: plainOwners(sheet.owners) }),
    players: report.players.map(({ name, computed, written }) => {
      const below = best?.get(result.value)?.get(name);
      const bestPlay = below === undefined ? null : { below: roundProbability(below) };
      return { name, computed, written, ...(best && { bestPlay }) };
    }),
    findings: report.findings.map((finding, at) => {
      const { code, player, column, category, line, written, expected } = finding;
      const plain = { code, player, column, category, line, written, expected };
      const message = describeFinding(finding, sheet.game, language);
      return { ...plain, message, ...(photo === null ? {} : weightsJson(photo, at)) };
    }),
    ranking: report.ranking,
    problems: photo === null ? [] : photo.warnings.map((one) => problemJson(one, file)),
    ...(photo === null ? {} : photoJson(photo)),
  };
}

/** How sure a finding is, and the misreading that would explain it as well. */
function weightsJson({ judgement, reading, names }: PhotoSheet, at: number): object {
  const { probability, isSure, misread } = getElement(judgement.findings, at);
  const place = misread && placeJson(getElement(reading.boxes, misread.at), names);
  return {
    probability: roundProbability(probability),
    sure: isSure,
    misread: misread && { ...place, ...alternativeJson(misread) },
  };
}

/** What a photographed sheet has beyond a typed one. */
function photoJson(photo: PhotoSheet): object {
  const { files, number, pad, reading, names, disagreements } = photo;
  const next = nextQuestion(photo);
  return {
    photos: files,
    number: number === 0 ? null : number,
    pad: pad?.id ?? null,
    padConfidence: pad && roundProbability(pad.confidence),
    boxes: reading.boxes
      .filter(({ player }) => reading.players.includes(player))
      .map((box) => ({
        ...placeJson(box, names),
        ...writtenJson(box.written),
        confidence: roundProbability(box.confidence),
        alternatives: box.alternatives.map(alternativeJson),
        doubt: box.doubt,
        confirmed: box.confirmed,
      })),
    questions: openQuestions(photo).length,
    nextQuestion:
      next === null
        ? null
        : {
            ...placeJson(getElement(reading.boxes, next), names),
            doubt: getElement(reading.boxes, next).doubt,
            readings: boxReadings(next, photo).map(writtenJson),
          },
    disagreements: disagreements.map(({ at, views }) => ({
      ...placeJson(getElement(reading.boxes, at), names),
      views: views.map(({ file, written }) => ({ file, ...writtenJson(written) })),
    })),
  };
}

function placeJson({ player, column, category, line }: ReadBox, names: readonly string[]): object {
  return { player: names[player - 1] ?? String(player), column, category, line };
}

function alternativeJson({ written, probability }: Alternative): object {
  return { ...writtenJson(written), probability: roundProbability(probability) };
}

/** The value is null where there is none; the kind separates a blank box from an unreadable one. */
function writtenJson(written: Written): object {
  return { kind: written.kind, value: written.kind === "score" ? written.value : null };
}

/** Rounds to four decimals: finer figures mean nothing. */
function roundProbability(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
