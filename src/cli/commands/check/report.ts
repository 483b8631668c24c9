import type { Ranked } from "../../../check/check-sheet.ts";
import { sheetWords, type SheetWords, type TableCell } from "../../../check/sheet-table.ts";
import { percentText } from "../../../i18n/format.ts";
import { payoutWords, standingWords } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Game } from "../../../rules/game/game.ts";
import { problemText } from "../../console/language.ts";
import { PAINT } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import type { BesideBest } from "./beside-best.ts";
import type { CheckedOne } from "./job.ts";

/** Mark a wrong box, and one that was not read for sure, where there are no colours, too. */
const WRONG = "✗";
const DOUBTFUL = "?";

/**
 * A checked sheet as the scorekeeper reads it: table, mistakes, open questions, ranking.
 *
 * @param isOneOfSeveral whether to name the file
 * @param beside how its totals stand beside best play, if somebody asked
 */
export async function reportText(
  one: CheckedOne,
  isOneOfSeveral: boolean,
  language: Language,
  beside?: BesideBest,
) {
  const { sheet, report, photo } = one;
  const photoWords = photo && (await import("../../../scan/report/photo-words.ts")).photoWords;
  const words = photo && photoWords ? photoWords(photo, language) : sheetWords(one, language);
  const { mistakes, suspects, questions, disagreements, warnings } = words;
  const name = language.text(sheet.game.name);
  const title = photo !== null || isOneOfSeveral ? words.title : name;
  const [wrong, doubtful] = [PAINT.bad(WRONG), PAINT.careful(DOUBTFUL)];
  const head = [
    PAINT.strong(name) + title.slice(name.length),
    ...words.notes,
    ...disagreements.map((told) => `${doubtful} ${told}`),
    ...warnings.map((told) => problemText([told], PAINT)),
  ];
  const list = (key: string, sentences: readonly string[], sign: string) => {
    const title = sentences.length === 0 ? [] : [language.translate(key, { n: sentences.length })];
    return [...title, ...sentences.map((told) => `  ${sign} ${told}`)];
  };
  const findings = [
    ...(words.summary === "" ? [] : [words.summary]),
    ...list("cli.mistakes", mistakes, wrong),
    ...list("photo.suspects", suspects, doubtful),
    ...list("photo.questions", questions, doubtful),
  ];
  const outcome = [
    language.translate(report.complete ? "cli.final" : "cli.interim"),
    rankingTable(report.ranking, sheet.game, language),
    ...(report.payoutIsProvisional ? [language.translate("table.payout-provisional")] : []),
    ...(beside === undefined ? [] : [besideText(one, beside, language)]),
  ];
  const parts = [head, tableLines(words, language), findings, outcome];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** How the totals stand beside best play, from first to last. */
function besideText({ report }: CheckedOne, beside: BesideBest, language: Language): string {
  if (beside === null) return language.translate("cli.best-play-unknown");
  const told = report.ranking.flatMap(({ name }) => {
    const share = beside.get(name);
    if (share === undefined) return [];
    return [`${name}\u00a0${percentText(language, share)}`];
  });
  return language.translate("cli.best-play", { players: told.join(", ") });
}

/** The sheet as on the pad. */
function tableLines({ table: sheet }: SheetWords, language: Language): string[] {
  const { players, columns, rows, hasComputed, hasDoubts } = sheet;
  const heads = [["", ...spread(players)], ...(columns === null ? [] : [["", ...spread(columns)]])];
  const body = rows.map(({ label, rank, cells }) => {
    const strong = rank === "box" ? (text: string) => text : PAINT.strong;
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

/** Players with their points and payouts, from first to last. */
export function rankingTable(ranking: readonly Ranked[], game: Game, language: Language): string {
  const rows = ranking.map((place) => [
    `${place.rank}.`,
    place.name,
    standingWords(language, place),
    ...(place.payout === null ? [] : [payoutWords(language, game, place.payout)]),
  ]);
  return table(rows, [0, 2, 3]);
}
