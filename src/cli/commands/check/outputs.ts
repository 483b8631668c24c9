import { readFileSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import type { Language } from "../../../i18n/language.ts";
import { platform } from "../../../platform/node.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { openQuestions, type PhotoSheet } from "../../../scan/photo-sheet.ts";
import { boxMarks, drawnLegend, drawnMarks, legendOf } from "../../../scan/report/annotation.ts";
import { type Evening, eveningCsv, eveningsOf, eveningTitle } from "../../../check/evening.ts";
import {
  boxesToShow,
  type PagePictures,
  type PageSheet,
  reportPage,
} from "../../../scan/report/report-page.ts";
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
  const { picture, save, report, csv } = flags;
  const sheets = checkedSheets(checked);
  const photos = sheets.flatMap(({ photo }) => photo ?? []);
  const outputs: Output[] = [
    ...sheetOutputs("--picture", picture, ".png", photos.flatMap(pictured), (photo) =>
      annotated(photo, language, "png"),
    ),
    ...sheetOutputs("--save", save, ".yaml", photos, (photo) => photoYaml(photo, language)),
  ];
  if (report !== undefined)
    outputs.push({ file: report, flag: "--report", content: () => wholePage(checked, language) });
  const ranking = () => eveningCsv(eveningsOf(sheets), rejectsOf(checked), language);
  if (csv !== undefined) outputs.push({ file: csv, flag: "--csv", content: ranking });
  const inputs = checked.flatMap(({ file, result }) =>
    result.ok ? [file, ...(result.value.photo?.files ?? [])] : [file],
  );
  for (const { file, flag } of outputs) spareInputs([file], inputs, flag);
  for (const { file, flag, content } of outputs) await writeWhole(file, await content(), flag);
  return outputs.map(({ file }) => file);
}

/** A file for each sheet. */
function sheetOutputs<Photo extends PhotoSheet>(
  flag: string,
  out: string | undefined,
  ending: string,
  photos: readonly Photo[],
  contentOf: (photo: Photo) => ReturnType<Output["content"]>,
): Output[] {
  if (out === undefined) return [];
  const stems = photos.map(({ files }) => files[0]);
  const names = outputNames(out, stems, ending);
  return photos.map((photo, at) => ({ file: names[at] ?? out, flag, content: () => contentOf(photo) }));
}

type PicturedSheet = PhotoSheet & { readonly picture: SheetPicture };

function pictured({ picture, ...photo }: PhotoSheet): PicturedSheet[] {
  return picture === null ? [] : [{ ...photo, picture }];
}

/** The sheet with its boxes marked; as a PNG it is looked at by itself, so that it says below what the marks mean. */
async function annotated(
  photo: PicturedSheet,
  language: Language,
  format: "png" | "jpeg",
): Promise<Uint8Array> {
  const from = photo.picture;
  const { drawOver } = await import("../../../scan/image/annotate.ts");
  const { bold, regular } = typeFamily();
  const marks = boxMarks(photo, language);
  const lines = format === "png" ? legendOf(photo, marks, language) : [];
  const legend = drawnLegend(from, lines, regular);
  const svg = drawnMarks(from, marks, bold) + legend.svg;
  return drawOver(from.jpeg, { svg, belowPx: legend.heightPx }, format);
}

async function wholePage(checked: readonly Checked[], language: Language): Promise<string> {
  const found = checkedSheets(checked);
  // A name that can be typed behind a command as it is.
  const plainStem = (file: string) =>
    stemOf(file)
      .replace(/[^\p{L}\p{N}_.]+/gu, "-")
      .replace(/^[-.]+|[-.]+$/g, "") || "sheet";
  const stems = distinctNames(found.map(({ file }) => plainStem(file)));
  const sheets: PageSheet[] = [];
  for (const [at, one] of found.entries()) {
    const { photo } = one;
    const [shown] = photo === null ? [] : pictured(photo);
    const pictures = shown === undefined ? null : await picturesOf(shown, language);
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

/** A box is shown with half its height around it: what sticks out belongs to it. */
const AROUND = 0.5;
const ENLARGED = 2;

async function picturesOf(photo: PicturedSheet, language: Language): Promise<PagePictures> {
  const { picture } = photo;
  const address = (jpeg: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
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
  const whole = address(await annotated(photo, language, "jpeg"));
  return { whole, widthPx: picture.widthPx, heightPx: picture.heightPx, boxes };
}

/**
 * Where the file of each sheet goes: one sheet into the file `out`, several into numbered ones next to it; into the folder `out` under
 * the names of their photos.
 */
export function outputNames(out: string, photos: readonly string[], ending: string): string[] {
  const isFolder = /[\\/]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) return distinctNames(photos.map(stemOf)).map((stem) => join(out, stem + ending));
  if (photos.length === 1) return [out];
  const extension = extname(out);
  const stem = out.slice(0, out.length - extension.length);
  return photos.map((_, at) => `${stem}-${at + 1}${extension}`);
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
  const caution = `\n${language.translate("photo.evening.provisional")}`;
  const evenings = largeEvenings(checked).map((evening) => {
    const ranking = rankingTable(evening.ranking, evening.game, language);
    return `${eveningTitle(evening, language)}\n${ranking}${evening.isProvisional ? caution : ""}\n`;
  });
  const isUnsure = checkedSheets(checked).some(
    ({ photo }) => photo !== null && openQuestions(photo).length > 0,
  );
  const mend = isUnsure ? [`${language.translate("photo.mend")}\n`] : [];
  return [...evenings, ...mend].join("\n");
}
