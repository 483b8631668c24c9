import type { Game } from "../../../src/rules/game/game.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import type { RowContent } from "../../../src/scan/pads/pad.ts";
import type { PadLanguage } from "../../photos/sheets/plan.ts";

/** What pads call their sums. */
const LINES: Readonly<Record<string, Readonly<Record<PadLanguage, string>>>> = {
  sum: { de: "gesamt", en: "Sum", sv: "Summa" },
  bonus: { de: "Bonus", en: "Bonus", sv: "Bonus" },
  total: { de: "Endsumme", en: "Total", sv: "Totalt" },
};
const NOTHING: Readonly<Record<PadLanguage, string>> = {
  de: "Unterer Teil",
  en: "Lower section",
  sv: "Nedre del",
};
const TICKS: Readonly<Record<PadLanguage, string>> = {
  de: "je Bonus ein X",
  en: "Bonus ticks",
  sv: "Bonuskryss",
};
const NAMES: Readonly<Record<PadLanguage, string>> = { de: "Name", en: "Name", sv: "Namn" };

/** What is next to a row. */
export function labelOf(holds: RowContent, game: Game, language: PadLanguage): string {
  switch (holds.kind) {
    case "names":
      return NAMES[language];
    case "ticks":
      return TICKS[language];
    case "nothing":
      return NOTHING[language];
    case "line": {
      const kind = Object.keys(LINES).find((word) => holds.id.endsWith(word)) ?? "total";
      return LINES[kind]?.[language] ?? holds.id;
    }
    case "category": {
      const label = listCategories(game).find(({ id }) => id === holds.id)?.label;
      return label?.[language] ?? label?.en ?? holds.id;
    }
  }
}

/** The content of a second column of labels: how a box scores, or an arrow. */
export function noteOf(holds: RowContent, game: Game, language: PadLanguage): string {
  if (holds.kind === "line") return "->";
  if (holds.kind !== "category") return "";
  const legal = listCategories(game).find(({ id }) => id === holds.id)?.legal ?? [];
  const points = { de: "Punkte", en: "points", sv: "poäng" }[language];
  return legal.length === 1
    ? `${legal[0]} ${points}`
    : { de: "alle Augen", en: "all pips", sv: "alla ögon" }[language];
}
