import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { gameReference } from "../../../src/check/sheet.ts";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { need, success } from "../../../src/rules/problem/problem.ts";
import type { Pad } from "../../../src/scan/pads/pad.ts";
import { columnsPerPlayer, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { readPadFile } from "../../../src/scan/pads/pad-file.ts";
import { shippedGame } from "../../../tests/support/games.ts";
import type { Stationery } from "../../photos/camera/photograph.ts";
import { chanceFor } from "../../photos/chance.ts";
import { keep, type PrintedSheet, rasterise } from "../../photos/print.ts";
import { fillPad, type PlannedSheet, type SheetWish, withEasyMistake } from "../../photos/sheets/plan.ts";
import { HEADINGS, pickDesign } from "./design.ts";
import { drawStoreBought } from "./draw.ts";
import { inventPad, SOLD_GAMES } from "./invent.ts";
import { asPadLayout, type StoreBoughtLayout, layOutStoreBought } from "./lay-out.ts";
import { isInSeries, padPhotoOf } from "./series.ts";

/** About as fine as printing shops print, and no finer than photos show. */
const DOTS_PER_INCH = 300;

/** Store-bought pads: those that the program knows, and pads of our own invention. */
export interface StoreBoughtPads extends Stationery {
  /** The pad of a photo: one that is shipped, or one that only its own file describes. */
  padOf(photo: number): { readonly pad: Pad; readonly isShipped: boolean; readonly file: string | null };
}

export async function openStoreBoughtPads(): Promise<StoreBoughtPads> {
  const shipped = await shippedPads();
  const drawn = new Map<PadLayout, StoreBoughtLayout>();
  const padOf = (photo: number) => pickPad(photo, shipped);
  const plan = (photo: number, topic: string, wish: SheetWish): PlannedSheet => {
    const { pad } = padOf(photo);
    const chance = chanceFor(photo, `bought ${topic}`);
    const layout = pickLayout(pad, padPhotoOf(photo));
    const layoutOf = asPadLayout(layout);
    drawn.set(layoutOf, layout);
    const language = chanceFor(padPhotoOf(photo), "language").pick(["de", "en", "sv"] as const);
    const places = layout.columns / columnsPerPlayer(pad);
    const blank = { language, paper: "store-bought", places, number: 0, layout: layoutOf, fewestPlayers: 1 };
    for (let attempt = 0; attempt < 40; attempt++) {
      const planned = fillPad(pad.game, blank, attempt < 20 ? wish : withEasyMistake(wish), chance);
      if (planned !== null && canBeWritten(planned, pad)) return planned;
    }
    return plan(photo, `${topic}, again`, { ...wish, mistake: null, isHalfFilled: true });
  };
  return {
    padOf,
    plan,
    print: async (planned, cache) => {
      const layout = drawn.get(planned.layout);
      if (layout === undefined) throw new Error("a pad that was not planned here");
      return printStoreBought(await drawStoreBought(layout, planned.language), cache);
    },
  };
}

/** Photos from this number on show the shipped pads in turn, each with every kind of heading. */
const IN_TURN = 20_000;

function isInTurn(photo: number): boolean {
  return photo >= IN_TURN;
}

function inTurn<T>(at: number, things: readonly T[]): T {
  return getElement(things, at % things.length);
}

/** Of photos: the pad is one that is shipped. */
const SHIPPED_SHARE = 0.5;

function pickPad(photo: number, shipped: readonly Pad[]) {
  const chance = chanceFor(padPhotoOf(photo), "pad");
  if (isInTurn(photo)) {
    const pad = inTurn(Math.floor((photo - IN_TURN) / HEADINGS.length), shipped);
    return { pad, isShipped: true, file: null };
  }
  if (!isInSeries(photo) && chance.isSo(SHIPPED_SHARE))
    return { pad: chance.pick(shipped), isShipped: true, file: null };
  const game = shippedGame(chance.pick(SOLD_GAMES));
  const file = inventPad(`invented-${photo}`, game, chance);
  const pad = need(readPadFile(`invented-${photo}.yaml`, file, () => success(game)));
  return { pad, isShipped: false, file };
}

function pickLayout(pad: Pad, photo: number): StoreBoughtLayout {
  const chance = chanceFor(photo, "design");
  const { min, max } = pad.tables[0]?.entries ?? { min: 1, max: 1 };
  const drawn = Math.max(min, Math.min(max, chance.whole(1, 8)));
  const columns = drawn - (drawn % columnsPerPlayer(pad));
  const isBeside = pad.tables.length === 2 && columns < 4 && chance.isSo(0.5);
  // Drawn apart, so that everything else stays as it is.
  const heading = isInTurn(photo) ? inTurn(photo, HEADINGS) : chanceFor(photo, "heading").pick(HEADINGS);
  return layOutStoreBought(pad, columns, pickDesign(chance, columns, heading), isBeside);
}

/**
 * Whether everything that counts has a place on the pad: extra points without a row would spoil the total, and a mistake in a line that is
 * not there would be none.
 */
function canBeWritten({ sheet, faults }: PlannedSheet, pad: Pad): boolean {
  const lines = rowsOfPad(pad).flatMap(({ holds }) => (holds.kind === "line" ? [holds.id] : []));
  const { lines: known } = gameReference(pad.game);
  if (faults.some(({ row }) => row !== null && known.has(row) && !lines.includes(row))) return false;
  const isPrinted = lines.includes(EXTRA_POINTS);
  const extra = sheet.players.flatMap(({ columnLines, sheetLines }) =>
    [...columnLines.values(), sheetLines].map((lines) => lines.get(EXTRA_POINTS) ?? 0),
  );
  return isPrinted || extra.every((value) => value === 0);
}

const EXTRA_POINTS = "repeats";

async function printStoreBought(pdf: Uint8Array, cache: string): Promise<PrintedSheet> {
  const name = createHash("sha256").update(pdf).digest("hex").slice(0, 20);
  const file = join(cache, `${name}-rgb.png`);
  if (!existsSync(file)) keep(file, await pngOf(await rasterise(pdf, DOTS_PER_INCH, "rgb")));
  const image = sharp(file);
  const { data, info } = await image.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const grey = await image.greyscale().raw().toBuffer();
  const size = { widthPx: info.width, heightPx: info.height, pxPerMm: DOTS_PER_INCH / 25.4 };
  return { ...size, grey: new Uint8Array(grey), rgb: new Uint8Array(data) };
}

/** From a portable pixmap in its binary form. */
function pngOf(bytes: Buffer): Promise<Buffer> {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 64));
  if (head === null) throw new Error("pdftoppm wrote something that is no picture in colour");
  const [width, height] = [Number(head[1]), Number(head[2])];
  const pixels = bytes.subarray(head[0].length, head[0].length + 3 * width * height);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}
