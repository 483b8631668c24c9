import { readBytes } from "../../../files/read-file.ts";
import { pictureProcess } from "../../../files/picture-process.ts";
import { knownSheets, openTools, type SheetSources } from "../../../files/scanner.ts";
import { success } from "../../../rules/problem/problem.ts";
import type { SheetCode } from "../../../print/layout/sheet-code.ts";
import { type Scan, type ViewedSheet, viewSheets } from "../../../scan/scan.ts";

/** What the command line says about photos; null where it says nothing. Plain values only: they are handed to other threads. */
export interface PhotoSettings extends SheetSources {
  readonly code: SheetCode | null;
  /** Whether to keep a picture of each sheet. */
  readonly keepPicture: boolean;
}

async function open(settings: PhotoSettings) {
  return { tools: await openTools(), known: await knownSheets(settings) };
}

let opened: ReturnType<typeof open> | null = null;
const pictures = pictureProcess();

/** A photo: a file, or a page of one, which comes with its bytes. */
export interface PhotoSource {
  /** Its name, also for messages; the page of a PDF has its number behind it: `night.pdf#page=2`. */
  readonly file: string;
  /** Null for what is read from the file. */
  readonly bytes: Uint8Array | null;
}

/** The settings are the same for all photos of a command. */
type PhotoRequest = PhotoSource & Readonly<{ settings: PhotoSettings }>;

/** From a photo to the boxes of its sheets, in this thread; what that takes is opened once. */
export default async function viewPhoto({
  file,
  bytes: given,
  settings,
}: PhotoRequest): Promise<Scan<ViewedSheet>> {
  const bytes = given === null ? readBytes(file, "photo") : success(given);
  if (!bytes.ok) return { file, sheets: [bytes] };
  opened ??= open(settings);
  const [photo, { tools, known }] = await Promise.all([pictures.photo(bytes.value, file), opened]);
  if (!photo.ok) return { file, sheets: [photo] };
  return viewSheets(photo.value, known, tools, { ...settings, file });
}
