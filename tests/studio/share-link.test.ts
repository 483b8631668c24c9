import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { loadGame } from "../../src/files/package/games.ts";
import { padPdf } from "../../src/files/print/pads.ts";
import { padLink } from "../../src/files/print/publication.ts";
import { PLAIN_LOOK, UNBRANDED } from "../../src/print/brand.ts";
import { PROFILES } from "../../src/print/imposition/imposition.ts";
import { packForCode, packText, unpackText } from "../../src/print/publish/publication.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { someOf } from "../support/cases.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { gameFrom, SHIPPED, shippedText } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { pictureOf } from "../support/modules.ts";
import { pagesOf } from "../support/pdfs.ts";
import { pick, randomFrom, type Random } from "../support/sheets.ts";

const runtime = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: readFileSync(runtime).buffer as ArrayBuffer } });

const packed = (bytes: Uint8Array | string) => deflateRawSync(bytes).toString("base64url");

describe("a game in a link", () => {
  it("comes out as it went in", () => {
    for (const text of ["id: ours\n", readFileSync("variants/doppel-yatzy.yaml", "utf8"), "ä 🎲", ""]) {
      const letters = need(packText(text));
      expect(letters).toMatch(/^[\w-]*$/);
      expect(letters === "" ? text : need(unpackText(letters))).toBe(text);
      expect(need(unpackText(packForCode(text)))).toBe(text);
    }
  });

  it.each([
    ["ten megabytes", "A".repeat(10_000_000)],
    ["what unpacks to twenty megabytes", packed(new Uint8Array(20_000_000))],
    ["what is packed in another way", deflateSync("id: ours").toString("base64url")],
    ["half a game", packed("id: ours\nname: { de: Unser, en: Ours }\n").slice(0, 20)],
    ["other bytes than text", packed(new Uint8Array([0xff, 0xfe, 0x80]))],
    ["other signs", "<script>"],
    ["nothing", ""],
    ["a code without a game", "qr/"],
    ["a number that is no game", "qr/123456789"],
    ["a number of ten thousand digits", `qr/${"7".repeat(10_000)}`],
    ["a code with letters", "qr/12ab"],
  ])("refuses %s in one sentence", (_, link) => {
    const read = unpackText(link);
    expect(read.ok ? read.value : read.problems.map(({ code }) => code)).toEqual(["no-variant"]);
  });

  it("refuses a game that is too large for a link", () => {
    const large = Array.from({ length: 30_000 }, (_, at) => Math.imul(at, 2_654_435_761).toString(36)).join(
      "",
    );
    expect(packText(large)).toMatchObject({ ok: false, problems: [{ code: "too-large" }] });
  });
});

/** The text of the QR code in a picture. */
async function readQr({ pixels, widthPx: width, heightPx: height }: ReturnType<typeof pictureOf>) {
  const data = new Uint8ClampedArray(pixels.length * 4);
  for (const [at, grey] of pixels.entries()) data.set([grey, grey, grey, 255], at * 4);
  const [found] = await readBarcodes({ data, width, height, colorSpace: "srgb" }, { formats: ["QRCode"] });
  return found?.text ?? "";
}

/** The game in the address of a code, without its examples, which codes leave out. */
function gameInCode(address: string): Game {
  const [, packed = ""] = /#check=(qr\/\d+)$/.exec(address) ?? [];
  return withoutExamples(gameFrom(need(unpackText(packed))));
}
const withoutExamples = (game: Game): Game => ({ ...game, examples: [] });

/** The first page of a pad as a printer of others draws it. */
function renderedPage(pdf: Uint8Array): ReturnType<typeof pictureOf> {
  const how = ["-r", "200", "-gray", "-singlefile", "-l", "1", "-"];
  const picture = execFileSync("pdftoppm", how, { input: pdf, maxBuffer: 64 * 1024 * 1024 });
  const [, head = "", width, height] =
    /^(P5\s+(\d+)\s+(\d+)\s+255\s)/.exec(picture.toString("latin1", 0, 40)) ?? [];
  return {
    widthPx: Number(width),
    heightPx: Number(height),
    pixels: new Uint8Array(picture.subarray(head.length)),
  };
}

const STUDIO = "https://lion.example/studio/";
const link = (variant: string, choices = {}) => padLink(STUDIO, { variant, choices });

/** A house rule or two on top of a shipped game, as people write them. */
function ownGame(random: Random, base = pick(["yatzy", "yazzo", "kniffel", "yahtzee"], random)): string {
  const from = 40 + Math.floor(random() * 60);
  const parts = [
    `sections: {upper: {tiers: [{from: ${from}, add: ${Math.floor(random() * 90) + 1}}]}}`,
    ...(random() < 0.5 ? ["# said at the table"] : []),
    ...(random() < 0.5 ? ["players: {min: 1, max: 7}"] : []),
  ];
  const name = `Stammtisch ${Math.floor(random() * 1000)}`;
  return `id: ours\nextends: ${base}\nname: {de: ${name}, en: ${name}, sv: "${name} på Åsen"}\n${parts.join("\n")}\n`;
}

/** A text as a game of one's own, in a file. */
const inFile = (text: string) => put(emptyFolder(), "game.yaml", text);

describe("a game in the code of a pad", () => {
  it.each(someOf(SHIPPED, 8))("opens %s by its id, and a copy of it by its text", async (id) => {
    const shipped = need(link(id)).modules;
    expect(await readQr(pictureOf(shipped, 3, 4))).toBe(`${STUDIO}#check=game/${id}`);
    const copy = shippedText(id).replace(/^id: .*$/m, "id: copy");
    const own = link(inFile(copy));
    if (!own.ok) return expect(own.problems.map(({ code }) => code)).toEqual(["link-too-long"]);
    const game = gameInCode(await readQr(pictureOf(own.value.modules, 3, 4)));
    expect(game).toEqual(withoutExamples(gameFrom(copy)));
  });

  it("opens any game that differs a little from a shipped one", async () => {
    const random = randomFrom(20);
    for (let n = 0; n < 4; n++) {
      const variant = ownGame(random);
      const { modules } = need(link(inFile(variant)));
      expect(modules.length).toBeLessThanOrEqual(57);
      expect(gameInCode(await readQr(pictureOf(modules, 3, 4)))).toEqual(withoutExamples(gameFrom(variant)));
    }
  });

  it("brings what the game takes from a file next to it, and the house rules of the print", async () => {
    const folder = emptyFolder();
    put(folder, "house.yaml", ownGame(randomFrom(3)).replace(/^id: .*$/m, "id: house"));
    const file = put(folder, "game.yaml", "id: ours\nextends: house\nname: { de: Wir, en: We }\n");
    const game = need(await loadGame(file, {}, null));
    expect(gameInCode(await readQr(pictureOf(need(link(file)).modules, 3, 4)))).toEqual(
      withoutExamples(game),
    );
    const strict = { same_face_groups: "strict" };
    const own = inFile(ownGame(randomFrom(1), "yatzy"));
    const opened = gameInCode(await readQr(pictureOf(need(link(own, strict)).modules, 3, 4)));
    expect(opened.options.map(({ id, chosen }) => [id, chosen])).toEqual(
      need(await loadGame(own, strict, null)).options.map(({ id, chosen }) => [id, chosen]),
    );
  });

  it("is on the pad where phones read it: in the corner, else on a page of its own in front", async () => {
    const small = inFile(ownGame(randomFrom(1), "yatzy"));
    const large = inFile(shippedText("crag").replace(/^id: .*$/m, "id: ours"));
    for (const [variant, pages, settings] of [
      [small, 1, PROFILES.home],
      [large, 2, PROFILES.home],
      // Next to the sheet that fills the page.
      [large, 1, PROFILES.copyshop],
    ] as const) {
      const game = need(await loadGame(variant, {}, null));
      const { modules, caption: linkCaption } = need(link(variant));
      const branding = { ...UNBRANDED, linkModules: modules.length, linkCaption };
      const look = { ...PLAIN_LOOK, link: modules, opensGame: true };
      const pdf = need(await padPdf(game, language("en"), { branding, look, settings }));
      expect(await pagesOf(pdf)).toBe(pages);
      const address = await readQr(renderedPage(pdf));
      expect(gameInCode(address)).toEqual(withoutExamples(game));
    }
  });

  it("says how to do without where the game is too large, and which studio is meant", () => {
    const large = shippedText("yamb").replace(/^id: .*$/m, "id: ours");
    expect(link(inFile(large))).toMatchObject({ ok: false, problems: [{ code: "link-too-long" }] });
    expect(padLink("studio", { variant: "yatzy" })).toMatchObject({
      ok: false,
      problems: [{ code: "bad-link" }],
    });
  });

  it("is only in links to studios", async () => {
    for (const address of ["https://lion.example/rules", `${STUDIO}#check=game/yazzo`])
      expect(await readQr(pictureOf(need(padLink(address, { variant: "yatzy" })).modules, 3, 4))).toBe(
        address,
      );
    const fill = need(padLink(`${STUDIO}index.html#fill`, { variant: "yatzy" })).modules;
    expect(await readQr(pictureOf(fill, 3, 4))).toBe(`${STUDIO}index.html#fill=game/yatzy`);
  });
});
