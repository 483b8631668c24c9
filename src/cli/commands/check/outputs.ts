import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { eveningCsv, groupEvenings } from "../../../check/evening.ts";
import { typeFamily, webFonts } from "../../../files/package/fonts.ts";
import { pageStyle, shippedTemplate } from "../../../files/package/templates.ts";
import { REPORT_SCRIPT } from "../../../files/package.ts";
import type { Language } from "../../../i18n/language.ts";
import { fontFaces } from "../../../print/rulebook/page-style.ts";
import { getElement } from "../../../rules/arrays.ts";
import { need } from "../../../rules/problem/problem.ts";
import { type PageSheet, reportPage } from "../../../scan/report/report-page.ts";
import { annotateSheet } from "../../../scan/report/sheet-pictures.ts";
import { photoYaml } from "../../../scan/report/sheet-yaml.ts";
import { openQuestions } from "../../../scan/sheet/photo-sheet.ts";
import { isFolder, type Output, writeAll } from "../../console/write-file.ts";
import { type Checked, checkedSheets, unreadableFiles } from "./checked.ts";
import { type CheckOutputs, wholeOutputs } from "./settings.ts";

/** Makes the content of a file only when it is written: all pictures together would take much memory. */
type Content = () => Promise<string | Uint8Array> | string;

/** Writes the requested files: pictures, typed sheets, the page, the ranking. @returns their names */
export async function writeOutputs(checked: readonly Checked[], wanted: CheckOutputs, language: Language) {
  const sheets = checkedSheets(checked);
  const photos = sheets.flatMap(({ photo }) => photo ?? []);
  const pictures = photos.flatMap((photo): [string, Content][] => {
    const { files, picture } = photo;
    if (picture === null) return [];
    return [[files[0], async () => annotateSheet(photo, picture, language, "png", await typeFamily())]];
  });
  const saved = photos.map((photo): [string, Content] => [photo.files[0], () => photoYaml(photo, language)]);
  const csv = () => eveningCsv(groupEvenings(sheets), unreadableFiles(checked), language);
  const whole = { "--report": () => wholePage(checked, language), "--csv": csv };
  const outputs = [
    ...sheetOutputs("--picture", wanted.picture, ".png", pictures),
    ...sheetOutputs("--save", wanted.save, ".yaml", saved),
    ...wholeOutputs(wanted).map(({ file, flag }) => ({ file, flag, content: whole[flag] })),
  ];
  const late =
    (content: Content): Output["content"] =>
    async (write) =>
      write(await content());
  await writeAll(outputs.map(({ file, flag, content }) => ({ file, flag, content: late(content) })));
  return outputs.map(({ file }) => file);
}

type OfSheets = readonly [photo: string, content: Content][];

/** A file for each sheet, given by its photo and its content. */
function sheetOutputs(flag: string, out: string | null, extension: string, sheets: OfSheets) {
  const photos = sheets.map(([photo]) => photo);
  const names = out === null ? [] : outputNames(out, photos, extension);
  return names.map((file, at) => ({ file, flag, content: getElement(sheets, at)[1] }));
}

/** The page on which all sheets can be corrected. */
export function wholePage(checked: readonly Checked[], language: Language): string {
  const found = checkedSheets(checked);
  // Names need no quotes in a shell.
  const plainStem = (file: string) =>
    removeExtension(file)
      .replace(/[^\p{L}\p{N}_.]+/gu, "-")
      .replace(/^[-.]+|[-.]+$/g, "") || "sheet";
  const stems = distinctNames(found.map(({ file }) => plainStem(file)));
  const sheets = found.map((checked, at): PageSheet => {
    return { checked, photo: checked.photo, saveAs: `${stems[at] ?? "sheet"}.yaml` };
  });
  const parts = {
    page: shippedTemplate("photos.hbs"),
    sheet: shippedTemplate("photos-sheet.hbs"),
    style: fontFaces(webFonts()) + pageStyle("photos.css"),
    script: readFileSync(REPORT_SCRIPT, "utf8"),
  };
  return need(reportPage({ sheets, rejects: unreadableFiles(checked) }, language, parts));
}

/** The file of each sheet: `out` for one, numbered ones next to it for several; in the folder `out`, named after their photos. */
export function outputNames(out: string, photos: readonly string[], usualExtension: string): string[] {
  if (isFolder(out))
    return distinctNames(photos.map(removeExtension)).map((stem) => join(out, stem + usualExtension));
  if (photos.length === 1) return [out];
  const extension = extname(out);
  const stem = out.slice(0, out.length - extension.length);
  return photos.map((_, at) => `${stem}-${at + 1}${extension}`);
}

/** The name of a file without folder and extension. */
function removeExtension(file: string): string {
  return basename(file, extname(file));
}

/** Makes names distinct: repeated ones get numbers. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((stem) => {
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}-${n}`;
    taken.add(name);
    return name;
  });
}

/** How to settle open questions; empty if there are none. */
export function mendText(checked: readonly Checked[], language: Language): string {
  const isUnsure = checkedSheets(checked).some(({ photo }) => photo && openQuestions(photo).length > 0);
  return isUnsure ? `${language.translate("photo.mend")}\n` : "";
}
