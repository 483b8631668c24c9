import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Failure, type Problem } from "../../src/rules/problem/problem.ts";
import { printPad } from "../../src/cli/commands/pad/pad.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { pagesOf, textsOf } from "../support/pdfs.ts";

/** With a gradient, so that it stays a picture. */
const LION =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient><circle cx="4" cy="4" r="4" fill="url(#g)"/></svg>';
type Flags = Parameters<typeof printPad>[1];
const DEFAULTS: Flags = { lang: "de", set: {}, paper: "a5", marks: true, profile: "home" };

/** Prints as the command does; what is not given has its default. */
async function printed(named: string, given: Partial<Flags>) {
  const out = join(emptyFolder(), "pad.pdf");
  const usual = Object.keys(DEFAULTS).filter((flag) => !(flag in given));
  await printPad(named, { ...DEFAULTS, ...given, out }, usual);
  return new Uint8Array(readFileSync(out));
}

async function refused(named: string, given: Partial<Flags>): Promise<readonly Problem[]> {
  try {
    await printed(named, given);
  } catch (error) {
    if (error instanceof Failure) return error.problems;
    throw error;
  }
  throw new Error("expected problems");
}

const wordsOn = async (pdf: Uint8Array, page: number) => (await textsOf(pdf, page)).map(({ text }) => text);

describe("pad with a branding", () => {
  it("prints a sheet for each name, set by set, where players have sheets of their own", async () => {
    const pdf = await printed("yazzo", { playersNamed: "Anna, Ben", sheets: 2, date: "12. Mai 2027" });
    expect(await pagesOf(pdf)).toBe(4);
    for (const [page, name] of [
      [1, "Anna"],
      [2, "Ben"],
      [3, "Anna"],
      [4, "Ben"],
    ] as const) {
      const words = await wordsOn(pdf, page);
      expect(words).toContain(name);
      expect(words).toContain("12. Mai 2027");
      expect(words.filter((word) => ["Anna", "Ben"].includes(word))).toEqual([name]);
    }
  });

  it("has as many columns as names where players share a sheet", async () => {
    const words = await wordsOn(await printed("yatzy", { playersNamed: "Anna,Ben,Claire" }), 1);
    for (const name of ["Anna", "Ben", "Claire"]) expect(words).toContain(name);
  });

  it("tells all that is wrong with it at once", async () => {
    const problems = await refused("yazzo", {
      title: "\u0007",
      footer: " ",
      accent: "yellow",
      playersNamed: "Anna,Anna",
      logo: "nowhere.svg",
    });
    expect(problems.map(({ code }) => code)).toEqual([
      "control-character",
      "bad-value",
      "bad-value",
      "light-colour",
      "unreadable",
    ]);
  });

  it("refuses more players than the game is for", async () => {
    const many = await refused("kniffel-extreme", { players: 5 });
    expect(many[0]).toMatchObject({
      code: "too-many-players",
      message: "this game is for at most 4 players, not 5",
    });
  });

  it("refuses names that do not go together with the number of players, or into a form", async () => {
    const few = await refused("yatzy", { playersNamed: "Anna,Ben,Claire", players: 2 });
    expect(few[0]).toMatchObject({ code: "flags-collide", hint: expect.stringContaining("leave out") });
    const form = await refused("yatzy", { playersNamed: "Anna", profile: "fillable" });
    expect(form[0]).toMatchObject({
      code: "flags-collide",
      message: expect.stringContaining("--players-named"),
    });
  });

  it("refuses a colour and a back for a receipt printer", async () => {
    for (const flags of [{ accent: "navy" }, { back: "long-edge" }] as const) {
      const [first] = await refused("yatzy", { ...flags, profile: "receipt" });
      const flag = `--${Object.keys(flags)[0]}`;
      expect(first).toMatchObject({ code: "flags-collide", message: expect.stringContaining(flag) });
    }
  });
});

describe("pad with a block file", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "pictures"));
  put(join(folder, "pictures"), "lion.svg", LION);
  put(folder, "ours.yaml", "id: ours\nextends: yazzo\nname: {de: Unser Yazzo, en: Our Yazzo}\n");
  const lion = put(
    folder,
    "lion.yaml",
    'block: ours.yaml\nlang: en\npaper: a4\nnumbered: 1-3\ntitle: The Golden Lion\nlogo: pictures/lion.svg\naccent: "#7a1f1f"\n',
  );

  it("prints what it says, with paths beside it, the same each time", async () => {
    const [one, other] = [await printed(lion, {}), await printed(lion, {})];
    expect(Buffer.compare(one, other)).toBe(0);
    expect(await pagesOf(one)).toBe(3);
    const words = await wordsOn(one, 3);
    expect(words).toEqual(expect.arrayContaining(["The Golden Lion", "Top down", "No. 3"]));
    const text = Buffer.from(one).toString("latin1");
    expect(text).toMatch(/\/Subtype ?\/Image/);
  });

  it("gives way to the command line", async () => {
    const pdf = await printed(lion, { sheets: 1, title: "The Silver Lion", lang: "de" });
    expect(await pagesOf(pdf)).toBe(1);
    const words = await wordsOn(pdf, 1);
    expect(words).toContain("The Silver Lion");
    expect(words.join(" ")).toContain("Von oben nach unten");
    expect(words).not.toContain("The Golden Lion");
  });

  it("that is wrong is told with its place", async () => {
    const wrong = put(folder, "wrong.yaml", "block: yazzo\ntitel: Lion\n");
    expect((await refused(wrong, {}))[0]).toMatchObject({
      code: "unknown-key",
      place: { line: 2, file: wrong },
    });
  });
});

describe("pad in large print", () => {
  it("takes A4 if nobody says otherwise, and two columns on a sheet that players share", async () => {
    const pdf = await printed("yatzy", { profile: "large-print" });
    const a4 = await textsOf(pdf, 1);
    expect(Math.max(...a4.map(({ yMm }) => yMm))).toBeGreaterThan(280);
    expect((await wordsOn(pdf, 1)).join(" ")).toMatch(/\b[A-Z]G2[A-Z\d]{2} /);
    expect((await refused("yatzy", { profile: "large-print", paper: "a6" }))[0]).toMatchObject({
      code: "does-not-fit",
      hint: expect.stringContaining("a4-large"),
    });
  });
});
