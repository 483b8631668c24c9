import sharp from "sharp";
import { type Chance, chanceFor } from "../../photos/chance.ts";

/** What looks like a score pad and is none. */
export const THINGS = ["crossword", "spreadsheet", "empty table", "screen", "page of a book"] as const;
export type Thing = (typeof THINGS)[number];

const WIDTH = 1500;
const HEIGHT = 2000;
const MARGIN = 150;

/** A photo of a thing, as JPEG. The same number always gives the same photo. */
export function photoOf(thing: Thing, number: number): Promise<Uint8Array> {
  const chance = chanceFor(number, thing);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif">
<rect width="100%" height="100%" fill="#f4f2ee"/>${drawn(thing, chance)}</svg>`;
  return sharp(Buffer.from(svg))
    .rotate(chance.between(-6, 6), { background: "#6b5a48" })
    .blur(chance.between(0.6, 1.4))
    .modulate({ brightness: chance.between(0.75, 1) })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function drawn(thing: Thing, chance: Chance): string {
  switch (thing) {
    case "crossword":
      return crossword(chance);
    case "spreadsheet":
      return table(chance, 20, 6, () => String(chance.whole(0, 999)), "#222");
    case "empty table":
      return table(chance, chance.whole(14, 24), chance.whole(3, 8), () => "", "#222");
    case "screen":
      return `<rect width="100%" height="100%" fill="#101418"/>${table(chance, 19, 5, () => String(chance.whole(1, 60)), "#d8dde2")}`;
    case "page of a book":
      return bookPage(chance);
    default:
      return thing satisfies never;
  }
}

function crossword(chance: Chance): string {
  const count = chance.whole(12, 18);
  const side = (WIDTH - 2 * MARGIN) / count;
  return grid(count, count, (row, column) => {
    const [x, y] = [MARGIN + column * side, MARGIN + row * side];
    const box = `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${chance.isSo(0.2) ? "#111" : "none"}" stroke="#111" stroke-width="3"/>`;
    const letter = chance.isSo(0.5) ? String.fromCharCode(65 + chance.whole(0, 25)) : "";
    return box + text(x + side / 3, y + side * 0.72, side * 0.55, letter, "#224");
  });
}

/** A ruled table with words on its left. */
function table(chance: Chance, rows: number, columns: number, content: () => string, ink: string): string {
  const [wide, label] = [(WIDTH - 2 * MARGIN) / (columns + 2), 2 * ((WIDTH - 2 * MARGIN) / (columns + 2))];
  const high = (HEIGHT - 2 * MARGIN) / rows;
  const cells = grid(rows, columns + 1, (row, column) => {
    const x = column === 0 ? MARGIN : MARGIN + label + (column - 1) * wide;
    const y = MARGIN + row * high;
    const words = column === 0 ? word(chance) : content();
    const box = `<rect x="${x}" y="${y}" width="${column === 0 ? label : wide}" height="${high}" fill="none" stroke="${ink}" stroke-width="3"/>`;
    return box + text(x + 16, y + high * 0.66, high * 0.42, words, ink);
  });
  return cells;
}

function bookPage(chance: Chance): string {
  const lines = Array.from({ length: 34 }, (_, line) =>
    text(MARGIN, MARGIN + line * 50, 34, Array.from({ length: 11 }, () => word(chance)).join(" "), "#222"),
  );
  return lines.join("");
}

function word(chance: Chance): string {
  return Array.from({ length: chance.whole(3, 9) }, () => String.fromCharCode(97 + chance.whole(0, 25))).join(
    "",
  );
}

function text(x: number, y: number, size: number, words: string, colour: string): string {
  return words === "" ? "" : `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}">${words}</text>`;
}

function grid(rows: number, columns: number, cell: (row: number, column: number) => string): string {
  return Array.from({ length: rows * columns }, (_, at) => cell(Math.floor(at / columns), at % columns)).join(
    "",
  );
}
