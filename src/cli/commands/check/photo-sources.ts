import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { SheetCode } from "../../../print/layout/sheet-code.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import { readVariant } from "../../../rules/variant/read-variant.ts";
import { type DigitReader, openReader } from "../../../scan/digits/reader.ts";
import { openPhotoTools, type PhotoTools } from "../../../scan/image/tools.ts";
import { KnownSheets, type KnownVariant } from "../../../scan/known-sheets.ts";
import { type Scan, type ViewedSheet, viewSheets } from "../../../scan/scan.ts";
import { need } from "../../../rules/problem/problem.ts";
import type { ChosenOptions } from "../../flags.ts";
import { readBytes } from "../../../files/read-file.ts";
import { PACKAGE_ROOT } from "../../../files/package.ts";
import { typeFamily } from "../../../files/fonts.ts";
import { loadLanguages } from "../../../files/languages.ts";
import { loadTemplates } from "../../../files/templates.ts";
import { DISK, findVariant, shippedIds } from "../../../files/variants.ts";

/** What the command line says about photos; null where it says nothing. Plain values only: they are handed to other threads. */
export interface PhotoSettings {
  readonly variant: string | null;
  readonly set: ChosenOptions;
  readonly code: SheetCode | null;
  readonly paper: string | null;
  readonly templates: string | null;
  /** Whether to keep a picture of each sheet. */
  readonly keepPicture: boolean;
}

/** The sheets that may be on a photo. Ends the command if templates or paper are wrong. */
export async function knownSheets({
  variant,
  set,
  paper,
  templates,
}: Omit<PhotoSettings, "code" | "keepPicture">) {
  const own = need(loadTemplates(templates));
  return new KnownSheets({
    // Shipped files are named after their ids.
    variants: variant === null ? shippedIds().map((id) => named(id, id, {})) : [named(null, variant, set)],
    only: variant,
    languages: need(loadLanguages()),
    templates: (language) => own(language, "pad"),
    family: await typeFamily(),
    paper: paper === null ? null : need(parsePaper(paper)),
  });
}

function named(id: string | null, ref: string, set: ChosenOptions): KnownVariant {
  const read: KnownVariant["read"] = (choices) => {
    const found = findVariant(ref);
    return found.ok ? readVariant(found.value.file, found.value.text, DISK, choices ?? set) : found;
  };
  return { id, read };
}

const require = createRequire(import.meta.url);
const MODELS = new URL("models/", PACKAGE_ROOT);

/** Opens OpenCV and the reader of symbols. */
export async function openTools(): Promise<PhotoTools> {
  return openPhotoTools(await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm")));
}

/** Opens the network that reads digits. Ends the command if its files are missing or broken. */
export async function openDigits(): Promise<DigitReader> {
  const runtime = await readFile(require.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
  const weights = await readFile(new URL("numbers.onnx", MODELS));
  const description = await readFile(new URL("numbers.json", MODELS), "utf8");
  return need(await openReader({ weights, description, runtime }));
}

async function open(settings: PhotoSettings) {
  return { tools: await openTools(), known: await knownSheets(settings) };
}

let opened: ReturnType<typeof open> | null = null;

/** A photo by its file; the settings are the same for all photos of a command. */
type PhotoRequest = Readonly<{ file: string; settings: PhotoSettings }>;

/** From the file of a photo to the boxes of its sheets, in this thread; what that takes is opened once. */
export default async function viewPhoto({ file, settings }: PhotoRequest): Promise<Scan<ViewedSheet>> {
  opened ??= open(settings);
  const { tools, known } = await opened;
  const bytes = readBytes(file, "photo");
  if (!bytes.ok) return { file, sheets: [], problems: bytes.problems };
  return viewSheets(bytes.value, known, tools, { ...settings, file });
}
