import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { subsetFont } from "../../print/fonts/subset.ts";
import { openTypeface, type TypeFamily, type WritingFamily } from "../../print/fonts/typeface.ts";
import type { TitleFace } from "../../print/style/style.ts";
import type { WebFonts } from "../../print/rulebook/page-style.ts";
import { PACKAGE_ROOT } from "../package.ts";

const require = createRequire(import.meta.url);

let opened: Promise<TypeFamily> | null = null;

/** The font for everything on paper, from its package; opened once. */
export function typeFamily(): Promise<TypeFamily> {
  opened ??= openFamily();
  return opened;
}

async function openFamily(): Promise<TypeFamily> {
  const cut = (path: string) => openTypeface(fontBytes(`@expo-google-fonts/source-sans-3/${path}`));
  return {
    regular: await cut("400Regular/SourceSans3_400Regular.ttf"),
    bold: await cut("700Bold/SourceSans3_700Bold.ttf"),
  };
}

/** The same font with a handwriting font, for filled boxes on rule sheets. */
export async function rulesFamily(): Promise<WritingFamily> {
  return { ...(await typeFamily()), hand: await openTypeface(fontBytes(HAND)) };
}

export async function withTitleFace<Family extends TypeFamily>(family: Family, face: TitleFace) {
  if (face === "sans") return family;
  return { ...family, title: await openTypeface(readFileSync(new URL(`${face}.ttf`, TITLE_FACES))) };
}

const TITLE_FACES = new URL("dist/vendor/faces/", PACKAGE_ROOT);

const HAND = "@expo-google-fonts/gochi-hand/400Regular/GochiHand_400Regular.ttf";

/** The same font for web pages: compressed, Latin letters only. */
export function webFonts(): { regularWoff2: Uint8Array; boldWoff2: Uint8Array } {
  const cut = (weight: number) =>
    fontBytes(`@fontsource/source-sans-3/files/source-sans-3-latin-${weight}-normal.woff2`);
  return { regularWoff2: cut(400), boldWoff2: cut(700) };
}

/** The characters that players write on a sheet: numbers and strike marks. */
const WRITTEN = " 0123456789+-–—/\\XxOo×.,";

/** The same fonts, with a subset of the handwriting font for rule sheets. */
export function rulesWebFonts(): WebFonts {
  handTtf ??= subsetFont(new WebAssembly.Module(fontBytes(SUBSETTER)), fontBytes(HAND), WRITTEN);
  return { ...webFonts(), handTtf };
}

const SUBSETTER = "harfbuzzjs/dist/harfbuzz-subset.wasm";
let handTtf: Uint8Array | null = null;

function fontBytes(path: string) {
  return readFileSync(require.resolve(path));
}
