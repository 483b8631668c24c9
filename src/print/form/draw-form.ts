import { fillingOrder, sortByFillingOrder } from "../../rules/game/order.ts";
import type { Game } from "../../rules/game/game.ts";
import { listCategories, withRowSums } from "../../rules/game/rows.ts";
import { type Area, MM_PER_PT } from "../geometry.ts";
import type { PadBlank, PadBox, PadLayout, PadTick } from "../layout/pad-layout.ts";
import type { PadText } from "../layout/pad-form.ts";
import { codeGroups, type SheetCode, writeSheetCode } from "../layout/sheet-code.ts";
import type { Look } from "../brand.ts";
import { drawWholeSheet } from "../pad/draw-sheet.ts";
import { PdfForm } from "../pdf/form.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Language } from "../../i18n/language.ts";
import {
  boxField,
  headField,
  type Identity,
  IDENTITY_FIELD,
  nameField,
  tickField,
} from "../../check/form/fields.ts";
import { MAX_NAME_LENGTH } from "../../check/name.ts";
import { ACTIONS, formScript, lineSums, rulesDigest } from "./form-script.ts";

/** A pad to fill in on a screen. */
export interface FormJob {
  readonly game: Game;
  readonly language: Language;
  readonly text: PadText;
  readonly layout: PadLayout;
  readonly family: TypeFamily;
  /** Black without pictures by default. */
  readonly look?: Look;
  /** The name of the paper. */
  readonly paper: string;
  /** The code of the sheets, even if it is not printed. */
  readonly code: SheetCode;
  readonly sheets: number;
  /** The pages of each sheet: one for each player, unless they share the sheet. */
  readonly pagesPerSheet: number;
  /** The number of the first sheet; 0 for sheets without. */
  readonly firstNumber: number;
  /** The text of `templates/form.js`. */
  readonly library: string;
}

/** A page of a form; sheets, and pages in a sheet, count from 1. */
interface FormPage extends FormJob {
  readonly form: PdfForm;
  readonly sheet: number;
  readonly page: number;
  /** Added to the player's number on the page to get that in the sheet. */
  readonly before: number;
  /** The names of computed lines. */
  readonly computed: ReadonlySet<string>;
}

/**
 * Draws the pad as a PDF form: the printed sheet with a field in every box, which the viewer adds up. The tab order is the order of
 * play: names and date first, then player by player, each column in the order in which it is filled.
 */
export function drawForm(given: FormJob): Promise<Uint8Array> {
  const job = { ...given, game: withRowSums(given.game) };
  const { game, language, layout, sheets, pagesPerSheet, firstNumber } = job;
  const code = writeSheetCode({ ...job.code, number: firstNumber });
  const form = new PdfForm({
    title: language.text(game.name),
    language: language.code,
    fonts: job.family,
    script: formScript(job.library, game, language),
    keywords: codeGroups(code).join(" "),
  });
  const computed = new Set(lineSums(game).keys());
  for (let sheet = 1; sheet <= sheets; sheet++) {
    const number = firstNumber === 0 ? 0 : firstNumber + sheet - 1;
    for (let page = 1; page <= pagesPerSheet; page++) {
      form.addPage(layout.page);
      drawWholeSheet(form, layout, number, job.look);
      if (sheet === 1 && page === 1)
        form.hiddenField([IDENTITY_FIELD], JSON.stringify(buildFormIdentity(job, code)));
      writePage({ ...job, form, sheet, page, before: page - 1, computed });
    }
  }
  return form.finish();
}

/** How the form identifies itself when it is read back. */
function buildFormIdentity({ game, language, layout, paper, firstNumber }: FormJob, code: string): Identity {
  const options = Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen]));
  const rules = rulesDigest(game);
  const { columnsAreGames } = layout;
  return {
    ...{ code, variant: game.id, options, language: language.code, paper, rules, firstNumber },
    ...(columnsAreGames === true && { columnsAreGames }),
  };
}

function writePage(on: FormPage): void {
  const { game, layout } = on;
  const { blanks, boxes, ticks, columnsAreGames = false } = layout;
  // On a page for one player, one of the blanks is for the name.
  const isOwn = game.columns.length > 1 || columnsAreGames;
  const named = blanks.findIndex(({ purpose }) => purpose === "name");
  blanks.forEach((blank, at) => {
    writeBlank(on, blank, at, isOwn && at === Math.max(0, named) ? 1 : blank.player);
  });
  const rows = listCategories(game).map(({ id }) => id);
  for (const player of [...new Set(boxes.map((box) => box.player))].sort((a, b) => a - b)) {
    const own = boxes.filter((box) => box.player === player);
    for (const { id, order } of sortByFillingOrder(game.columns))
      for (const row of fillingOrder(order, rows))
        for (const box of own) if (box.column === id && box.category === row) writeBox(on, box);
    for (const box of own) if (box.category === null) writeBox(on, box);
    const ownTicks = ticks.filter((tick) => tick.player === player);
    ownTicks.forEach((tick, at) => {
      writeTick(on, tick, ownTicks.slice(0, at + 1).filter((other) => other.ticks === tick.ticks).length);
    });
  }
}

const MAX_ENTRY_LENGTH = 8;

/** Height of digits, as a share of the box. */
const DIGITS_SHARE = 0.56;
/** As wide as usual entries. */
const USUAL_ENTRY = "0000";
/** Between an entry and the edges of its box. */
const INSET_MM = 0.8;
/** The most height of a line for a name. */
const NAME_MM = 7.5;

/** @param at its index on the page @param player whose name it is for; null for other blanks */
function writeBlank(on: FormPage, blank: PadBlank, at: number, player: number | null): void {
  const { form, layout, language, sheet, page, before } = on;
  const { label, upwards } = blank;
  const isForAll = player === null || layout.columnsAreGames === true;
  const name = player === null ? headField(sheet, page, at + 1) : nameField(sheet, player + before);
  const n = String((player ?? 0) + before);
  const area = centerNameLine(blank);
  form.textField({
    ...area,
    path: name.split("."),
    tip: isForAll ? label : language.translate("form.name", { name: label, n }),
    align: upwards || blank.player === null ? "left" : "centre",
    sizePt: digitsPt(upwards ? area.widthMm : area.heightMm),
    longest: MAX_NAME_LENGTH,
    upwards,
  });
}

/** The area of one line in the middle of a cell: in a high field, viewers differ in where they put a single line. */
function centerNameLine({ xMm, yMm, widthMm, heightMm, upwards }: PadBlank): Area {
  const lineMm = Math.min(NAME_MM, upwards ? widthMm : heightMm);
  if (!upwards) return { xMm, yMm: yMm + (heightMm - lineMm) / 2, widthMm, heightMm: lineMm };
  const inset = { yMm: yMm + INSET_MM, heightMm: heightMm - 2 * INSET_MM };
  return { xMm: xMm + (widthMm - lineMm) / 2, widthMm: lineMm, ...inset };
}

/** The type size for a height, limited by that for the width, in half points. */
function digitsPt(heightMm: number, widestPt = Number.POSITIVE_INFINITY): number {
  return Math.floor(Math.min((heightMm * DIGITS_SHARE) / MM_PER_PT, widestPt) * 2) / 2;
}

function writeBox(on: FormPage, box: PadBox): void {
  const { form, family, text, language, sheet, before, computed } = on;
  const id = box.category ?? box.line ?? "";
  const name = boxField(sheet, box.player + before, { column: box.column, row: id });
  const locked = computed.has(name.split(".").slice(2).join("."));
  const { calculate, keystroke, validate } = ACTIONS;
  const widestPt = (box.widthMm - 2 * INSET_MM) / family.regular.width(USUAL_ENTRY, 1);
  // The tip has the words of the pad.
  const row = text.rows.find(
    (row) => (row.kind === "box" && row.category === id) || (row.kind === "line" && row.line === id),
  );
  const [label, hint] = row?.kind === "box" || row?.kind === "line" ? [row.label, row.hint] : [id, null];
  const what = hint === null ? label : language.translate("form.box", { box: label, hint });
  form.textField({
    ...box,
    path: name.split("."),
    tip: [...whoseTip(on, box.player, box.column), what].join(" · "),
    align: "centre",
    sizePt: digitsPt(box.heightMm, widestPt),
    longest: MAX_ENTRY_LENGTH,
    locked,
    scripts: locked ? { calculate } : { keystroke, validate },
  });
}

/** @param n its number among the player's ticks of its kind, from 1 */
function writeTick(on: FormPage, tick: PadTick, n: number): void {
  const { form, text, language, sheet, before } = on;
  const { ticks, player } = tick;
  const row = text.rows.find(
    (row) => (row.kind === "ticks" && row.ticks === ticks) || (row.kind === "line" && row.line === ticks),
  );
  const label = row?.kind === "ticks" || row?.kind === "line" ? row.label : ticks;
  form.checkBox({
    ...tick,
    path: tickField(sheet, player + before, ticks, n).split("."),
    tip: [...whoseTip(on, player, null), language.translate("form.tick", { label, n })].join(" · "),
  });
}

/** The player if the sheet has several, and the column if there are several. */
function whoseTip(on: FormPage, player: number, column: string | null): string[] {
  const { game, language, layout, pagesPerSheet, before } = on;
  const isAlone = pagesPerSheet === 1 && layout.boxes.every((box) => box.player === 1);
  const key = layout.columnsAreGames === true ? "sheet.made-up-game" : "sheet.made-up-name";
  const who = isAlone ? "" : language.translate(key, { n: String(player + before) });
  const found = game.columns.length > 1 ? game.columns.find(({ id }) => id === column) : undefined;
  return [who, found === undefined ? "" : language.text(found.label)].filter(Boolean);
}
