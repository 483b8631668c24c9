import type { Language } from "../../../i18n/language.ts";
import { type Evening, eveningsOf } from "../../../check/evening.ts";
import { openQuestions } from "../../../scan/photo-sheet.ts";
import { type Checked, checkedSheets } from "./checked.ts";
import { rankingTable } from "./report.ts";

export { writeOutputs } from "./outputs.ts";
export { toldPhoto } from "./photo-report.ts";

/** The evenings of more than one sheet: what a single sheet has to say of its players stands below it already. */
function largeEvenings(checked: readonly Checked[]): Evening[] {
  return eveningsOf(checkedSheets(checked)).filter(({ sheets }) => sheets > 1);
}

/** The evenings for programs: who is ahead over all sheets. */
export function plainEvenings(checked: readonly Checked[]): object {
  const evenings = largeEvenings(checked).map(({ game, sheets, isSeveralGames, isProvisional, ranking }) => ({
    variant: game.id,
    sheets,
    games: isSeveralGames ? sheets : 1,
    provisional: isProvisional,
    ranking,
  }));
  return { evenings };
}

/** What there is to say below all sheets: the evening's ranking, and the way out where something is not sure. */
export function closingWords(checked: readonly Checked[], language: Language): string {
  const evenings = largeEvenings(checked).map((one) => toldEvening(one, language));
  const isUnsure = checkedSheets(checked).some(
    ({ photo }) => photo !== null && openQuestions(photo).length > 0,
  );
  const mend = isUnsure ? [`${language.translate("photo.mend")}\n`] : [];
  return [...evenings, ...mend].join("\n");
}

function toldEvening(evening: Evening, language: Language): string {
  const { game, sheets, isSeveralGames, isProvisional, ranking } = evening;
  const key = `photo.evening.${isSeveralGames ? "several-games" : "one-game"}`;
  const title = language.translate(key, { game: language.text(game.name), n: sheets });
  const caution = isProvisional ? `\n${language.translate("photo.evening.provisional")}` : "";
  return `${title}\n${rankingTable(ranking, game, language)}${caution}\n`;
}
