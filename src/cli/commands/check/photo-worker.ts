import { type Scan, type ViewedSheet, viewSheets } from "../../../scan/scan.ts";
import { readBytes } from "../../files/files.ts";
import { knownSheets, openTools, type PhotoSettings } from "./photo-sources.ts";

/** A photo by its file. */
export interface PhotoRequest {
  readonly file: string;
  /** The same for all photos of a command. */
  readonly settings: PhotoSettings;
}

async function open(settings: PhotoSettings) {
  return { tools: await openTools(), known: knownSheets(settings) };
}

let opened: ReturnType<typeof open> | null = null;

/** From the file of a photo to the boxes of its sheets, in this thread; what that takes is opened once. */
export default async function viewPhoto({ file, settings }: PhotoRequest): Promise<Scan<ViewedSheet>> {
  opened ??= open(settings);
  const { tools, known } = await opened;
  const bytes = readBytes(file, "photo");
  if (!bytes.ok) return { file, sheets: [], problems: bytes.problems };
  return viewSheets(bytes.value, known, tools, { ...settings, file });
}
