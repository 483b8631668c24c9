import { readdirSync, readFileSync } from "node:fs";
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
  return {
    regular: await openTypeface(faceBytes("regular.ttf")),
    bold: await openTypeface(faceBytes("bold.ttf")),
  };
}

/** The same font with a handwriting font, for filled boxes on rule sheets. */
export async function rulesFamily(): Promise<WritingFamily> {
  return { ...(await typeFamily()), hand: await openTypeface(faceBytes("hand.ttf")) };
}

export async function withTitleFace<Family extends TypeFamily>(family: Family, face: TitleFace) {
  if (face === "sans") return family;
  return { ...family, title: await openTypeface(faceBytes(`${face}.ttf`)) };
}

/** The same font for web pages: compressed, Latin letters only. */
export function webFonts(): { regularWoff2: Uint8Array; boldWoff2: Uint8Array } {
  return { regularWoff2: faceBytes("regular.woff2"), boldWoff2: faceBytes("bold.woff2") };
}

/** The characters that players write on a sheet: numbers and strike marks. */
const WRITTEN = " 0123456789+-–—/\\XxOo×.,";

/** The same fonts, with a subset of the handwriting font for rule sheets. */
export function rulesWebFonts(): WebFonts {
  handTtf ??= subsetFont(new WebAssembly.Module(subsetter()), faceBytes("hand.ttf"), WRITTEN);
  return { ...webFonts(), handTtf };
}

const subsetter = () => readFileSync(require.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
let handTtf: Uint8Array | null = null;

const FOLDER = new URL("dist/vendor/faces/", PACKAGE_ROOT);

/** The names of the files of fonts, which the build copies from their packages. */
export function fontFiles(): string[] {
  return readdirSync(FOLDER).filter((name) => name !== "LICENSE");
}

function faceBytes(name: string) {
  return readFileSync(new URL(name, FOLDER));
}
