import { showProblem } from "../../../rules/problem/show.ts";
import { openQuestions, type PhotoSheet } from "../../../scan/photo-sheet.ts";
import {
  doubtfulSpots,
  findingsToTell,
  sureReport,
  tellDisagreements,
  tellQuestion,
  tellTitle,
  tellWeighed,
} from "../../../scan/report/photo-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { PAINT } from "../../console/output.ts";
import { DOUBTFUL, sheetText, rankingText, WRONG } from "./report.ts";

/**
 * A photographed sheet for the scorekeeper: the sheet as on the pad with wrong and unsure boxes marked, the findings and how sure they
 * are, the open questions, who won.
 */
export function photoReport(photo: PhotoSheet, language: Language): string {
  const { sheet, judgement, game, files, warnings } = photo;
  const title = tellTitle(photo, language);
  const name = language.text(game.name);
  const notes = [
    ...(files.length > 1 ? [language.translate("photo.joined", { n: files.length })] : []),
    ...tellDisagreements(photo, language).map((one) => `${PAINT.careful(DOUBTFUL)} ${one}`),
    ...warnings.map((one) => showProblem(one, PAINT)),
  ];
  const parts = [
    [PAINT.strong(name) + title.slice(name.length), ...notes].join("\n"),
    sheetText(sheet, sureReport(photo), language, doubtfulSpots(photo)),
    findingsText(photo, language),
    rankingText(judgement.report, game, language),
  ];
  return `${parts.join("\n\n")}\n`;
}

function findingsText(photo: PhotoSheet, language: Language): string {
  const { findings } = photo.judgement;
  const questions = openQuestions(photo);
  if (findings.length === 0 && questions.length === 0) {
    return language.translate("cli.correct", { players: photo.sheet.players.length });
  }
  const { mistakes, suspects } = findingsToTell(photo);
  const weighed = (some: typeof mistakes) => some.map((one) => tellWeighed(one, photo, language));
  const told = questions.map((at) => tellQuestion(at, photo, language));
  const list = (key: string, sentences: readonly string[], sign: string) => {
    const title = sentences.length === 0 ? [] : [language.translate(key, { n: sentences.length })];
    return [...title, ...sentences.map((one) => `  ${sign} ${one}`)];
  };
  return [
    ...(mistakes.length + suspects.length === 0 ? [language.translate("photo.nothing-sure")] : []),
    ...list("cli.mistakes", weighed(mistakes), PAINT.bad(WRONG)),
    ...list("photo.suspects", weighed(suspects), PAINT.careful(DOUBTFUL)),
    ...list("photo.questions", told, PAINT.careful(DOUBTFUL)),
  ].join("\n");
}
