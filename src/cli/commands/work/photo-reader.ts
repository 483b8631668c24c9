import { loadLanguage } from "../../../files/package/languages.ts";
import { modelVersion, version } from "../../../files/package.ts";
import { pictureProcess } from "../../../files/pictures/picture-process.ts";
import { openDigits, openTools } from "../../../files/pictures/scanner.ts";
import { knownSheets } from "../../../files/pictures/sheet-sources.ts";
import { isSheetShared } from "../../../rules/game/rows.ts";
import { Failure, need } from "../../../rules/problem/problem.ts";
import { readViews, viewAll } from "../../../scan/scan.ts";
import {
  checkedPhoto,
  joinSheets,
  judgePhotoSheet,
  listRejections,
  listSheetViews,
  madeUpNames,
  namePlayers,
} from "../../../scan/sheet/photo-sheet.ts";
import type { PhotoRecord } from "../../../season/queue.ts";
import { makeSheetToKeep } from "../../../season/sheet-to-keep.ts";
import { withoutRules } from "../../../season/transfer-file.ts";
import { photoFault } from "../../console/failure.ts";
import { answerRequests, decodeContext, type ReadAnswer, type ReadRequest } from "./reader-process.ts";

// This module is a process of its own: it opens what photos are read with once, and reads one after the other.

const pictures = pictureProcess();
const tools = Promise.all([openTools(), openDigits()]);
const engine = `${version()}+${modelVersion()}`;

/** The last context, opened: most photos share it. */
let opened: { readonly context: string; readonly known: ReturnType<typeof open> } | null = null;

async function open(context: string) {
  const { sources, lang, evening } = decodeContext(context);
  return {
    known: await knownSheets(sources),
    language: need(loadLanguage(lang, sources.templates)),
    evening,
  };
}

await tools;
answerRequests((request) => read(request).catch((error) => toFailureAnswer(request.file, error)));

async function read({ bytes, file, hash, context }: ReadRequest): Promise<ReadAnswer> {
  if (opened?.context !== context) opened = { context, known: open(context) };
  const [[photoTools, digits], { known, language, evening }] = await Promise.all([tools, opened.known]);
  const photo = await pictures.photo(bytes, file);
  const views = photo.ok
    ? await viewAll(photo.value, known, photoTools, { file, keepPicture: true })
    : { file, sheets: [photo] };
  const scan = await readViews(views, known, digits);
  const sheets = joinSheets(listSheetViews(scan));
  const names = namePlayers(sheets, [], language);
  const checked = sheets.map((sheet, at) => {
    const own = names[at] ?? [];
    const [part = 0] = sheet.parts ?? [];
    const { date, place, name } = evening;
    const occasion = { date, place, evening: name, photo: `${hash}-${part}` };
    // A player alone on a sheet is named after its number or file.
    const unnamed = isSheetShared(sheet.game) ? madeUpNames(sheet, own, []) : own;
    const one = judgePhotoSheet({ ...sheet, occasion }, own, unnamed);
    const origin = { source: "photo", hash, part, also: [], engine, evening } as const;
    return makeSheetToKeep({ ...checkedPhoto(one), photo: one }, origin);
  });
  const record: PhotoRecord = { sheets: checked.map(withoutRules), problems: listRejections(scan).flat() };
  return { kind: "read", sheets: checked.length, record: JSON.stringify(record) };
}

function toFailureAnswer(file: string, error: unknown): ReadAnswer {
  const fault = photoFault(file, error);
  const [known = fault] = error instanceof Failure ? error.problems : [];
  return { kind: "failed", fault: known };
}
