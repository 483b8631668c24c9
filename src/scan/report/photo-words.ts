import { parseEntry, strikeMarks } from "../../check/read/box-entry.ts";
import { type BoxPlace, gameReference } from "../../check/sheet.ts";
import {
  placeWords,
  sheetTable,
  type SheetWords,
  type TableSpot,
  verdictSentence,
  ownersTitle,
} from "../../check/sheet-table.ts";
import { placeOnPhoto } from "../../check/evening.ts";
import { describeFinding } from "../../check/checks.ts";
import { rowName } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { computeEntryRange } from "../../rules/sums/sum-graph.ts";
import { ANYWHERE } from "../inference/box-factor.ts";
import type { WeighedFinding } from "../inference/judge.ts";
import { rawProbability, rawReading } from "../inference/picture-reading.ts";
import {
  EMPTY,
  writtenKey,
  type ReadBox,
  alternativeReadings,
  type Written,
} from "../inference/sheet-reading.ts";
import { checkedPhoto, openQuestions, type PhotoSheet } from "../sheet/photo-sheet.ts";
import { plainNumber } from "../../i18n/format.ts";

/** The words about a photographed sheet. Only findings that are sure are marked as wrong. */
export function photoWords(photo: PhotoSheet, language: Language): SheetWords {
  const { files, sheet, judgement } = photo;
  const { mistakes, suspects } = findingsToTell(photo);
  const describeFindings = (some: typeof mistakes) => some.map((one) => tellWeighed(one, photo, language));
  const { players: seen } = judgement.report;
  // A total of rows that are not on the photo contradicts nothing.
  const players = photo.pad?.lacksRows ? seen.map((one) => ({ ...one, written: null })) : seen;
  const report = { ...judgement.report, players, findings: mistakes.map(({ finding }) => finding) };
  const isBacked = photo.reading.boxes.some(({ line, written }) => line !== null && written.kind !== "empty");
  const all = sheet.columnsAreGames === true ? "cli.correct-games" : "cli.correct";
  const correct = language.translate(isBacked ? all : "photo.no-sums", {
    players: sheet.players.length,
  });
  const isUnsure = mistakes.length + suspects.length === 0;
  const photos = new Set(files).size;
  const questions = openQuestions(photo).length;
  const nothing = isUnsure ? language.translate("photo.nothing-sure") : "";
  return {
    title: tellTitle(photo, language),
    table: sheetTable(sheet, report, language, uncertainSpots(photo)),
    verdict: verdictSentence(
      { ...checkedPhoto(photo), report },
      { mistakes: mistakes.length, open: questions },
      language,
    ),
    summary: judgement.verdict === "correct" ? correct : nothing,
    mistakes: describeFindings(mistakes),
    suspects: describeFindings(suspects),
    questions: openQuestions(photo).map((at) => tellQuestion(at, photo, language)),
    notes: photos > 1 ? [language.translate("photo.joined", { n: photos })] : [],
    disagreements: tellDisagreements(photo, language),
    warnings: photo.warnings,
  };
}

/** A misreading that is less probable than this is no explanation. */
const MIN_WORTH_TELLING = 0.01;

/** A finding in a sentence, with its probability and the misreading that may explain it instead. */
export function tellWeighed(weighed: WeighedFinding, photo: PhotoSheet, language: Language): string {
  const { finding, probability, misread } = weighed;
  const words = describeFinding(finding, photo.game, language);
  const percent = percentWords(probability, language);
  if (misread === null || misread.probability < MIN_WORTH_TELLING)
    return language.translate("photo.finding.alone", { finding: words, percent });
  const box = getElement(photo.reading.boxes, misread.at);
  const name = photo.names[box.player - 1];
  const { player, column, category, line } = finding;
  const isHere = player === name && column === box.column && category === box.category && line === box.line;
  return language.translate(`photo.finding.${probability >= misread.probability ? "mistake" : "misread"}`, {
    finding: words,
    percent,
    where: isHere ? "here" : "elsewhere",
    // The finding names its player already.
    box: placeWords(box, player === name ? { ...photo, names: [] } : photo, language),
    value: writtenWords(misread.written, language),
    misread: percentWords(misread.probability, language),
  });
}

/** Less probable findings are covered by the questions about unread and misread boxes. */
const MIN_SUSPECT = 0.05;

/** The findings to report: those that are sure, and those that are suspected and not covered by a question. */
export function findingsToTell({ judgement, reading }: Pick<PhotoSheet, "judgement" | "reading">) {
  const { findings } = judgement;
  const hasQuestions = reading.boxes.some(({ doubt }) => doubt !== null);
  // Misread boxes explain a finding almost certainly, or an unreadable box explains it better.
  const isCoveredByQuestion = ({ misread, probability }: WeighedFinding) => {
    if (misread === null) return probability < MIN_SUSPECT && hasQuestions;
    const isUnread = reading.boxes[misread.at]?.written.kind === "unknown";
    return probability < (isUnread ? misread.probability : MIN_SUSPECT);
  };
  return {
    mistakes: findings.filter(({ isSure }) => isSure),
    suspects: findings.filter((one) => !one.isSure && !isCoveredByQuestion(one)),
  };
}

/** The question whether a sheet is of the pad that it seems to be of. */
export function tellPadQuestion({ pad, game }: PhotoSheet, language: Language): string {
  const { padOrder } = gameReference(game);
  const [first = "", last = ""] = [padOrder[0], padOrder.at(-1)].map((id = "") =>
    rowName(game, language, id),
  );
  return language.translate("photo.confirm.pad", { name: language.text(pad?.name ?? {}), first, last });
}

/** The answers to the question about a pad, as they are shown and as they are given. */
export function padAnswers(language: Language) {
  return (["this", "other"] as const).map((typed) => {
    return { words: language.translate(`photo.confirm.${typed}-pad`), typed };
  });
}

/** The question about a box: "Anna, Threes: 6 or 9?" */
export function tellQuestion(at: number, photo: PhotoSheet, language: Language): string {
  const box = getElement(photo.reading.boxes, at);
  const readings = boxReadings(at, photo).map((written) => writtenWords(written, language));
  return language.translate(`photo.question.${box.doubt ?? "unclear"}`, {
    box: placeWords(box, photo, language),
    count: readings.length,
    readings: new Intl.ListFormat(language.code, { type: "disjunction" }).format(readings),
  });
}

/** Less probable readings are no help in answering. */
const MIN_PROBABLE = 0.02;
const MAX_READINGS = 3;

/** For a hidden box, readings are offered if they include the true one with this probability: others are guesses at frequent scores. */
const AMONG_THEM = 0.8;

/** What the picture alone shows this clearly is always offered, because it is what people see there. */
const CLEARLY_SHOWN = 0.1;

/**
 * What a box may hold: what its picture shows, what is probable on the whole sheet, and the reading that would explain a finding. The
 * likeliest comes first, by the picture and the sums together; of a box that is hidden in part, what its visible part shows. Where there is
 * no picture, mere guesses are left out. What nobody can have written there is never offered, and a forbidden strike only where it is what was
 * read or shown.
 */
export function boxReadings(at: number, { game, reading, judgement, seen }: PhotoSheet): Written[] {
  const box = getElement(reading.boxes, at);
  const { evidence = null, partialEvidence = null } = seen[at] ?? {};
  const isLegible = box.doubt === "unclear" || box.doubt === "corrected";
  const shown =
    evidence !== null && isLegible ? rawReading(evidence) : partialEvidence && rawReading(partialEvidence);
  const shows = shown !== null && shown.probability > CLEARLY_SHOWN ? [shown.written] : [];
  const explaining = judgement.findings.flatMap(({ misread }) => (misread?.at === at ? misread.written : []));
  const others = box.alternatives.flatMap(({ probability, written }) =>
    probability >= MIN_PROBABLE && (written.kind !== "strike" || canStrike(game, box)) ? written : [],
  );
  const found = [...shows, box.written, ...explaining, ...others]
    .flatMap((written) => (isStrayStroke(game, box, written) ? [written, STRIKE] : written))
    .filter((written) => written.kind !== "unknown" && isConceivable(game, box, written));
  const distinct = new Map(found.map((written) => [writtenKey(written), written]));
  const offered = [...distinct.values()].slice(0, MAX_READINGS);
  const picture = evidence ?? partialEvidence;
  if (picture === null) return isAmong(box, offered) ? offered : [];
  const rawLikelihood = (written: Written) => rawProbability(picture, written);
  const known = new Map(alternativeReadings(box).map((way) => [writtenKey(way.written), way.probability]));
  const likelihood = (written: Written) => (evidence && known.get(writtenKey(written))) ?? 0;
  return offered.toSorted((a, b) => likelihood(b) - likelihood(a) || rawLikelihood(b) - rawLikelihood(a));
}

const STRIKE: Written = { kind: "strike" };

/** Whether the rules let a box be struck; lines may hold a dash for 0. */
function canStrike(game: Game, { category }: BoxPlace): boolean {
  return category === null || gameReference(game).categories.get(category)?.strike !== "never";
}

/** Whether this is a 1 where no 1 can be scored: a stroke that may be meant as a strike, if one is allowed. */
function isStrayStroke(game: Game, box: BoxPlace, written: Written): boolean {
  const rules = box.category === null ? undefined : gameReference(game).categories.get(box.category);
  const isOne = written.kind === "score" && written.value === 1;
  return isOne && rules !== undefined && !rules.legal.includes(1) && canStrike(game, box);
}

/** Whether anybody may have written this: no number below the least possible one, and in a box none far above all scores. */
function isConceivable(game: Game, { column, category, line }: BoxPlace, written: Written): boolean {
  if (written.kind !== "score") return true;
  const [least, most] = computeEntryRange(game, column, category ?? line ?? "");
  return written.value >= least && (category === null || written.value <= Math.max(ANYWHERE, most));
}

/** Whether the content of a box most probably is one of these. */
function isAmong(box: ReadBox, offered: readonly Written[]): boolean {
  const keys = new Set(offered.map(writtenKey));
  const known = alternativeReadings(box).filter((way) => keys.has(writtenKey(way.written)));
  return known.reduce((sum, { probability }) => sum + probability, 0) >= AMONG_THEM;
}

/** What a person may answer to the question about a box: the readings, with their probabilities where they are known. */
export function listAnswers(at: number, photo: PhotoSheet, language: Language) {
  const known = alternativeReadings(getElement(photo.reading.boxes, at));
  return boxReadings(at, photo).map((value) => {
    const words = writtenWords(value, language);
    const same = known.find((one) => writtenKey(one.written) === writtenKey(value));
    if (same === undefined) return { words, value };
    const percent = percentWords(same.probability, language);
    return { words: language.translate("photo.confirm.choice", { value: words, percent }), value };
  });
}

/** What a person typed as the content of a box, or picked in the page's words; null if that is not possible there. */
export function typedWritten(
  typed: string,
  at: number,
  sheet: Pick<PhotoSheet, "game" | "reading">,
  language: Language,
): Written | null {
  const text = typed.trim();
  const isEmpty = text === "" || text.toLowerCase() === language.translate("photo.empty").toLowerCase();
  return isEmpty ? EMPTY : typedContent(text.replace(/^[−–]\s*/, "-"), at, sheet);
}

/** What a person typed as the content of a box; null if that is not possible there. Sums are never struck. */
export function typedContent(
  typed: string,
  at: number,
  { game, reading }: Pick<PhotoSheet, "game" | "reading">,
): Written | null {
  const scalar = { kind: "scalar", value: typed, source: typed, from: 0, to: typed.length } as const;
  const ink = parseEntry(scalar, strikeMarks(game.strike.marks));
  if ("code" in ink) return null;
  if (ink.kind !== "strike") return ink;
  return reading.boxes[at]?.line === null ? { kind: "strike" } : null;
}

/** The boxes that photos show differently: "Anna, Threes: 6 (a.jpg), 9 (b.jpg)". */
function tellDisagreements(photo: PhotoSheet, language: Language): string[] {
  return photo.disagreements.map(({ at, views }) => {
    const readings = views.map(({ file, written }) =>
      language.translate("photo.view", { value: writtenWords(written, language), file }),
    );
    return language.translate("photo.disagreement", {
      box: placeWords(getElement(photo.reading.boxes, at), photo, language),
      views: new Intl.ListFormat(language.code, { type: "conjunction" }).format(readings),
    });
  });
}

/** The title of a sheet: its game, who played the games on it, its printed number, each of its photos once, and its place there if the photo shows several. */
export function tellTitle({ game, owners, number, files, onPhoto }: PhotoSheet, language: Language): string {
  const name = [language.text(game.name), ...ownersTitle(owners)].join(" · ");
  const numbered = number === 0 ? [] : [language.translate("photo.number", { number: String(number) })];
  return [name, ...numbered, ...new Set(files), ...placeOnPhoto(onPhoto, language)].join(" · ");
}

/** What tells a sheet from others of its game: its printed number, or its photo and its place there. */
export function placeOfSheet({ number, files, onPhoto }: PhotoSheet, language: Language): string {
  if (number > 0) return language.translate("photo.number", { number: String(number) });
  return [files[0], ...placeOnPhoto(onPhoto, language)].join(", ");
}

/** The boxes with open questions and those that are suspected to be wrong, as places in the table of the sheet. */
export function uncertainSpots(photo: PhotoSheet): TableSpot[] {
  const asked = openQuestions(photo).map((at) => {
    const box = getElement(photo.reading.boxes, at);
    return { ...box, player: photo.names[box.player - 1] ?? null };
  });
  const suspected = findingsToTell(photo).suspects.map(({ finding }) => finding);
  return [...asked, ...suspected].flatMap(({ player, column, category, line }) => {
    const row = category ?? line;
    return player === null || row === null ? [] : [{ player, column, row }];
  });
}

/** The content of a box as a word or a number. */
export function writtenWords(written: Written, language: Language): string {
  return written.kind === "score" ? plainNumber(written.value) : language.translate(`photo.${written.kind}`);
}

const MAX_SHOWN = 0.99;
const MIN_SHOWN = 0.01;

/** A probability in per cent, never 0 or 100. */
function percentWords(probability: number, language: Language): string {
  const format = new Intl.NumberFormat(language.code, { style: "percent" });
  if (probability > MAX_SHOWN) return `>\u00a0${format.format(MAX_SHOWN)}`;
  return probability < MIN_SHOWN ? `<\u00a0${format.format(MIN_SHOWN)}` : format.format(probability);
}

/** How a box is marked: `asked` if there is an open question, or a suspicion. */
export type MarkKind = "right" | "wrong" | "asked";

export interface BoxMark {
  /** The box's index in the reading. */
  readonly at: number;
  readonly kind: MarkKind;
  /** What would be right or what it may say; empty if there is nothing to add. */
  readonly note: string;
}

/** The marks of all boxes that are filled, that a finding is about, or that have an open question. */
export function boxMarks(photo: PhotoSheet, language: Language): BoxMark[] {
  const { mistakes, suspects } = findingsToTell(photo);
  const asked = new Set(openQuestions(photo));
  const wrong = collectBoxNotes(mistakes, photo);
  const suspected = collectBoxNotes(suspects, photo);
  return photo.reading.boxes.flatMap(({ written }, at): BoxMark[] => {
    const mark = (kind: MarkKind, note = "") => [{ at, kind, note }];
    if (asked.has(at)) {
      const words = (one: Written) => (one.kind === "strike" ? "/" : writtenWords(one, language));
      return mark("asked", boxReadings(at, photo).map(words).join(" · "));
    }
    if (wrong.has(at)) return mark("wrong", wrong.get(at));
    if (suspected.has(at)) return mark("asked", suspected.get(at));
    return written.kind === "empty" ? [] : mark("right");
  });
}

/** The boxes that findings are about, each with what would be right there. */
function collectBoxNotes(
  findings: readonly WeighedFinding[],
  { reading, names }: PhotoSheet,
): Map<number, string> {
  const notes = new Map<number, string>();
  for (const { finding } of findings) {
    const { player, column, category, line, facts, expected } = finding;
    const findBoxIndex = (row: unknown) =>
      reading.boxes.findIndex(
        (box) =>
          row === (box.category ?? box.line) && column === box.column && player === names[box.player - 1],
      );
    const [own, other] = [findBoxIndex(category ?? line), findBoxIndex(facts.other)];
    if (!notes.has(other)) notes.set(other, "");
    notes.set(own, [expected ?? []].flat().map(plainNumber).join(" · "));
  }
  notes.delete(-1);
  return notes;
}

/** The findings to report that are about no box, such as one about a player's turns. */
export function findingsWithoutBox(photo: PhotoSheet) {
  const { mistakes, suspects } = findingsToTell(photo);
  const unseen = (some: readonly WeighedFinding[]) =>
    some.filter((one) => collectBoxNotes([one], photo).size === 0).map(({ finding }) => finding);
  return { mistakes: unseen(mistakes), suspects: unseen(suspects) };
}
