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
  const { sheet, judgement, game } = photo;
  const title = tellTitle(photo, language);
  const name = language.text(game.name);
  const parts = [
    [PAINT.strong(name) + title.slice(name.length), ...notes(photo, language)].join("\n"),
    sheetText(sheet, sureReport(photo), language, doubtfulSpots(photo)),
    findingsText(photo, language),
    rankingText(judgement.report, game, language),
  ];
  return `${parts.join("\n\n")}\n`;
}

function notes(photo: PhotoSheet, language: Language): string[] {
  const joined =
    photo.files.length > 1 ? [language.translate("photo.joined", { n: photo.files.length })] : [];
  const disagreements = tellDisagreements(photo, language).map((one) => `${PAINT.careful(DOUBTFUL)} ${one}`);
  return [...joined, ...disagreements, ...photo.warnings.map((one) => showProblem(one, PAINT))];
}

function findingsText(photo: PhotoSheet, language: Language): string {
  const { findings } = photo.judgement;
  const questions = openQuestions(photo);
  if (findings.length === 0 && questions.length === 0) {
    return language.translate("cli.correct", { players: photo.sheet.players.length });
  }
  const { mistakes, suspects } = findingsToTell(photo);
  const weighed = (some: typeof mistakes) => some.map((one) => tellWeighed(one, photo, language));
  const lists = [
    mistakes.length + suspects.length === 0 ? language.translate("photo.nothing-sure") : "",
    list("cli.mistakes", weighed(mistakes), PAINT.bad(WRONG), language),
    list("photo.suspects", weighed(suspects), PAINT.careful(DOUBTFUL), language),
    list(
      "photo.questions",
      questions.map((at) => tellQuestion(at, photo, language)),
      PAINT.careful(DOUBTFUL),
      language,
    ),
  ];
  return lists.filter((text) => text !== "").join("\n");
}

function list(key: string, sentences: readonly string[], sign: string, language: Language): string {
  if (sentences.length === 0) return "";
  return [
    language.translate(key, { n: sentences.length }),
    ...sentences.map((one) => `  ${sign} ${one}`),
  ].join("\n");
}
