import sharp from "sharp";
import { rulesFamily } from "../../src/files/package/fonts.ts";
import { preparePad } from "../../src/files/print/pads.ts";
import { MM_PER_PT } from "../../src/print/geometry.ts";
import { sheetSvg } from "../../src/print/pad/draw-sheet.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { language } from "./languages.ts";

/**
 * A sheet of a game for one player, with numbers in some of its boxes, as a camera sees it that looks straight down.
 *
 * @param numbers or strike marks by the id of a box or of a line
 * @throws if the sheet has not exactly one place for each number
 */
export async function photoOfSheet(
  game: Game,
  numbers: Readonly<Record<string, number | string>>,
): Promise<Buffer> {
  const choices = { paper: "a5", players: 1 } as const;
  const { layout, family } = await preparePad(game, language("en"), choices);
  const { hand } = await rulesFamily();
  const written = layout.boxes.flatMap(({ category, line, xMm, yMm, widthMm, heightMm }) => {
    const number = numbers[category ?? line ?? ""];
    if (number === undefined) return [];
    const sizePt = 0.75 * (heightMm / MM_PER_PT);
    const [left, base] = [xMm + (widthMm - hand.width(String(number), sizePt)) / 2, yMm + 0.78 * heightMm];
    return [`<path transform="translate(${left} ${base})" d="${hand.outline(String(number), sizePt)}"/>`];
  });
  const wanted = Object.keys(numbers).length;
  if (written.length !== wanted) throw new Error(`${written.length} of ${wanted} numbers have a place`);
  const ink = `<g fill="#14327a" stroke="#14327a" stroke-width="0.2">${written.join("")}</g>`;
  const svg = sheetSvg(layout, family).replace(/<\/svg>\s*$/, `${ink}</svg>`);
  const sheet = sharp(Buffer.from(svg), { density: 200 }).flatten({ background: "#fff" });
  return sheet.extend({ top: 60, bottom: 60, left: 60, right: 60, background: "#555" }).jpeg().toBuffer();
}
