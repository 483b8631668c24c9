import { fillingOrder } from "../../rules/game/order.ts";
import type { Game } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import { MM_PER_PT, type Area } from "../geometry.ts";
import type { PadBlank, PadBox, PadLayout } from "../layout/pad-layout.ts";
import type { PadText } from "../layout/pad-text.ts";
import { codeGroups, type SheetCode, writeSheetCode } from "../layout/sheet-code.ts";
import { drawWholeSheet, type PadLook } from "../pad/draw-sheet.ts";
import { type FieldScripts, PdfForm } from "../pdf/form.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { columnLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import {
  boxField,
  headField,
  type Identity,
  IDENTITY_FIELD,
  nameField,
  tickField,
} from "../../check/form/fields.ts";
import { ACTIONS, formScript, lineSums, rulesDigest } from "./form-script.ts";

/** A pad that is filled in on a screen. */
export interface FormJob {
  readonly game: Game;
  readonly language: Language;
  readonly text: PadText;
  readonly layout: PadLayout;
  readonly family: TypeFamily;
  /** What the sheets look like; black, without a picture, if this is left out. */
  readonly look?: PadLook;
  /** What paper the sheets are on, by name. */
  readonly paper: string;
  /** The code of the sheets, also where it is not printed. */
  readonly code: SheetCode;
  readonly sheets: number;
  /** Pages for each sheet: where every player has a page of their own, as many as players. */
  readonly pagesPerSheet: number;
  /** The number of the first sheet; 0 for sheets without. */
  readonly firstNumber: number;
  /** The text of `templates/form.js`. */
  readonly library: string;
}

/** A page of a form, counted from 1 in its sheet, as the sheets are. */
interface FormPage {
  readonly sheet: number;
  readonly page: number;
  /** What is added to the number of a player on the page, to tell the players of a sheet apart. */
  readonly before: number;
}

/**
 * Draws the pad as a form: the printed sheet with a field in every box, which the viewer adds up. The tab key leads through it as one
 * plays: names and date first, then player by player, in each column in the order in which it is filled.
 *
 * @returns the PDF file
 */
export function drawForm(job: FormJob): Promise<Uint8Array> {
  const { game, language, layout, family, code, sheets, pagesPerSheet, firstNumber } = job;
  const firstCode = writeSheetCode({ ...code, number: firstNumber });
  const form = new PdfForm({
    title: language.text(game.name),
    language: language.code,
    fonts: family,
    script: formScript(job.library, game, language),
    keywords: codeGroups(firstCode).join(" "),
  });
  for (let sheet = 1; sheet <= sheets; sheet++) {
    const number = firstNumber === 0 ? 0 : firstNumber + sheet - 1;
    for (let page = 1; page <= pagesPerSheet; page++) {
      form.addPage(layout.page);
      drawWholeSheet(form, layout, number, job.look);
      if (sheet === 1 && page === 1)
        form.hiddenField([IDENTITY_FIELD], JSON.stringify(identityOf(job, firstCode)));
      new PageWriter(form, job, { sheet, page, before: page - 1 }).write();
    }
  }
  return form.finish();
}

/** How the form identifies itself when it is read back. */
function identityOf({ game, language, paper, firstNumber }: FormJob, code: string): Identity {
  return {
    code,
    variant: game.id,
    options: Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen])),
    language: language.code,
    paper,
    rules: rulesDigest(game),
    firstNumber,
  };
}

const MAX_NAME_LENGTH = 80;
const MAX_ENTRY_LENGTH = 8;

/** Digits may take this much of a box's height. */
const DIGITS_SHARE = 0.56;
/** As wide as anything that is usually written into a box. */
const USUAL_ENTRY = "0000";
/** Between an entry and the edges of its box. */
const INSET_MM = 0.8;
/** How high a line for a name is at most. */
const NAME_MM = 7.5;

class PageWriter {
  readonly #form: PdfForm;
  readonly #job: FormJob;
  readonly #page: FormPage;
  readonly #workedOut: ReturnType<typeof lineSums>;

  constructor(form: PdfForm, job: FormJob, page: FormPage) {
    this.#form = form;
    this.#job = job;
    this.#page = page;
    this.#workedOut = lineSums(job.game);
  }

  write(): void {
    const { blanks, boxes, ticks } = this.#job.layout;
    // Where a player has a page of their own, one of its lines is for the name.
    const isOwn = this.#job.game.columns.length > 1;
    const named = blanks.findIndex(({ purpose }) => purpose === "name");
    const ofName = Math.max(0, named);
    blanks.forEach((blank, at) => {
      this.#writeBlank(blank, at, isOwn && at === ofName ? 1 : blank.player);
    });
    const players = [...new Set(boxes.map(({ player }) => player))].sort((a, b) => a - b);
    for (const player of players) {
      for (const box of this.#inOrderOfPlay(boxes.filter((box) => box.player === player)))
        this.#writeBox(box);
      this.#writeTicks(ticks.filter((tick) => tick.player === player));
    }
  }

  /** @param at its place among the blanks of the page, from 0 @param player whose name goes there; null if no name does */
  #writeBlank(blank: PadBlank, at: number, player: number | null): void {
    const { language } = this.#job;
    const { sheet, page, before } = this.#page;
    const name = player === null ? headField(sheet, page, at + 1) : nameField(sheet, player + before);
    const n = String((player ?? 0) + before);
    const tip = player === null ? blank.label : language.translate("form.name", { name: blank.label, n });
    const area = lineIn(blank);
    const acrossMm = blank.upwards ? area.widthMm : area.heightMm;
    this.#form.textField({
      ...area,
      path: name.split("."),
      tip,
      align: blank.upwards || blank.player === null ? "left" : "centre",
      sizePt: rounded((acrossMm * DIGITS_SHARE) / MM_PER_PT),
      longest: MAX_NAME_LENGTH,
      upwards: blank.upwards,
    });
  }

  /** Column by column as it is filled, then the computed lines. */
  #inOrderOfPlay(boxes: readonly PadBox[]): PadBox[] {
    const { game } = this.#job;
    const rows = categoriesOf(game).map(({ id }) => id);
    const entries = game.columns.flatMap(({ id, order }) =>
      fillingOrder(order, rows).flatMap((row) =>
        boxes.filter(({ column, category }) => column === id && category === row),
      ),
    );
    return [...entries, ...boxes.filter(({ category }) => category === null)];
  }

  #writeBox(box: PadBox): void {
    const { sheet, before } = this.#page;
    const name = boxField(sheet, box.player + before, { column: box.column, row: rowOf(box) });
    const isWorkedOut = this.#workedOut.has(name.split(".").slice(2).join("."));
    const scripts: FieldScripts = isWorkedOut
      ? { calculate: ACTIONS.calculate }
      : { keystroke: ACTIONS.keystroke, validate: ACTIONS.validate };
    const widestPt = (box.widthMm - 2 * INSET_MM) / this.#job.family.regular.width(USUAL_ENTRY, 1);
    this.#form.textField({
      ...areaOf(box),
      path: name.split("."),
      tip: this.#tipOf(box),
      align: "centre",
      sizePt: rounded(Math.min((box.heightMm * DIGITS_SHARE) / MM_PER_PT, widestPt)),
      longest: MAX_ENTRY_LENGTH,
      locked: isWorkedOut,
      scripts,
    });
  }

  #writeTicks(ticks: PadLayout["ticks"]): void {
    const { language, text } = this.#job;
    const { sheet, before } = this.#page;
    ticks.forEach((tick, at) => {
      const { ticks: of, player } = tick;
      const row = text.rows.find((row) => row.kind === "ticks" && row.ticks === of);
      const label = row?.kind === "ticks" ? row.label : of;
      const n = ticks.slice(0, at + 1).filter((other) => other.ticks === of).length;
      this.#form.checkBox({
        ...areaOf(tick),
        path: tickField(sheet, player + before, of, n).split("."),
        tip: [...this.#whoseTip(player, null), language.translate("form.tick", { label, n })].join(" · "),
      });
    });
  }

  /** Who, in which column, and what belongs there: as the pad itself says it. */
  #tipOf(box: PadBox): string {
    const { language, text } = this.#job;
    const id = rowOf(box);
    const row = text.rows.find(
      (row) => (row.kind === "box" && row.category === id) || (row.kind === "line" && row.line === id),
    );
    const [label, hint] = row?.kind === "box" || row?.kind === "line" ? [row.label, row.hint] : [id, null];
    const what = hint === null ? label : language.translate("form.box", { box: label, hint });
    return [...this.#whoseTip(box.player, box.column), what].join(" · ");
  }

  /** The player where a sheet has several, and the column where it has a name. */
  #whoseTip(player: number, column: string | null): string[] {
    const { game, language, layout, pagesPerSheet } = this.#job;
    const isAlone = pagesPerSheet === 1 && layout.boxes.every((box) => box.player === 1);
    const n = String(player + this.#page.before);
    const found = game.columns.length > 1 ? game.columns.find(({ id }) => id === column) : undefined;
    const label = found === undefined ? "" : columnLabel(language, found);
    const who = isAlone ? "" : language.translate("sheet.made-up-name", { n });
    return [who, label].filter((part) => part !== "");
  }
}

function rowOf({ category, line }: PadBox): string {
  return category ?? line ?? "";
}

function areaOf({ xMm, yMm, widthMm, heightMm }: Area): Area {
  return { xMm, yMm, widthMm, heightMm };
}

/** A name stands on one line in the middle of its cell, and viewers put a single line of a high field where they like. */
function lineIn({ xMm, yMm, widthMm, heightMm, upwards }: PadBlank): Area {
  const lineMm = Math.min(NAME_MM, upwards ? widthMm : heightMm);
  if (!upwards) return { xMm, yMm: yMm + (heightMm - lineMm) / 2, widthMm, heightMm: lineMm };
  const inset = { yMm: yMm + INSET_MM, heightMm: heightMm - 2 * INSET_MM };
  return { xMm: xMm + (widthMm - lineMm) / 2, widthMm: lineMm, ...inset };
}

/** Viewers show half points well. */
function rounded(pt: number): number {
  return Math.floor(pt * 2) / 2;
}
