import type { SheetReport } from "../../check/check-sheet.ts";
import type { Finding } from "../../check/sheet.ts";
import type { TableSpot } from "../../check/sheet-table.ts";
import { tellFinding } from "../../check/finding-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { WeighedFinding } from "../inference/judge.ts";
import { rawReading } from "../inference/picture-reading.ts";
import type { ReadBox, SheetReading, Written } from "../inference/sheet-reading.ts";
import { oneOfWords, percentWords, placeWords, writtenWords } from "./box-words.ts";
import { openQuestions, type PhotoSheet } from "../photo-sheet.ts";

/** A misreading that is less probable than this is no explanation. */
const MIN_WORTH_TELLING = 0.01;

/** A finding in a sentence, with how sure it is and what else could be the matter: that we misread a box. */
export function tellWeighed(weighed: WeighedFinding, photo: PhotoSheet, language: Language): string {
  const { finding, probability, misread } = weighed;
  const told = tellFinding(finding, photo.game, language);
  const percent = percentWords(probability, language);
  const box = misread === null ? undefined : photo.reading.boxes[misread.at];
  if (misread === null || box === undefined || misread.probability < MIN_WORTH_TELLING) {
    return language.translate("photo.finding.alone", { finding: told, percent });
  }
  return language.translate(`photo.finding.${probability >= misread.probability ? "mistake" : "misread"}`, {
    finding: told,
    percent,
    where: isAt(finding, box, photo) ? "here" : "elsewhere",
    // Whose box it is was said already.
    box: placeWords(photo.game, finding.player === nameOf(box, photo) ? [] : photo.names, box, language),
    value: writtenWords(misread.written, language),
    misread: percentWords(misread.probability, language),
  });
}

function nameOf({ player }: ReadBox, { names }: PhotoSheet): string | undefined {
  return names[player - 1];
}

/** Whether a finding is about this very box. */
function isAt({ player, column, category, line }: Finding, box: ReadBox, photo: PhotoSheet): boolean {
  return (
    player === nameOf(box, photo) && column === box.column && category === box.category && line === box.line
  );
}

/** What is less probable than this is told by the questions about unread and misread boxes alone. */
const MIN_SUSPECT = 0.05;

/** The findings that are sure, and those that are suspected and not left to a question. */
export function findingsToTell({ judgement, reading }: Pick<PhotoSheet, "judgement" | "reading">) {
  const { findings } = judgement;
  return {
    mistakes: findings.filter(({ isSure }) => isSure),
    suspects: findings.filter((one) => !one.isSure && !isLeftToQuestion(one, reading)),
  };
}

/** Whether misread boxes explain a finding nearly for sure, or one that could not be read at all explains it better. */
function isLeftToQuestion({ misread, probability }: WeighedFinding, reading: SheetReading): boolean {
  if (misread === null) {
    return probability < MIN_SUSPECT && reading.boxes.some(({ doubt }) => doubt !== null);
  }
  const isUnread = reading.boxes[misread.at]?.written.kind === "unknown";
  return probability < (isUnread ? misread.probability : MIN_SUSPECT);
}

/** The report with those findings only that are sure, for whoever marks boxes as wrong. */
export function sureReport(photo: PhotoSheet): SheetReport {
  const findings = findingsToTell(photo).mistakes.map(({ finding }) => finding);
  return { ...photo.judgement.report, findings };
}

/** What there is to ask about a box: "Anna, Threes: 6 or 9?" */
export function tellQuestion(at: number, photo: PhotoSheet, language: Language): string {
  const box = photo.reading.boxes[at];
  if (box === undefined) return "";
  const readings = readingsOf(at, photo).map((written) => writtenWords(written, language));
  return language.translate(`photo.question.${box.doubt ?? "unclear"}`, {
    box: placeWords(photo.game, photo.names, box, language),
    count: readings.length,
    readings: oneOfWords(readings, language),
  });
}

/** A reading that is less probable than this, and far behind the first one, is no help to whoever is asked. */
const MIN_PROBABLE = 0.02;
const MAX_READINGS = 3;

/** What a picture shows by itself as clearly as this is offered, however little the sums think of it: it is what people see there. */
const CLEARLY_SHOWN = 0.5;

/**
 * What a box may say, the likeliest first; with what its picture shows by itself, and with the reading that would explain a finding, if
 * there is one.
 */
export function readingsOf(at: number, { reading, judgement, seen }: PhotoSheet): Written[] {
  const box = reading.boxes[at];
  if (box === undefined) return [];
  const evidence = seen[at]?.evidence ?? null;
  const shown = evidence === null || box.doubt !== "unclear" ? null : rawReading(evidence);
  const shows = shown !== null && shown.probability > CLEARLY_SHOWN ? [shown.written] : [];
  const explaining = judgement.findings.flatMap(({ misread }) =>
    misread?.at === at ? [misread.written] : [],
  );
  const others = box.alternatives
    .filter(({ probability }) => probability >= MIN_PROBABLE)
    .map(({ written }) => written);
  const known = [box.written, ...shows, ...explaining, ...others].filter(({ kind }) => kind !== "unknown");
  const distinct = new Map(known.map((written) => [JSON.stringify(written), written]));
  return [...distinct.values()].slice(0, MAX_READINGS);
}

/** Two photos that show a box differently: "Anna, Threes: 6 (a.jpg), 9 (b.jpg)". */
export function tellDisagreements(photo: PhotoSheet, language: Language): string[] {
  return photo.disagreements.flatMap(({ at, views }) => {
    const box = photo.reading.boxes[at];
    if (box === undefined) return [];
    const told = views.map(({ file, written }) =>
      language.translate("photo.view", { value: writtenWords(written, language), file }),
    );
    const list = new Intl.ListFormat(language.code, { type: "conjunction" });
    return language.translate("photo.disagreement", {
      box: placeWords(photo.game, photo.names, box, language),
      views: list.format(told),
    });
  });
}

/** What the sheet is called: its game, its printed number, its photos. */
export function tellTitle({ game, number, files }: PhotoSheet, language: Language): string {
  const name = language.text(game.name);
  const numbered = number === 0 ? [] : [language.translate("photo.number", { number: String(number) })];
  return [name, ...numbered, ...files].join(" · ");
}

/** The boxes to ask about and those that are suspected to be wrong, as the table of the sheet knows them. */
export function doubtfulSpots(photo: PhotoSheet): TableSpot[] {
  const asked = openQuestions(photo).flatMap((at) => {
    const box = photo.reading.boxes[at];
    return box === undefined ? [] : spotOf(box, photo.names);
  });
  const suspected = findingsToTell(photo).suspects.flatMap(({ finding }) => {
    const { player, column, category, line } = finding;
    const row = category ?? line;
    return player === null || row === null ? [] : [{ player, column, row }];
  });
  return [...asked, ...suspected];
}

function spotOf({ player, column, category, line }: ReadBox, names: readonly string[]): TableSpot[] {
  const row = category ?? line;
  const name = names[player - 1];
  return row === null || name === undefined ? [] : [{ player: name, column, row }];
}
