import { readFileSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import type { Language } from "../../../i18n/language.ts";
import { platform } from "../../../platform/node.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { openQuestions, type PhotoSheet } from "../../../scan/photo-sheet.ts";
import { boxMarks, drawnMarks } from "../../../scan/report/annotation.ts";
import { eveningCsv } from "../../../check/evening.ts";
import { type Evening, eveningsOf } from "../../../check/evening.ts";
import { drawnLegend, legendOf } from "../../../scan/report/annotation.ts";
import { boxesToShow, type PagePictures, type PageSheet } from "../../../scan/report/report-page.ts";
import { reportPage } from "../../../scan/report/report-page.ts";
import { photoYaml } from "../../../scan/report/sheet-yaml.ts";
import type { SheetPicture } from "../../../scan/scan.ts";
import { fail, need } from "../../console/failure.ts";
import { writeWhole } from "../../files/files.ts";
import { typeFamily, webFonts } from "../../files/fonts.ts";
import { TEMPLATES } from "../../files/package.ts";
import { shippedTemplate } from "../../files/templates.ts";
import { type Checked, checkedSheets, type CheckFlags, rejectsOf } from "./job.ts";
import { rankingTable } from "./report.ts";

/** A file to be written. */
interface Output {
  readonly file: string;
  readonly flag: string;
  readonly content: () => Promise<string | Uint8Array> | string;
}

/** Writes every file that was asked for: pictures, typed sheets, the page, the ranking; gives their names. */
export async function writeOutputs(
  checked: readonly Checked[],
  flags: CheckFlags,
  language: Language,
): Promise<string[]> {
  const outputs = [
    ...pictures(checked, flags, language),
    ...savedSheets(checked, flags, language),
    ...page(checked, flags, language),
    ...ranking(checked, flags, language),
  ];
  const inputs = checked.flatMap(({ file, result }) =>
    result.ok ? [file, ...(result.value.photo?.files ?? [])] : [file],
  );
  for (const { file, flag } of outputs) spareInputs([file], inputs, flag);
  for (const { file, flag, content } of outputs) await writeWhole(file, await content(), flag);
  return outputs.map(({ file }) => file);
}

function photosOf(checked: readonly Checked[]): PhotoSheet[] {
  return checkedSheets(checked).flatMap(({ photo }) => photo ?? []);
}

function pictures(checked: readonly Checked[], { picture }: CheckFlags, language: Language): Output[] {
  const shown = photosOf(checked).flatMap((photo) =>
    photo.picture === null ? [] : [{ photo, from: photo.picture }],
  );
  if (picture === undefined) return [];
  const names = outputNames(
    picture,
    shown.map(({ photo }) => photo.files[0]),
    ".png",
  );
  return shown.map(({ photo, from }, at) => ({
    file: names[at] ?? picture,
    flag: "--picture",
    content: () => annotated(photo, from, language, "png"),
  }));
}

/** The sheet with its boxes marked; as a PNG it is looked at by itself, so that it says below what the marks mean. */
async function annotated(
  photo: PhotoSheet,
  from: SheetPicture,
  language: Language,
  format: "png" | "jpeg",
): Promise<Uint8Array> {
  const { drawOver } = await import("../../../scan/image/annotate.ts");
  const { bold, regular } = typeFamily();
  const marks = boxMarks(photo, language);
  const lines = format === "png" ? legendOf(photo, marks, language) : [];
  const legend = drawnLegend(from, lines, regular);
  const svg = drawnMarks(from, marks, bold) + legend.svg;
  return drawOver(from.jpeg, { svg, belowPx: legend.heightPx }, format);
}

function savedSheets(checked: readonly Checked[], { save }: CheckFlags, language: Language): Output[] {
  const photos = photosOf(checked);
  if (save === undefined) return [];
  const names = outputNames(
    save,
    photos.map(({ files }) => files[0]),
    ".yaml",
  );
  return photos.map((photo, at) => ({
    file: names[at] ?? save,
    flag: "--save",
    content: () => photoYaml(photo, language),
  }));
}

function ranking(checked: readonly Checked[], { csv }: CheckFlags, language: Language): Output[] {
  if (csv === undefined) return [];
  const content = () => eveningCsv(eveningsOf(checkedSheets(checked)), rejectsOf(checked), language);
  return [{ file: csv, flag: "--csv", content }];
}

function page(checked: readonly Checked[], { report }: CheckFlags, language: Language): Output[] {
  return report === undefined
    ? []
    : [{ file: report, flag: "--report", content: () => wholePage(checked, language) }];
}

async function wholePage(checked: readonly Checked[], language: Language): Promise<string> {
  const found = checkedSheets(checked);
  const stems = distinctNames(found.map(({ file }) => plainFileName(file)));
  const sheets: PageSheet[] = [];
  for (const [at, one] of found.entries()) {
    const { photo } = one;
    const pictures = photo === null ? null : await picturesOf(photo, language);
    sheets.push({ checked: one, photo, pictures, saveAs: `${stems[at] ?? "sheet"}.yaml` });
  }
  const { regularWoff2, boldWoff2 } = webFonts();
  const text = (name: string) => readFileSync(new URL(name, TEMPLATES), "utf8");
  const parts = {
    page: shippedTemplate("photos.hbs"),
    sheet: shippedTemplate("photos-sheet.hbs"),
    style: fontFaces(regularWoff2, boldWoff2) + text("photos.css"),
    script: text("photos.js"),
  };
  const evenings = eveningsOf(found);
  return need(await reportPage({ sheets, evenings, rejects: rejectsOf(checked) }, language, parts));
}

/** A name that can be typed behind a command as it is. */
function plainFileName(file: string): string {
  const name = stemOf(file).replace(/[^\p{L}\p{N}_.]+/gu, "-");
  return name.replace(/^[-.]+|[-.]+$/g, "") || "sheet";
}

/** A box is shown with half its height around it: what sticks out belongs to it. */
const AROUND = 0.5;
const ENLARGED = 2;

async function picturesOf(photo: PhotoSheet, language: Language): Promise<PagePictures | null> {
  const { picture } = photo;
  if (picture === null) return null;
  const { enlarged } = await import("../../../scan/image/annotate.ts");
  const image = await platform.images.decode(picture.jpeg, { colours: "rgb" });
  const boxes = new Map<number, string>();
  for (const { at } of boxesToShow(photo, language)) {
    const area = picture.areas[at];
    if (area === undefined) continue;
    const margin = area.heightPx * AROUND;
    const wider = {
      xPx: area.xPx - margin,
      yPx: area.yPx - margin,
      widthPx: area.widthPx + 2 * margin,
      heightPx: area.heightPx + 2 * margin,
    };
    const cut = await enlarged(image, wider, ENLARGED);
    if (cut !== null) boxes.set(at, address(cut));
  }
  const whole = address(await annotated(photo, picture, language, "jpeg"));
  return { whole, widthPx: picture.widthPx, heightPx: picture.heightPx, boxes };
}

function address(jpeg: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
}

/**
 * Where the file of each sheet goes: one sheet into the named file, several into numbered ones next to it, and into a folder under the
 * names of their photos.
 *
 * @param out what the flag named: a file, or a folder
 * @param photos the first photo of each sheet
 * @param ending of files in a folder, such as `.png`
 */
export function outputNames(out: string, photos: readonly string[], ending: string): string[] {
  if (isFolder(out)) return distinctNames(photos.map(stemOf)).map((stem) => join(out, stem + ending));
  if (photos.length === 1) return [out];
  const extension = extname(out);
  const stem = out.slice(0, out.length - extension.length);
  return photos.map((_, at) => `${stem}-${at + 1}${extension}`);
}

function isFolder(out: string): boolean {
  return /[\\/]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The name of a file without its ending. */
function stemOf(file: string): string {
  return basename(file, extname(file));
}

/** Names, each once: those that are there already are numbered on. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((stem) => {
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}-${n}`;
    taken.add(name);
    return name;
  });
}

/** Ends the command before anything is written over one of the files that it was given. */
export function spareInputs(outputs: readonly string[], inputs: readonly string[], flag: string): void {
  const kept = new Set(inputs.map((file) => resolve(file)));
  const lost = outputs.find((file) => kept.has(resolve(file)));
  if (lost === undefined) return;
  fail("would-overwrite", `${lost} is one of the sheets that are checked`, `give another place with ${flag}`);
}

/** The evenings of more than one sheet: a single sheet already has its ranking. */
function largeEvenings(checked: readonly Checked[]): Evening[] {
  return eveningsOf(checkedSheets(checked)).filter(({ sheets }) => sheets > 1);
}

/** The stable JSON shape of the evenings. */
export function eveningsJson(checked: readonly Checked[]): object {
  const evenings = largeEvenings(checked).map(({ game, sheets, isSeveralGames, isProvisional, ranking }) => ({
    variant: game.id,
    sheets,
    games: isSeveralGames ? sheets : 1,
    provisional: isProvisional,
    ranking,
  }));
  return { evenings };
}

/** What there is to say below all sheets: the evening's ranking, and the way out where something is not sure. */
export function closingText(checked: readonly Checked[], language: Language): string {
  const evenings = largeEvenings(checked).map((one) => eveningText(one, language));
  const isUnsure = checkedSheets(checked).some(
    ({ photo }) => photo !== null && openQuestions(photo).length > 0,
  );
  const mend = isUnsure ? [`${language.translate("photo.mend")}\n`] : [];
  return [...evenings, ...mend].join("\n");
}

function eveningText(evening: Evening, language: Language): string {
  const { game, sheets, isSeveralGames, isProvisional, ranking } = evening;
  const key = `photo.evening.${isSeveralGames ? "several-games" : "one-game"}`;
  const title = language.translate(key, { game: language.text(game.name), n: sheets });
  const caution = isProvisional ? `\n${language.translate("photo.evening.provisional")}` : "";
  return `${title}\n${rankingTable(ranking, game, language)}${caution}\n`;
}
