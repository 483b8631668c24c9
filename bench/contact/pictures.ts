import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { withTitleFace } from "../../src/files/package/fonts.ts";
import { loadStyle } from "../../src/files/package/templates.ts";
import { dressSheet } from "../../src/print/style/dress-sheet.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { FAMILY } from "../../tests/support/pads.ts";
import { rasterize } from "./ink.ts";
import type { ContactSheet } from "./sheets.ts";

const DPI = 60;
const GAP_PX = 8;

/** Draws contact sheets in a style: a picture for each game, language and paper, with the sheets for all numbers of players side by side. Needs poppler-utils. @returns the number of pictures */
export async function drawContactSheets(
  sheets: Iterable<ContactSheet>,
  named: string | undefined,
  folder: string,
): Promise<number> {
  const style = need(await loadStyle(named));
  const family = await withTitleFace(FAMILY, style.face);
  const strips = new Map<string, ContactSheet[]>();
  for (const sheet of sheets) {
    const name = [sheet.id, sheet.language, sheet.paper, ...(named === undefined ? [] : [named])].join("-");
    strips.set(name, [...(strips.get(name) ?? []), sheet]);
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, strip] of strips) {
    const drawn: Buffer[] = [];
    for (const { layout } of strip)
      drawn.push(await rasterize(dressSheet(layout, style, family), DPI, "-png", family));
    const joined = { across: drawn.length, shim: GAP_PX, background: "#999" };
    await (drawn.length === 1 ? sharp(drawn[0]) : sharp(drawn, { join: joined }))
      .png()
      .toFile(join(folder, `${name}.png`));
  }
  return strips.size;
}
