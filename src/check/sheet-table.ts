import type { SheetReport, Verdict } from "./check-sheet.ts";
import { type Finding, describeFinding } from "./checks.ts";
import { type CheckedSheet, type Evening, eveningNotes, eveningTitle } from "./evening.ts";
import { type BoxPlace, boxEntry, gameReference, type Sheet, writtenValue } from "./sheet.ts";
import { plainNumber } from "../i18n/format.ts";
import { placeName, rowName, payoutWords, standingWords } from "../i18n/game-words.ts";
import type { Problem } from "../rules/problem/problem.ts";
import { markup, type Markup } from "../i18n/html.ts";
import type { Language } from "../i18n/language.ts";
import { getElement } from "../rules/arrays.ts";
import type { Column, Game, OrderKind } from "../rules/game/game.ts";

/** A cell of the table: what a box or line shows, and what was found about it. */
export interface TableCell {
  /** As written; blank sums are computed, in brackets. */
  readonly text: string;
  readonly wrong: boolean;
  /** The reading is uncertain. */
  readonly doubtful: boolean;
  /** How many columns of the table it covers. */
  readonly span: number;
  /** A sign for the text where there is little room. */
  readonly short?: string;
}

/** A row of the table: a box or a line. */
export interface TableRow {
  /** The id of the box or line. */
  readonly id: string;
  readonly label: string;
  readonly kind: "box" | "line" | "total";
  readonly cells: readonly TableCell[];
}

/** A sheet as on the pad: a row for each box and line, a column for each player and column of the game. */
export interface SheetTable {
  readonly players: readonly TableCell[];
  /** The columns of the game below each player; null if there is one only. */
  readonly columns: readonly TableCell[] | null;
  readonly rows: readonly TableRow[];
  /** A computed sum is in brackets, which the word `table.legend` explains. */
  readonly hasComputed: boolean;
  /** Cells are doubtful; the word `photo.legend` explains their mark. */
  readonly hasDoubts: boolean;
}

/** A box or line of a player. */
export interface TableSpot {
  /** The player's name. */
  readonly player: string;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  /** The id of the category or line. */
  readonly row: string;
}

/** The sheet as a table, with the boxes and lines of findings marked as wrong. @param doubts boxes and lines to mark as doubtful */
export function sheetTable(
  sheet: Sheet,
  report: SheetReport,
  language: Language,
  doubts: readonly TableSpot[] = [],
): SheetTable {
  const { game, players } = sheet;
  const reference = gameReference(game);
  const wrong = new Set(report.findings.flatMap(wrongSpots));
  const doubtful = new Set(doubts.map(({ player, column, row }) => spotKey(player, column, row)));
  const span = game.columns.length;
  const makeRow = (id: string): TableRow => {
    const isBox = reference.categories.has(id);
    const boxes = players.flatMap((player) =>
      game.columns.map(({ id: column }) => {
        const written = writtenValue(boxEntry(player, column, id));
        return { name: player.name, column, written, computed: null };
      }),
    );
    const lines = report.players.flatMap(({ name, lines }) =>
      lines.filter(({ line }) => line === id).map((line) => ({ ...line, name })),
    );
    const cells = (isBox ? boxes : lines).map(({ name, column, written, computed }) => {
      const place = spotKey(name, column, id);
      const marks = {
        wrong: wrong.has(place),
        doubtful: doubtful.has(place),
        span: column === null ? span : 1,
      };
      const isMissing = marks.doubtful || (isBox && marks.wrong);
      const sum = computed === null ? "" : language.translate("table.computed", { n: plainNumber(computed) });
      const blank = isMissing ? language.translate("table.missing") : sum;
      return { text: typeof written === "number" ? plainNumber(written) : written || blank, ...marks };
    });
    const isTotal = ["grand-total", "points-total"].includes(reference.lines.get(id)?.kind ?? "");
    const kind = isBox ? "box" : isTotal ? "total" : "line";
    return { id, label: rowName(game, language, id), kind, cells };
  };
  const columns = players.flatMap(() =>
    game.columns.map((column) => {
      const short = shortColumn(column, game, language);
      return { text: language.text(column.label), wrong: false, doubtful: false, span: 1, short };
    }),
  );
  return {
    players: players.map(({ name }) => {
      return { text: name, wrong: wrong.has(spotKey(name, null, null)), doubtful: false, span };
    }),
    columns: span > 1 ? columns : null,
    rows: reference.padOrder.map(makeRow),
    hasComputed: report.players.some(({ lines }) => lines.some(({ written }) => written === null)),
    hasDoubts: doubts.length > 0,
  };
}

const ORDER_SIGNS: Readonly<Record<OrderKind, string>> = {
  ...{ free: "↕", down: "↓", up: "↑", inward: "⇥⇤", outward: "⇤⇥", stages: "⇟" },
};

/** A column in a few characters: its order as an arrow, and the beginning of its name where others have the same order. */
function shortColumn({ id, label, order }: Column, game: Game, language: Language): string {
  const name = language.text(label);
  if (name.length <= MAX_SHORT) return name;
  const isOnly = game.columns.every((one) => one.id === id || one.order.kind !== order.kind);
  return isOnly ? ORDER_SIGNS[order.kind] : `${ORDER_SIGNS[order.kind]}${name.slice(0, MAX_SHORT - 1)}`;
}

/** As many characters as fit above a box on a phone. */
const MAX_SHORT = 4;

function spotKey(player: string | null, column: string | null, row: string | null): string {
  return JSON.stringify([player, column, row]);
}

function wrongSpots({ player, column, category, line, facts }: Finding): string[] {
  const own = spotKey(player, column, category ?? line);
  return typeof facts.other === "string" ? [own, spotKey(player, column, facts.other)] : [own];
}

/** Names a box: the player, the column if there are several, the row. */
export function placeWords(
  box: BoxPlace,
  sheet: { readonly game: Game; readonly names: readonly string[] },
  language: Language,
): string {
  const player = sheet.names[box.player - 1] ?? null;
  return placeName(sheet.game, language, { player, column: box.column, row: box.category ?? box.line });
}

/** The texts about a checked sheet: typed, filled in on a screen or photographed. */
export interface SheetWords {
  readonly title: string;
  readonly table: SheetTable;
  /** The outcome in a sentence: what is right or wrong, and what everybody has. */
  readonly verdict: string;
  /** A sentence if there is nothing to list; else empty. */
  readonly summary: string;
  readonly mistakes: readonly string[];
  /** Only of photos: possible mistakes, questions, and how several photos of the sheet were combined. */
  readonly suspects: readonly string[];
  readonly questions: readonly string[];
  readonly notes: readonly string[];
  readonly disagreements: readonly string[];
  readonly warnings: readonly Problem[];
}

/** The outcome of a check in a sentence. @param counts of sure mistakes, and of open questions */
export function verdictSentence(
  { report, unnamed, verdict }: Pick<CheckedSheet, "report" | "unnamed" | "verdict">,
  counts: { readonly mistakes: number; readonly open: number },
  language: Language,
): string {
  const { players, complete } = report;
  const isAlone = players.length === 1;
  const results = players.map(({ name, computed, written }) => {
    const score = standingWords(language, { points: null, total: computed });
    const isWrong = written !== null && written !== computed;
    const key = `${isAlone && unnamed.includes(name) ? "nameless" : "named"}${isWrong ? "-wrong" : ""}`;
    return language.translate(`photo.result.${key}`, { name, score, written: plainNumber(written ?? 0) });
  });
  const kind = verdict === "correct" && !complete ? "so-far" : verdict;
  return language.translate(`photo.says.${kind}`, {
    ...counts,
    results: new Intl.ListFormat(language.code, { type: "unit" }).format(results),
  });
}

/** Those who played the games of a sheet, for its title; none on a sheet of players. */
export function ownersTitle(owners: Sheet["owners"] = []): string[] {
  return owners.length === 0 ? [] : [[...new Set(owners)].join(", ")];
}

/** The texts about a sheet that was typed or filled in on a screen. */
export function sheetWords(checked: CheckedSheet, language: Language): SheetWords {
  const { file, number, sheet, report } = checked;
  const { game, players, columnsAreGames = false, owners } = sheet;
  const correct = columnsAreGames ? "cli.correct-games" : "cli.correct";
  const mistakes = report.findings.map((one) => describeFinding(one, game, language));
  const title = [language.text(game.name), ...ownersTitle(owners), file, ...(number === 0 ? [] : [number])];
  return {
    title: title.join(" · "),
    table: sheetTable(sheet, report, language),
    verdict: verdictSentence(checked, { mistakes: mistakes.length, open: 0 }, language),
    summary: mistakes.length === 0 ? language.translate(correct, { players: players.length }) : "",
    mistakes,
    ...{ suspects: [], questions: [], notes: [], disagreements: [], warnings: [] },
  };
}

/** A sheet whose boxes can be opened on a page: one that was photographed, or one that is filled in there. */
export interface SheetOnPage {
  readonly game: Game;
  readonly names: readonly string[];
  readonly reading: {
    /** Players, counted from 1. */
    readonly players: readonly number[];
    readonly boxes: readonly (BoxPlace & { readonly confirmed: boolean })[];
  };
}

/**
 * A checked sheet as HTML: the verdict with the summary, mistakes and suspicions (empty where there are none), and the table.
 *
 * @param boxes the boxes that cells open as buttons; null for a table without buttons
 */
export function sheetHtml(
  words: SheetWords,
  verdict: Verdict,
  boxes: SheetOnPage | null,
  language: Language,
) {
  return {
    verdict: markup`<p class="verdict ${verdict}">${words.verdict}</p>
${words.summary === "" ? null : markup`<p>${words.summary}</p>`}`.html,
    findings: findingsHtml(words, language).html,
    table: tableHtml(words, boxes, language).html,
  };
}

function findingsHtml(words: SheetWords, language: Language): Markup {
  const list = (key: string, kind: "wrong" | "asked", sentences: readonly string[]) =>
    sentences.length === 0
      ? null
      : markup`<h3>${language.translate(key, { n: sentences.length })}</h3>
<ul class="findings">
${sentences.map((sentence) => markup`<li class="${kind}"><span aria-hidden="true">${SIGNS[kind]}</span> ${sentence}</li>`)}
</ul>`;
  return markup`${list("photo.wrong", "wrong", words.mistakes)}
${list("photo.suspects", "asked", words.suspects)}`;
}

const SIGNS = { wrong: "✗", asked: "?" } as const;

/** @param sheet whose boxes are buttons; null for a table without buttons */
function tableHtml({ title, table }: SheetWords, sheet: SheetOnPage | null, language: Language): Markup {
  const { players, columns, rows, hasComputed } = table;
  const heads = (cells: readonly TableCell[], kind: string) =>
    cells.map(({ text, span, short }) => {
      const shown =
        short === undefined || short === text
          ? markup`${text}`
          : markup`<span class="full">${text}</span><span class="short" aria-hidden="true">${short}</span>`;
      return markup`<th scope="col" colspan="${span}" class="${kind}" title="${text}">${shown}</th>`;
    });
  const body = rows.map(
    (row) =>
      markup`<tr class="${row.kind}"><th scope="row">${row.label}</th>${renderCells(row, sheet, language)}</tr>`,
  );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${language.translate("photo.page.table", { title })}">
<table class="ink">
<thead>
<tr><td></td>${heads(players, "player")}</tr>
${columns === null ? null : markup`<tr><td></td>${heads(columns, "column")}</tr>`}
</thead>
<tbody>
${body}
</tbody>
</table>
</div>
${hasComputed ? markup`<p class="small">${language.translate("table.legend")}</p>` : null}`;
}

/** The cells of a row; those whose box can be opened are buttons. */
function renderCells({ id, cells }: TableRow, sheet: SheetOnPage | null, language: Language): Markup[] {
  const places = sheet === null ? [] : boxesOfRow(id, sheet);
  return cells.map((cell, place) => {
    const mark = cell.doubtful ? "asked" : cell.wrong ? "wrong" : "";
    const text = cell.doubtful && cell.text === language.translate("table.missing") ? "" : cell.text;
    const sign =
      mark === ""
        ? null
        : markup`<span class="sign" aria-hidden="true">${SIGNS[mark]}</span><span class="spoken">${language.translate(`photo.page.${mark}`)}</span> `;
    const at = places[place] ?? -1;
    const isConfirmed = sheet?.reading.boxes[at]?.confirmed ?? false;
    const inside = markup`${sign}${text}`;
    const shown =
      sheet === null || at < 0
        ? inside
        : markup`<button type="button" class="cell" data-at="${at}"><span class="spoken">${placeWords(getElement(sheet.reading.boxes, at), sheet, language)}: </span>${inside}</button>`;
    return markup`<td colspan="${cell.span}" class="${mark}${isConfirmed ? " confirmed" : ""}">${shown}</td>`;
  });
}

/** The boxes of a row of the table, in the order of its cells: by player, then by column. */
function boxesOfRow(id: string, { game, reading }: SheetOnPage): number[] {
  const isOfSheet = gameReference(game).lines.get(id)?.scope === "sheet";
  const columns = isOfSheet ? [null] : game.columns.map((column) => column.id);
  return reading.players.flatMap((player) =>
    columns.map((column) =>
      reading.boxes.findIndex(
        (box) => box.player === player && box.column === column && (box.category ?? box.line) === id,
      ),
    ),
  );
}

/** The rankings of an evening. @param isListed below a heading with its day */
export function eveningHtml(evening: Evening, language: Language, isListed = false): Markup {
  const { game, ranking } = evening;
  const notes = eveningNotes(evening, language, "page").map((note) => markup`<p class="small">${note}</p>`);
  const rows = ranking.map(
    ({ rank, name, total, points, payout }) =>
      markup`<tr><td>${rank}.</td><th scope="row">${name}</th><td>${standingWords(language, { points, total })}</td><td>${payout === null ? "" : payoutWords(language, game, payout)}</td></tr>`,
  );
  return markup`<section class="evening">
<h2>${isListed ? language.text(game.name) : eveningTitle(evening, language)}</h2>
${rows.length === 0 ? null : markup`<table class="ranking"><tbody>${rows}</tbody></table>`}
${notes}
</section>`;
}
