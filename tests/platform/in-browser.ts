/** What `browser.test.ts` runs in a browser: texts and fonts in, bytes out. */
import {
  drawPad,
  layOutPad,
  openTypeface,
  padText,
  parsePaper,
  type Result,
  readLanguage,
  readVariant,
  rulesPdf,
} from "../../src/index.ts";
import { platform } from "../../src/platform/node.ts";
import type { RawImage } from "../../src/platform/platform.ts";

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
}

/** A pad and a rule sheet of a game without bases. */
export async function printGame(texts: Texts, fonts: Fonts) {
  const cut = (bytes: readonly number[]) => openTypeface(Uint8Array.from(bytes));
  const family = { regular: cut(fonts.regular), bold: cut(fonts.bold) };
  const game = good(readVariant("game.yaml", texts.variant, { find: () => null, ids: () => [] }));
  const language = good(readLanguage("de", "words.yaml", texts.words));
  const partials = Object.entries(texts.partials).map(([name, text]) => ({ name, file: name, text }));
  const template = (file: "pad" | "rules") => ({ main: { file, text: texts[file] }, partials });
  const paper = good(parsePaper("a5"));
  const text = good(padText(game, language, template("pad")));
  const layout = good(layOutPad(game, text, { paper, players: 2, marks: true }, family));
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
