/** What `browser.test.ts` runs in a browser: texts and fonts in, bytes out. */
import {
  drawPad,
  KnownSheets,
  layOutPad,
  openScanTools,
  openTypeface,
  padText,
  parsePaper,
  type Result,
  readLanguage,
  readVariant,
  rulesPdf,
  scan,
} from "../../src/index.ts";
import { platform } from "../../src/platform/node.ts";
import type { RawImage } from "../../src/platform/platform.ts";

/** All of it, so that the bundle holds the whole library. */
export * as library from "../../src/index.ts";

/** Everything that a command reads from disk. */
export interface Texts {
  readonly variant: string;
  readonly words: string;
  readonly pad: string;
  readonly rules: string;
  readonly partials: Readonly<Record<string, string>>;
}

export interface Fonts {
  readonly regular: readonly number[];
  readonly bold: readonly number[];
  readonly hand: readonly number[];
}

/** A pad and a rule sheet of a game without bases. */
export async function printGame(texts: Texts, fonts: Fonts) {
  const cut = (bytes: readonly number[]) => openTypeface(Uint8Array.from(bytes));
  const family = {
    regular: await cut(fonts.regular),
    bold: await cut(fonts.bold),
    hand: await cut(fonts.hand),
  };
  const game = good(readVariant("game.yaml", texts.variant, { find: () => null, ids: () => [] }));
  const language = good(readLanguage("de", "words.yaml", texts.words));
  const partials = Object.entries(texts.partials).map(([name, text]) => ({ name, file: name, text }));
  const template = (file: "pad" | "rules") => ({ main: { file, text: texts[file] }, partials });
  const paper = good(parsePaper("a5"));
  const text = good(padText(game, language, template("pad")));
  const layout = good(layOutPad(game, text, { paper, players: 2 }, family));
  const pad = await drawPad(layout, { title: "pad", language: "de", family, sheets: 3 });
  const rules = good(await rulesPdf(game, language, template("rules"), { paper }, family));
  return { pad: [...pad], rules: [...rules] };
}

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.value;
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path fill="red" d="M10 5h20v10h-20z"/></svg>';

/** The size of some images, the number of their channels, and one of their pixels. */
export async function drawImages() {
  const { images } = platform;
  const white: RawImage = {
    pixels: new Uint8Array(3 * 40 * 30).fill(255),
    width: 40,
    height: 30,
    channels: 3,
  };
  const red = await images.overlaySvg(white, SVG);
  const png = await images.encodePng(red, 6);
  const svg = new TextEncoder().encode(SVG);
  return {
    overlaid: seen(red, 12, 7),
    grey: seen(await images.decode(png, { colours: "grey" }), 12, 7),
    jpeg: seen(await images.decode(await images.encodeJpeg(red, 100), { colours: "rgb" }), 2, 2),
    inside: seen(
      await images.decode(png, { colours: "rgb", size: { width: 20, height: 20, fit: "inside" } }),
      1,
      1,
    ),
    filled: seen(
      await images.decode(png, { colours: "rgb", size: { width: 20, height: 20, fit: "fill" } }),
      10,
      6,
    ),
    svg: seen(await images.decode(svg, { colours: "rgb", svgScale: 2 }), 30, 20),
    trimmed: seen(await images.trimWhite(red, 12, { width: 10, height: 10 }), 5, 2),
    resized: seen(await images.resize(red, { width: 80, height: 60 }), 30, 20),
    info: await images.info(png),
  };
}

function seen({ pixels, width, height, channels }: RawImage, x: number, y: number) {
  const at = (y * width + x) * channels;
  return { width, height, pixel: [...pixels.subarray(at, at + channels)] };
}

/** The content of the boxes of a photographed sheet of Yatzy Deluxe. @param bytes reads a file of the repository or of a package */
async function scanWith(bytes: (path: string) => Promise<Uint8Array>) {
  const text = async (path: string) => new TextDecoder().decode(await bytes(path));
  const fonts = "node_modules/@expo-google-fonts/source-sans-3";
  const family = {
    regular: await openTypeface(await bytes(`${fonts}/400Regular/SourceSans3_400Regular.ttf`)),
    bold: await openTypeface(await bytes(`${fonts}/700Bold/SourceSans3_700Bold.ttf`)),
  };
  const variant = await text("variants/yatzy-deluxe.yaml");
  const words = good(readLanguage("en", "words.yaml", await text("templates/en/words.yaml")));
  const template = async (name: string) => ({ name, file: name, text: await text(`templates/${name}.hbs`) });
  const line = { ...(await template("partials/pad-line")), name: "pad-line" };
  const pad = { main: await template("pad"), partials: [line] };
  const bases = new Map([["numbers5", await text("variants/numbers5.yaml")]]);
  const find = (id: string) => {
    const base = bases.get(id);
    return base === undefined ? null : ({ ok: true, value: { file: `${id}.yaml`, text: base } } as const);
  };
  const read = () => readVariant("yatzy-deluxe.yaml", variant, { find, ids: () => [] });
  const known = new KnownSheets({
    variants: [{ id: "yatzy-deluxe", read }],
    only: null,
    languages: [words],
    templates: () => pad,
    family,
    paper: null,
  });
  const model = {
    weights: await bytes("models/numbers.onnx"),
    description: await text("models/numbers.json"),
  };
  const zxing = await bytes("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  const tools = good(await openScanTools(zxing, model));
  const photo = await bytes("tests/photos/wrong-sum.jpg");
  const { sheets } = await scan(photo, known, tools, { file: "photo.jpg" });
  return { sheets: sheets.map((sheet) => good(sheet).reading.boxes.map(({ written }) => written)) };
}

/** The same with files from the server of the page. */
export function scanFetched() {
  return scanWith(async (path) => new Uint8Array(await (await fetch(`/files/${path}`)).arrayBuffer()));
}

/** The same with files from disk. */
export function scanRead(read: (path: string) => Uint8Array) {
  return scanWith(async (path) => read(path));
}
