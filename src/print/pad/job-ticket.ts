import { PdfBlock } from "../pdf/block.ts";
import { pressInk } from "../pdf/colour.ts";
import { PDF_X, PRINT_CONDITION } from "../pdf/kit.ts";
import type { Sink } from "../pdf/object-file.ts";
import { type TypeFamily, wrapWords } from "../fonts/typeface.ts";
import { A4, type Area, type Size } from "../geometry.ts";
import type { PrintSettings } from "../imposition/imposition.ts";
import { joinWords } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import type { Branding, Look } from "../brand.ts";
import type { NumberSpan } from "../layout/sheet-code.ts";
import { dieShapes } from "../shapes/figures.ts";
import { drawLogo } from "./draw-sheet.ts";

/** The job of a print shop. */
export interface PrintJob {
  readonly language: Language;
  /** The name of the game. */
  readonly game: string;
  /** The faces of its dice: pips, or words for the symbols that they show. */
  readonly faces: readonly (number | string)[];
  readonly branding: Branding;
  readonly look: Look;
  /** The sheet once it is cut. */
  readonly sheet: Size;
  readonly settings: PrintSettings;
  /** All sheets, without separators. */
  readonly sheets: number;
  /** The sheets of a block, in front of which is a separator; null without blocks. */
  readonly blockSheets: number | null;
  readonly numbers: NumberSpan | null;
  /** The names of its files, without folders. */
  readonly files: Readonly<Record<"pad" | "cover", string>>;
  readonly madeAt: Date;
}

/** A line of a job ticket. */
interface TicketLine {
  readonly label: string;
  readonly words: string;
}

/** What a print shop needs to know about a block. */
function ticketLines(job: PrintJob): TicketLine[] {
  const { language, game, branding, sheet, settings, sheets, blockSheets, numbers, files } = job;
  const label = (key: string) => language.translate(`ticket.${key}.label`);
  const line = (key: string, values: Record<string, string | number>): TicketLine => ({
    label: label(key),
    words: language.translate(`ticket.${key}.words`, values),
  });
  const sides = settings.back === null ? 1 : 2;
  const blocks = blockSheets === null ? 0 : sheets / blockSheets;
  const name = branding.title === null ? game : `${branding.title} · ${game}`;
  const mm = ({ widthMm, heightMm }: Size) => `${widthMm} × ${heightMm} mm`;
  return [
    { label: label("job"), words: name },
    line("file", { file: files.pad, standard: PDF_X, n: (sheets + blocks) * sides }),
    line("size", { size: mm(sheet), bleed: settings.bleedMm ?? 0, marks: String(settings.cropMarks) }),
    line("sheets", {
      n: blockSheets ?? sheets,
      blocks,
      numbered: String(numbers !== null),
      from: numbers?.from ?? 0,
      to: numbers?.to ?? 0,
    }),
    line("sides", { n: sides }),
    { label: label("colours"), words: describeColours(job) },
    line("paper", { condition: PRINT_CONDITION.identifier }),
    line("binding", { edge: settings.glueEdge, mm: settings.glueMm }),
    line("board", { file: files.cover }),
    { label: label("made"), words: job.madeAt.toISOString().slice(0, 10) },
  ];
}

/** The inks of a block, by name. */
function describeColours({ language, look }: PrintJob): string {
  const black = language.translate("ticket.colours.black");
  if (look.accent === null) return black;
  const { spot, cmyk } = pressInk(look.accent);
  if (spot === null) return language.translate("ticket.colours.process", { cmyk: percent(cmyk) });
  const ink = language.translate("ticket.colours.spot", { ink: spot, cmyk: percent(cmyk) });
  return joinWords(language, [black, ink], "and");
}

const percent = (shares: readonly number[]) => shares.map((share) => Math.round(share * 100)).join(" / ");

/** The job ticket as text, for a mail. */
export function ticketText(job: PrintJob): string {
  const lines = ticketLines(job);
  const wide = Math.max(...lines.map(({ label }) => label.length)) + 2;
  const rows = lines.map(({ label, words }) => `${`${label}:`.padEnd(wide)}${words}`);
  return `${job.language.translate("ticket.title")}\n\n${rows.join("\n")}\n`;
}

const TICKET = { marginMm: 20, labelMm: 42, titlePt: 18, textPt: 11, leadingMm: 5.6, gapMm: 3 } as const;

/** Draws the job ticket as a page of A4. */
export async function writeTicket(job: PrintJob, family: TypeFamily, sink: Sink): Promise<void> {
  const { language } = job;
  const { marginMm, labelMm, titlePt, textPt, leadingMm, gapMm } = TICKET;
  const title = language.translate("ticket.title");
  const block = new PdfBlock({ title, language: language.code, fonts: family }, sink);
  const roomMm = A4.widthMm - 2 * marginMm - labelMm;
  const page = block.stamp(A4, (on) => {
    on.text({ text: title, xMm: marginMm, baselineMm: 30, sizePt: titlePt, weight: "bold", ink: 1 });
    let baselineMm = 46;
    for (const { label, words } of ticketLines(job)) {
      const style = { sizePt: textPt, ink: 1 };
      on.text({ text: label, xMm: marginMm, baselineMm, weight: "bold", ...style });
      for (const text of wrapWords(words, roomMm, family.regular, textPt)) {
        on.text({ text, xMm: marginMm + labelMm, baselineMm, weight: "regular", ...style });
        baselineMm += leadingMm;
      }
      baselineMm += gapMm;
    }
  });
  await block.page(A4, (on) => on.press(page));
  await block.finish();
}

/** Covers with fewer dice don't draw them larger. */
const FEWEST_ACROSS = 6;
const COVER = { marginShare: 0.12, maxNamePt: 44, maxSmallPt: 16, dieGap: 0.25, logoShare: 0.18 } as const;

/** Draws the cover of a backing board on a page like those of the pad: the branding's title, dice, the name of the game, and the logo. */
export async function writeCover(job: PrintJob, family: TypeFamily, sink: Sink): Promise<void> {
  const { language, game, faces, branding, look, sheet, settings, madeAt } = job;
  const title = branding.title ?? game;
  const information = { title, language: language.code, fonts: family, pressDate: madeAt };
  const block = new PdfBlock(information, sink);
  const stamp = block.stamp(sheet, (on) => {
    const marginMm = COVER.marginShare * sheet.widthMm;
    const roomMm = sheet.widthMm - 2 * marginMm;
    const drawCentredText = (text: string, weight: keyof TypeFamily, maxPt: number, baselineMm: number) => {
      const sizePt = Math.min(maxPt, roomMm / family[weight].width(text, 1));
      const xMm = (sheet.widthMm - family[weight].width(text, sizePt)) / 2;
      on.text({ text, xMm, baselineMm, sizePt, weight, ink: look.accent ?? 1 });
    };
    const { maxNamePt, maxSmallPt, dieGap } = COVER;
    if (branding.title !== null) drawCentredText(branding.title, "bold", maxNamePt, 0.22 * sheet.heightMm);
    if (branding.subtitle !== null)
      drawCentredText(branding.subtitle, "regular", maxSmallPt, 0.28 * sheet.heightMm);
    const across = (dice: number) => dice + (dice - 1) * dieGap;
    const sideMm = roomMm / across(Math.max(FEWEST_ACROSS, faces.length));
    const fromMm = (sheet.widthMm - sideMm * across(faces.length)) / 2;
    const yMm = 0.45 * sheet.heightMm - sideMm / 2;
    for (const [at, face] of faces.entries())
      on.shapes(dieShapes(face), { xMm: fromMm + at * sideMm * (1 + dieGap), yMm, sideMm });
    drawCentredText(game, "bold", maxNamePt, 0.62 * sheet.heightMm);
    if (branding.logoRatio !== null) {
      const heightMm = Math.min(COVER.logoShare * sheet.heightMm, roomMm / branding.logoRatio);
      const widthMm = heightMm * branding.logoRatio;
      const yMm = 0.76 * sheet.heightMm - heightMm / 2;
      drawLogo(on, { xMm: (sheet.widthMm - widthMm) / 2, yMm, widthMm, heightMm }, look);
    }
    if (branding.footer !== null)
      drawCentredText(branding.footer, "regular", maxSmallPt, 0.9 * sheet.heightMm);
  });
  const bleedMm = settings.bleedMm ?? 0;
  const trim: Area = { ...sheet, xMm: bleedMm, yMm: bleedMm };
  const page = { widthMm: sheet.widthMm + 2 * bleedMm, heightMm: sheet.heightMm + 2 * bleedMm };
  const bleed: Area = { ...page, xMm: 0, yMm: 0 };
  await block.page({ ...page, trim, bleed }, (on) =>
    on.at({ ...trim, isTurned: false }, (place) => place.press(stamp)),
  );
  await block.finish();
}
