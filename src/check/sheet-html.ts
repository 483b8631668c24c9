import { payoutWords, standingWords } from "../i18n/game-words.ts";
import { markup, type Markup } from "../i18n/html.ts";
import type { Language } from "../i18n/language.ts";
import { getElement } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import type { Verdict } from "./check-sheet.ts";
import { type Evening, eveningNotes, eveningTitle } from "./evening.ts";
import { type BoxPlace, gameReference } from "./sheet.ts";
import { placeWords, type SheetWords, type TableCell, type TableRow } from "./sheet-table.ts";

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

/** A checked sheet as HTML. */
export interface SheetHtml {
  /** The verdict, and a sentence where there is nothing to list. */
  readonly verdict: Markup;
  /** Mistakes and suspicions; empty where there are none. */
  readonly findings: Markup;
  readonly table: Markup;
}

/** Shows any checked sheet: typed, filled in or photographed. @param boxes what its cells open as buttons; null where they open nothing */
export function sheetHtml(
  words: SheetWords,
  verdict: Verdict,
  boxes: SheetOnPage | null,
  language: Language,
): SheetHtml {
  return {
    verdict: markup`<p class="verdict ${verdict}">${language.translate(`photo.verdict.${verdict}`)}</p>
${words.summary === "" ? null : markup`<p>${words.summary}</p>`}`,
    findings: findingsHtml(words, language),
    table: tableHtml(words, boxes, language),
  };
}

/** Mistakes and suspicions, each a sentence; empty where there are none. */
function findingsHtml(words: SheetWords, language: Language): Markup {
  const list = (key: string, kind: "wrong" | "asked", sentences: readonly string[]) =>
    sentences.length === 0
      ? null
      : markup`<h3>${language.translate(key, { n: sentences.length })}</h3>
<ul class="findings">
${sentences.map((told) => markup`<li class="${kind}"><span aria-hidden="true">${SIGNS[kind]}</span> ${told}</li>`)}
</ul>`;
  return markup`${list("cli.mistakes", "wrong", words.mistakes)}
${list("photo.suspects", "asked", words.suspects)}`;
}

const SIGNS = { wrong: "✗", asked: "?" } as const;

/** A sheet as on the pad. @param sheet whose boxes are buttons; null where none can be opened */
function tableHtml({ title, table }: SheetWords, sheet: SheetOnPage | null, language: Language): Markup {
  const { players, columns, rows, hasComputed } = table;
  const heads = (cells: readonly TableCell[], kind: string) =>
    cells.map(({ text, span }) => markup`<th scope="col" colspan="${span}" class="${kind}">${text}</th>`);
  const body = rows.map(
    (row) =>
      markup`<tr class="${row.rank}"><th scope="row">${row.label}</th>${renderCells(row, sheet, language)}</tr>`,
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
  const isOfSheet = gameReference(game).sheetLines.some((line) => line.id === id);
  const columns = isOfSheet ? [null] : game.columns.map((column) => column.id);
  return reading.players.flatMap((player) =>
    columns.map((column) =>
      reading.boxes.findIndex(
        (box) => box.player === player && box.column === column && (box.category ?? box.line) === id,
      ),
    ),
  );
}

/** The rankings of an evening. */
export function eveningHtml(evening: Evening, language: Language): Markup {
  const { game, ranking } = evening;
  const notes = eveningNotes(evening, language, "page").map((note) => markup`<p class="small">${note}</p>`);
  const rows = ranking.map(
    ({ rank, name, total, points, payout }) =>
      markup`<tr><td>${rank}.</td><th scope="row">${name}</th><td>${standingWords(language, { points, total })}</td><td>${payout === null ? "" : payoutWords(language, game, payout)}</td></tr>`,
  );
  return markup`<section class="evening">
<h2>${eveningTitle(evening, language)}</h2>
${rows.length === 0 ? null : markup`<table class="ranking"><tbody>${rows}</tbody></table>`}
${notes}
</section>`;
}
