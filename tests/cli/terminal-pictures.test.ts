import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { decode } from "sixel";
import { describe, expect, it } from "vitest";
import {
  type PictureProtocol,
  pictureProtocol,
  terminalPicture,
} from "../../src/cli/console/terminal-pictures.ts";
import { platform } from "../../src/platform/node.ts";
import type { RawImage } from "../../src/platform/platform.ts";

const KITTY_YES = "\u001b_Gi=31;OK\u001b\\";

/** A terminal that says this when it is asked what it shows; null if it is silent. */
function terminal(answers: readonly string[] | null, env: Record<string, string> = { TERM: "xterm" }) {
  const raw: boolean[] = [];
  const asked: string[] = [];
  const silence = new AbortController();
  const input = Object.assign(new PassThrough(), {
    isRaw: false,
    setRawMode: (mode: boolean) => raw.push(mode),
  });
  const write = (text: string) => {
    asked.push(text);
    if (answers === null) silence.abort();
    for (const answer of answers ?? []) input.push(answer);
  };
  const made = { input: input as unknown as NodeJS.ReadStream, output: { write }, env };
  return { found: () => pictureProtocol(made, silence.signal), asked, raw, input };
}

describe("what a terminal shows", () => {
  it.each<[string, PictureProtocol | null, readonly string[]]>([
    ["kitty's answer", "kitty", [`${KITTY_YES}\u001b[?62c`]],
    ["an answer in pieces", "kitty", ["\u001b_Gi=31;", "OK\u001b\\", "\u001b[?62;", "4c"]],
    ["sixel among its attributes", "sixel", ["\u001b[?62;4;22c"]],
    ["neither", null, ["\u001b[?62;22c"]],
    ["14 and 42, which are not sixel", null, ["\u001b[?62;14;42c"]],
    ["4 as the family, which is not sixel", null, ["\u001b[?4;6c"]],
    ["that kitty's question failed", null, ["\u001b_Gi=31;EINVAL:bad\u001b\\\u001b[?6c"]],
  ])("follows from %s", async (_, protocol, answers) => {
    const { found, raw, input } = terminal(answers);
    expect(await found()).toBe(protocol);
    expect(raw).toEqual([true, false]);
    expect(input.isPaused()).toBe(true);
    expect(input.listenerCount("data")).toBe(0);
  });

  it("is nothing where none answers, and the terminal is left as it was", async () => {
    const { found, raw } = terminal(null);
    expect(await found()).toBeNull();
    expect(raw).toEqual([true, false]);
  });

  it.each([
    ["the console of Linux", { TERM: "linux" }],
    ["one without abilities", { TERM: "dumb" }],
    ["Apple's, which prints such questions", { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }],
    ["one that has no name", {}],
  ])("is not asked of %s", async (_, env) => {
    const { found, asked } = terminal([`${KITTY_YES}\u001b[?62;4c`], env);
    expect([await found(), asked]).toEqual([null, []]);
  });

  it("is asked of Windows Terminal, which has no TERM", async () => {
    expect(await terminal(["\u001b[?61;4;6c"], { WT_SESSION: "1" }).found()).toBe("sixel");
  });

  it("is iTerm2's own where it says so, but not inside tmux", async () => {
    const iterm = { TERM: "xterm-256color", LC_TERMINAL: "iTerm2" };
    expect(await terminal(null, iterm).found()).toBe("iterm");
    expect(await terminal(["\u001b[?1;2c"], { ...iterm, TMUX: "/run/1" }).found()).toBeNull();
  });
});

/** Ink on paper, in a few colours. */
const IMAGE: RawImage = (() => {
  const [width, height] = [90, 60];
  const colours = [
    [255, 255, 255],
    [20, 30, 140],
    [224, 136, 0],
    [120, 120, 120],
  ];
  const spots = Array.from({ length: width * height }, (_, at) => colours[(at >> 5) % 4] ?? []);
  return { pixels: Uint8Array.from(spots.flat()), width, height, channels: 3 };
})();

/** Noise: its PNG is longer than a piece of kitty's protocol. */
const NOISE: RawImage = {
  pixels: createHash("shake256", { outputLength: 3 * 60 * 60 }).digest(),
  width: 60,
  height: 60,
  channels: 3,
};

/** With signs for the control characters. */
const visible = (text: string) => text.replaceAll("\u001b", "␛").replaceAll("\u0007", "␇");

const pixelsOf = async (base64: string) =>
  (await platform.images.decode(Buffer.from(base64, "base64"), { colours: "rgb" })).pixels;

describe("a picture in the terminal", () => {
  it("is what kitty puts together again from pieces, and not answered", async () => {
    const shown = visible(await terminalPicture(NOISE, "kitty"));
    const pieces = [...shown.matchAll(/␛_G([^;]*);([^␛]*)␛\\/g)];
    expect(pieces.map(([all]) => all).join("")).toBe(shown.trimEnd());
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every(([, , data = ""]) => data.length <= 4096)).toBe(true);
    expect(pieces[0]?.[1]).toBe("a=T,f=100,q=2,r=8,m=1");
    expect(pieces.slice(1).map(([, keys]) => keys)).toEqual([...pieces.slice(2).map(() => "m=1"), "m=0"]);
    expect(await pixelsOf(pieces.map(([, , data]) => data).join(""))).toEqual(new Uint8Array(NOISE.pixels));
  });

  it("is what iTerm2 finds in its sequence, with its length", async () => {
    const [all, keys = "", data = ""] =
      /^␛\]1337;File=([^:]*):([^␇]*)␇\n$/.exec(visible(await terminalPicture(IMAGE, "iterm"))) ?? [];
    expect(all).toBeDefined();
    expect(keys.split(";")).toContain(`size=${Buffer.from(data, "base64").length}`);
    expect(keys.split(";")).toContain("inline=1");
    expect(await pixelsOf(data)).toEqual(IMAGE.pixels);
  });

  it("is what a decoder of sixel sees", async () => {
    const [, data = ""] = /^␛P[\d;]*q(.*)␛\\\n$/s.exec(visible(await terminalPicture(IMAGE, "sixel"))) ?? [];
    const { width, height, data32 } = decode(Buffer.from(data));
    expect([width, height]).toEqual([IMAGE.width, IMAGE.height]);
    const seen = new Uint8Array(data32.buffer, data32.byteOffset, 4 * width * height);
    const errors = IMAGE.pixels.map((level, at) =>
      Math.abs(level - (seen[4 * Math.floor(at / 3) + (at % 3)] ?? 0)),
    );
    // Sixel tells colours in hundredths.
    expect(Math.max(...errors)).toBeLessThan(4);
  });
});
