import { type CheckedSheet, type Evening, eveningNotes, eveningTitle } from "../../check/evening.ts";
import { gameReference } from "../../check/sheet.ts";
import { sheetWords, type SheetWords, type TableCell, type TableRow } from "../../check/sheet-table.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import { markup, type Markup } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { elementAt } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Written } from "../inference/sheet-reading.ts";
import { openQuestions, type PhotoSheet } from "../sheet/photo-sheet.ts";
import { photoWords, placeWords, boxReadings, tellQuestion, writtenWords } from "./photo-words.ts";

/** A sheet whose boxes can be opened: one that was photographed, or one that is filled in on a page. */
type OpenSheet = Pick<PhotoSheet, "game" | "names" | "reading">;

/** What the report page says of a sheet, and what changes there when a box is corrected. */
export interface SheetHtml {
  readonly words: SheetWords;
  readonly verdict: Markup;
  /** Mistakes and suspicions; empty where there are none. */
  readonly findings: Markup;
  readonly table: Markup;
  /** The boxes to ask about, as buttons; empty where there are none. */
  readonly questions: Markup;
}

/** @param photo null for a typed sheet, on which nothing is corrected */
export function sheetHtml(checked: CheckedSheet, photo: PhotoSheet | null, language: Language): SheetHtml {
  const words = photo === null ? sheetWords(checked, language) : photoWords(photo, language);
  const { verdict } = photo === null ? checked : photo.judgement;
  return {
    words,
    verdict: markup`<p class="verdict ${verdict}">${language.translate(`photo.verdict.${verdict}`)}</p>
${words.summary === "" ? null : markup`<p>${words.summary}</p>`}`,
    findings: findingsHtml(words, language),
    table: tableHtml(words, photo, language),
    questions: photo === null ? markup`` : questionsHtml(photo, language),
  };
}

/** Mistakes and suspicions, each a sentence; empty where there are none. */
export function findingsHtml(words: SheetWords, language: Language): Markup {
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
export function tableHtml({ title, table }: SheetWords, sheet: OpenSheet | null, language: Language): Markup {
  const { players, columns, rows, hasComputed } = table;
  const heads = (cells: readonly TableCell[], kind: string) =>
    cells.map(({ text, span }) => markup`<th scope="col" colspan="${span}" class="${kind}">${text}</th>`);
  const body = rows.map(
    (row) =>
      markup`<tr class="${row.rank}"><th scope="row">${row.label}</th>${cellsOf(row, sheet, language)}</tr>`,
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
function cellsOf({ id, cells }: TableRow, sheet: OpenSheet | null, language: Language): Markup[] {
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
        : markup`<button type="button" class="cell" data-at="${at}"><span class="spoken">${placeWords(elementAt(sheet.reading.boxes, at), sheet, language)}: </span>${inside}</button>`;
    return markup`<td colspan="${cell.span}" class="${mark}${isConfirmed ? " confirmed" : ""}">${shown}</td>`;
  });
}

/** The boxes of a row of the table, in the order of its cells: by player, then by column. */
function boxesOfRow(id: string, { game, reading }: OpenSheet): number[] {
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

function questionsHtml(photo: PhotoSheet, language: Language): Markup {
  const open = openQuestions(photo);
  if (open.length === 0) return markup``;
  const buttons = open.map(
    (at) =>
      markup`<li><button type="button" data-at="${at}">${tellQuestion(at, photo, language)}</button></li>`,
  );
  return markup`<h3>${language.translate("photo.questions", { n: open.length })}</h3>
<ol class="questions">
${buttons}
</ol>`;
}

/** What a person may pick for a box, in the order in which it is offered. */
export interface Choice {
  readonly written: Written;
  readonly words: string;
  /** What stands in the field once it is picked. */
  readonly typed: string;
  /** Whether it is what was read, or what may stand there by the picture and the sums; the others are just possible. */
  readonly isLikely: boolean;
}

/** Something that a person may pick. */
export function choiceOf(
  written: Written,
  isLikely: boolean,
  { strike }: Pick<Game, "strike">,
  language: Language,
): Choice {
  const words = writtenWords(written, language);
  return { written, words, typed: written.kind === "strike" ? (strike.marks[0] ?? "/") : words, isLikely };
}

/** What a box may hold: what was read first, then every score that is possible there, a strike, and nothing. */
export function choicesFor(at: number, photo: PhotoSheet, language: Language): Choice[] {
  const { game, reading } = photo;
  const { category } = elementAt(reading.boxes, at);
  const legal = category === null ? [] : (gameReference(game).categories.get(category)?.legal ?? []);
  const scores = legal.map((value): Written => ({ kind: "score", value }));
  const possible: Written[] = [
    ...scores,
    ...(category === null ? [] : [{ kind: "strike" } as const]),
    { kind: "empty" },
  ];
  const likely = boxReadings(at, photo);
  const choice = (written: Written, isLikely: boolean) => choiceOf(written, isLikely, game, language);
  const all = [...likely.map((one) => choice(one, true)), ...possible.map((one) => choice(one, false))];
  return [...new Map(all.toReversed().map((one) => [one.typed, one])).values()].sort(
    (a, b) => all.indexOf(a) - all.indexOf(b),
  );
}

/** The place where a box of a photographed sheet is corrected. */
export function editorHtml(at: number, photo: PhotoSheet, language: Language): Markup {
  const place = placeWords(elementAt(photo.reading.boxes, at), photo, language);
  const asked = openQuestions(photo);
  const reading = writtenWords(elementAt(photo.reading.boxes, at).written, language);
  const told = asked.includes(at)
    ? tellQuestion(at, photo, language)
    : language.translate("photo.page.read", { box: place, reading });
  return markup`<canvas class="cut" role="img" aria-label="${language.translate("photo.page.box", { box: place })}"></canvas>
${boxForm(at, photo, { told: [told], choices: choicesFor(at, photo, language), hasNext: asked.some((one) => one !== at), between: null }, language)}`;
}

/** What is said about a box that is open, and offered for it. */
interface OpenBox {
  /** Sentences, the first of which names the box. */
  readonly told: readonly string[];
  readonly choices: readonly Choice[];
  /** What stands above the choices that are just possible; null for nothing. */
  readonly between: string | null;
  /** Whether there is a question about another box to go on with. */
  readonly hasNext: boolean;
}

/** What may be picked or typed for a box, whose index it is. */
export function boxForm(at: number, sheet: OpenSheet, open: OpenBox, language: Language): Markup {
  const box = elementAt(sheet.reading.boxes, at);
  const place = placeWords(box, sheet, language);
  const reading = writtenWords(box.written, language);
  const [first = "", ...others] = open.told;
  const buttons = (isLikely: boolean) =>
    open.choices
      .filter((one) => one.isLikely === isLikely)
      .map(({ words, typed, written }) => {
        const isChosen = box.confirmed && writtenWords(written, language) === reading;
        return markup`<button type="button" data-value="${typed}" aria-pressed="${String(isChosen)}">${words}</button>`;
      });
  return markup`<p id="told-${at}">${first}</p>
${others.map((told) => markup`<p class="small">${told}</p>`)}
<div class="answer likely">${buttons(true)}</div>
${open.between === null ? null : markup`<p class="small">${open.between}</p>`}
<div class="answer possible">${buttons(false)}</div>
<form class="answer">
<label class="spoken" for="input-${at}">${language.translate("photo.page.input", { box: place })}</label>
<input id="input-${at}" type="text" autocomplete="off" spellcheck="false" size="6" placeholder="${reading}" aria-describedby="told-${at} fault-${at}">
<button type="submit">${language.translate("photo.page.take")}</button>
${box.confirmed ? markup`<button type="button" class="undo">${language.translate("photo.page.undo")}</button>` : null}
${open.hasNext ? markup`<button type="button" class="next">${language.translate("photo.page.next")}</button>` : null}
<button type="button" class="close">${language.translate("photo.page.close")}</button>
<span class="fault" id="fault-${at}" role="status"></span>
</form>`;
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
