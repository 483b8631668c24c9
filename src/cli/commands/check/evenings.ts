import {
  type CheckedSheet,
  type Evening,
  eveningNotes,
  eveningsOf,
  eveningTitle,
} from "../../../check/evening.ts";
import type { Language } from "../../../i18n/language.ts";
import { rankingTable } from "./report.ts";

/** The evenings of more than one sheet: a single sheet already has its ranking. */
function largeEvenings(sheets: readonly CheckedSheet[]): Evening[] {
  return eveningsOf(sheets).filter((evening) => evening.sheets > 1);
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
  const told = largeEvenings(sheets).flatMap((evening) => [
    eveningTitle(evening, language),
    ...(evening.ranking.length === 0 ? [] : [rankingTable(evening.ranking, evening.game, language)]),
    ...eveningNotes(evening, language, "terminal"),
    "",
  ]);
  return told.join("\n");
}
