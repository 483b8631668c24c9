import PDFDocument from "pdfkit";
import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { PIPS } from "../../photos/camera/damage.ts";
import type { PadLanguage } from "../../photos/sheets/plan.ts";
import type { Colour, Design } from "./design.ts";
import { type StoreBoughtCell, type StoreBoughtLayout, isHeading } from "./lay-out.ts";
import { labelOf, noteOf } from "./words.ts";

type Pdf = InstanceType<typeof PDFDocument>;

/** A store-bought pad as a PDF of one page, in the colours of its printer. */
export function drawStoreBought(layout: StoreBoughtLayout, language: PadLanguage): Promise<Uint8Array> {
  const { page, design, cells } = layout;
  const size: [number, number] = [page.widthMm * PT_PER_MM, page.heightMm * PT_PER_MM];
  const pdf = new PDFDocument({ size, margin: 0 });
  const done = collected(pdf);
  pdf.scale(PT_PER_MM);
  for (const cell of cells) tintCell(pdf, cell, layout);
  if (design.heading === "bar")
    for (const cell of cells) if (isOnBar(cell, layout)) paintBar(pdf, cell, design);
  for (const { fromXMm, fromYMm, toXMm, toYMm, weightPt } of layout.rules)
    pdf
      .moveTo(fromXMm, fromYMm)
      .lineTo(toXMm, toYMm)
      .lineWidth(weightPt / PT_PER_MM)
      .lineCap("square")
      .stroke(colourOf(design.lineColour));
  for (const cell of cells) fillCell(pdf, cell, layout, language);
  drawHead(pdf, layout);
  pdf.end();
  return done;
}

function collected(pdf: Pdf): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
    pdf.on("error", reject);
  });
}

function colourOf([red, green, blue]: Colour): [number, number, number] {
  return [red, green, blue];
}

/** Whether a cell lies on the dark bar of a heading, which is as wide as the labels. */
function isOnBar({ row, label }: StoreBoughtCell, { pad, design }: StoreBoughtLayout): boolean {
  return design.heading === "bar" && label !== null && pad.tables.some((table) => isHeading(table, row));
}

function paintBar(pdf: Pdf, { xMm, yMm, widthMm, heightMm }: StoreBoughtCell, { textColour }: Design): void {
  pdf.rect(xMm, yMm, widthMm, heightMm).fill(colourOf(textColour));
}

const WHITE: Colour = [255, 255, 255];

function isSum({ row }: StoreBoughtCell): boolean {
  return row.holds.kind === "line";
}

function tintCell(pdf: Pdf, cell: StoreBoughtCell, { design, cells }: StoreBoughtLayout): void {
  const { sumTint, zebraTint, labelTint } = design;
  const rows = [...new Set(cells.map(({ row }) => row))];
  const isOdd = rows.indexOf(cell.row) % 2 === 1;
  const tint =
    isSum(cell) && sumTint
      ? sumTint
      : cell.label !== null && labelTint
        ? labelTint
        : isOdd
          ? zebraTint
          : null;
  if (tint === null || cell.row.holds.kind === "names") return;
  pdf.rect(cell.xMm, cell.yMm, cell.widthMm, cell.heightMm).fill(colourOf(tint));
}

function fillCell(pdf: Pdf, cell: StoreBoughtCell, layout: StoreBoughtLayout, language: PadLanguage): void {
  const { design, pad } = layout;
  const { holds } = cell.row;
  if (cell.entry !== null) {
    if (holds.kind === "names") drawHeadCell(pdf, cell, design);
    const { inCells } = design;
    const isMarked = inCells !== null && "id" in holds && (inCells.where === "all" || isSum(cell));
    if (isMarked) cellText(pdf, cell, inCells.text, 0.28, inCells.colour, design.font, "right");
    return;
  }
  const text = cell.label === 0 ? labelOf(holds, pad.game, language) : noteOf(holds, pad.game, language);
  if (cell.label === 0 && design.hasDice && drawDice(pdf, cell, layout)) return;
  const colour = isOnBar(cell, layout) ? WHITE : design.textColour;
  cellText(pdf, cell, text, 0.42, colour, isSum(cell) ? design.boldFont : design.font, "left");
}

function drawHeadCell(pdf: Pdf, cell: StoreBoughtCell, design: Design): void {
  const at = cell.entry ?? 0;
  const text = { letters: String.fromCharCode(65 + at), numbers: String(at + 1), blank: "" }[design.head];
  cellText(pdf, cell, text, 0.3, design.textColour, design.font, "left");
}

/** Writes a line of text into a cell, as high as a share of it. */
function cellText(
  pdf: Pdf,
  { xMm, yMm, widthMm, heightMm }: StoreBoughtCell,
  text: string,
  share: number,
  colour: Colour,
  font: string,
  align: "left" | "right",
): void {
  if (text === "") return;
  pdf.font(font).fillColor(colourOf(colour));
  const inset = 0.9;
  let size = Math.min(share * heightMm * 1.3, 4.2);
  while (pdf.fontSize(size).widthOfString(text) > widthMm - 2 * inset && size > 1.2) size *= 0.93;
  const wide = pdf.fontSize(size).widthOfString(text);
  const x = align === "left" ? xMm + inset : xMm + widthMm - inset - wide;
  const y = align === "left" ? yMm + (heightMm - size) / 2 : yMm + heightMm - size * 1.15;
  pdf.text(text, x, y, { lineBreak: false });
}

/** Three dice with the face of an upper box. @returns whether it is one */
function drawDice(pdf: Pdf, cell: StoreBoughtCell, { pad, design }: StoreBoughtLayout): boolean {
  const { holds } = cell.row;
  if (holds.kind !== "category") return false;
  const [upper] = pad.game.sections;
  const face = 1 + (upper?.categories ?? []).findIndex(({ id }) => id === holds.id);
  const pips = PIPS[face];
  if (pips === undefined || upper?.categories.length !== 6) return false;
  const side = Math.min(0.66 * cell.heightMm, cell.widthMm / 4);
  for (let die = 0; die < 3; die++) {
    const x = cell.xMm + 1.2 + die * side * 1.15;
    const y = cell.yMm + (cell.heightMm - side) / 2;
    pdf
      .roundedRect(x, y, side, side, side / 5)
      .lineWidth(0.2)
      .stroke(colourOf(design.textColour));
    for (const [dx, dy] of pips)
      pdf
        .circle(x + side * (0.5 + 0.26 * dx), y + side * (0.5 + 0.26 * dy), side * 0.09)
        .fill(colourOf(design.textColour));
  }
  return true;
}

/** Title, logo, a line for a name, and what is at the foot. */
function drawHead(pdf: Pdf, { page, design }: StoreBoughtLayout): void {
  const { marginMm, headMm, footMm, title, hasLogo, boldFont, font, textColour, rules } = design;
  const size = Math.min(0.5 * headMm, 9);
  pdf.font(boldFont).fontSize(size).fillColor(colourOf(textColour));
  pdf.text(title, marginMm, marginMm, { lineBreak: false });
  if (hasLogo) {
    const side = Math.min(0.75 * headMm, 14);
    pdf
      .roundedRect(page.widthMm - marginMm - side, marginMm, side, side * 0.8, 1.5)
      .fill(colourOf(textColour));
    pdf.fontSize(side * 0.5).fillColor("white");
    pdf.text("X", page.widthMm - marginMm - 0.7 * side, marginMm + 0.15 * side, { lineBreak: false });
  }
  pdf
    .font(font)
    .fontSize(Math.min(2.6, 0.6 * footMm))
    .fillColor(colourOf(textColour));
  pdf.text(rules, marginMm, page.heightMm - marginMm - 0.7 * footMm, { lineBreak: false });
}
