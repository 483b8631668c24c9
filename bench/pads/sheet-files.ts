import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findRuns } from "../../src/print/shapes/figures.ts";
import { type Mark, type RecordedSheet, recordSheet } from "./recorded-sheet.ts";

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  bold: require.resolve("@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
} as const;
const WEIGHTS = { regular: 400, bold: 700 } as const;

/**
 * Writes what the other programs draw from: `sheet.json` and a picture `S….svg` for what sheets have in common, `pages.tsv` and
 * `symbols.bin` for what differs from page to page. They get the modules of each code for nothing.
 */
export function writeSheetFiles(folder: string, pages: number): RecordedSheet {
  mkdirSync(folder, { recursive: true });
  const sheet = recordSheet(pages);
  const { pageOf, ...shared } = sheet;
  writeFileSync(join(folder, "sheet.json"), JSON.stringify({ ...shared, fonts: FONTS }));
  for (const [name, marks] of Object.entries(sheet.stamps))
    writeFileSync(join(folder, `${name}.svg`), svgOf(sheet, marks));
  const lines: string[] = [];
  const symbols = openSync(join(folder, "symbols.bin"), "w");
  for (let number = 1; number <= pages; number++) {
    const { stamps, bits, texts } = pageOf(number);
    writeSync(symbols, bits);
    lines.push([stamps.join(" "), ...texts].join("\t"));
  }
  closeSync(symbols);
  writeFileSync(join(folder, "pages.tsv"), `${lines.join("\n")}\n`);
  copyFileSync(new URL("contenders/book.typ", import.meta.url), join(folder, "book.typ"));
  return sheet;
}

/** Writes the first pages as a page of HTML, for browsers and their kind. */
export function writeHtml(file: string, sheet: RecordedSheet, pages: number): void {
  const { widthMm, heightMm } = sheet.page;
  const faces = Object.entries(FONTS).map(
    ([weight, file]) =>
      `@font-face{font-family:"Source Sans 3";font-weight:${WEIGHTS[weight as keyof typeof WEIGHTS]};src:url("${pathToFileURL(file)}")}`,
  );
  const style = `@page{size:${widthMm}mm ${heightMm}mm;margin:0}*{margin:0}${faces.join("")}
section{position:relative;width:${widthMm}mm;height:${heightMm}mm;break-after:page;overflow:hidden}
section>*{position:absolute}img{left:0;top:0;width:${widthMm}mm}p{font-family:"Source Sans 3";line-height:0;white-space:pre}`;
  const sections = Array.from({ length: pages }, (_, at) => htmlPage(sheet, at + 1));
  const html = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Yazzo</title><style>${style}</style>${sections.join("\n")}`;
  writeFileSync(file, html);
}

function htmlPage({ symbol, texts, pageOf }: RecordedSheet, number: number): string {
  const page = pageOf(number);
  const pictures = page.stamps.map((name) => `<img src="${name}.svg">`);
  const { widthMm, heightMm, rows, columns, places } = symbol;
  const path = Array.from({ length: rows }, (_, row) =>
    findRuns(modulesOf(page.bits, row, columns))
      .map(([from, to]) => `M${from} ${row}h${to - from}v1h${from - to}z`)
      .join(""),
  ).join("");
  const codes = places.map(
    ({ xMm, yMm }) =>
      `<svg style="left:${xMm}mm;top:${yMm}mm;width:${widthMm}mm;height:${heightMm}mm" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none"><path d="${path}"/></svg>`,
  );
  const words = texts.map(({ xMm: x, baselineMm, sizePt, weight, ink }, at) => {
    // A line of no height has its base line a third of the size below its middle, with these fonts.
    const top = baselineMm - (sizePt * 0.31 * 25.4) / 72;
    const style = `left:${x}mm;top:${top}mm;font-size:${sizePt}pt;font-weight:${WEIGHTS[weight]};color:${css(ink)}`;
    return `<p style="${style}">${escaped(page.texts[at] ?? "")}</p>`;
  });
  return `<section>${pictures.join("")}${codes.join("")}${words.join("")}</section>`;
}

function modulesOf(bits: Uint8Array, row: number, columns: number): boolean[] {
  const bytes = Math.ceil(columns / 8);
  return Array.from(
    { length: columns },
    (_, column) => ((bits[row * bytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0,
  );
}

/** A drawing with its fonts inside, because pictures may load nothing. */
function svgOf({ page: { widthMm, heightMm } }: RecordedSheet, marks: readonly Mark[]): string {
  const used = new Set(marks.flatMap((mark) => (mark.kind === "text" ? mark.weight : [])));
  const faces = [...used].map((weight) => {
    const font = readFileSync(FONTS[weight]).toString("base64");
    return `@font-face{font-family:"Source Sans 3";font-weight:${WEIGHTS[weight]};src:url(data:font/ttf;base64,${font})}`;
  });
  const size = `width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 ${widthMm} ${heightMm}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${faces.join("")}</style>${marks.map(svgMark).join("")}</svg>`;
}

function svgMark(mark: Mark): string {
  switch (mark.kind) {
    case "fill":
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" fill="${css(mark.ink)}"/>`;
    case "line": {
      const [[x1, y1], [x2, y2]] = [mark.from, mark.to];
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${css(mark.ink)}" stroke-width="${mark.weight}"/>`;
    }
    case "text": {
      const place = `translate(${mark.x} ${mark.baseline})${mark.upwards ? " rotate(-90)" : ""}`;
      const sizeMm = (mark.sizePt * 25.4) / 72;
      const font = `font-family="'Source Sans 3'" font-size="${sizeMm}" font-weight="${WEIGHTS[mark.weight]}"`;
      return `<text transform="${place}" ${font} fill="${css(mark.ink)}">${escaped(mark.text)}</text>`;
    }
    case "modules":
      return `<path d="${mark.rectangles.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`).join("")}"/>`;
    case "rounded":
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" rx="${mark.radius}" ${paint(mark)}/>`;
    case "circle":
      return `<circle cx="${mark.x}" cy="${mark.y}" r="${mark.radius}" ${paint(mark)}/>`;
    case "path":
      return `<path d="M${mark.points.map((point) => point.join(" ")).join("L")}" ${paint(mark)}/>`;
  }
}

function paint({ fill, line }: Extract<Mark, { fill: unknown }>): string {
  const filled = `fill="${fill === null ? "none" : css(fill)}"`;
  if (line === null) return filled;
  return `${filled} stroke="${css(line.ink)}" stroke-width="${line.weight}" stroke-linecap="round" stroke-linejoin="round"`;
}

function css(ink: number): string {
  const level = Math.round(255 * (1 - ink));
  return `rgb(${level},${level},${level})`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** A file next to this one. */
export function besides(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
