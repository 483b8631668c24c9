import { openTools } from "../../files/pictures/scanner.ts";
import { knownSheets, type SheetSources } from "../../files/pictures/sheet-sources.ts";
import { platform } from "../../platform/node.ts";
import type { SheetCode } from "../../print/layout/sheet-code.ts";
import type { Photo } from "../../scan/image/picture.ts";
import { type Viewed, viewAll } from "../../scan/scan.ts";
import type { Scan } from "../../scan/view/view-sheets.ts";

// The threads that view photos run this module.

/** The flags about photos, null if not given. Plain values only, because they are passed to other threads. */
export interface PhotoSettings extends SheetSources {
  readonly code: SheetCode | null;
  readonly keepPicture: boolean;
}

/** A photo: a file, or a page of one, which comes with its bytes. */
export interface PhotoSource {
  /** Its name, also for messages; the page of a PDF has its number behind it: `night.pdf#page=2`. */
  readonly file: string;
  /** Null if they are read from the file. */
  readonly bytes: Uint8Array | null;
}

const NO_PICTURE = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

let tools: ReturnType<typeof openTools> | null = null;

async function open(settings: PhotoSettings) {
  tools ??= openTools();
  const [photoTools, known] = await Promise.all([tools, knownSheets(settings)]);
  // Loads the module that draws the print while the first photo is being decoded.
  void platform.images.decode(NO_PICTURE, { colours: "grey" }).catch(() => undefined);
  return { tools: photoTools, known };
}

let opened: ReturnType<typeof open> | null = null;

/** Opens the photo reader of this thread. */
export function openViewer(settings: PhotoSettings): ReturnType<typeof open> {
  opened = open(settings);
  return opened;
}

/** Opens it before the first photo comes. */
export async function prepare(settings: PhotoSettings): Promise<void> {
  await (opened ?? openViewer(settings));
}

/** A photo that was decoded. */
export type ViewRequest = Readonly<{ file: string; photo: Photo; settings: PhotoSettings }>;

/** From the pixels of a photo to the boxes of its sheets, in this thread. */
export default async function viewPhoto(request: ViewRequest): Promise<Scan<Viewed>> {
  const { file, photo, settings } = request;
  const { tools, known } = await (opened ?? openViewer(settings));
  return viewAll(photo, known, tools, { ...settings, file });
}
