import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readGame } from "../../src/files/package/read-game.ts";
import { styleIds } from "../../src/files/package/templates.ts";
import { padPdf } from "../../src/files/print/pads.ts";
import { UNBRANDED } from "../../src/print/brand.ts";
import { PAD_MARKS } from "../../src/print/layout/marks.ts";
import { loadLanguages } from "../../src/files/package/languages.ts";
import { PROFILE_NAMES } from "../../src/print/imposition/imposition.ts";
import { PAPER_NAMES, RECEIPT_PAPER } from "../../src/print/layout/paper.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { printNames, type PrintWish, Printer } from "../../src/studio/engine/printer.ts";
import { PageLanguage } from "../../src/studio/engine/page-language.ts";
import { someOf } from "../support/cases.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { LANGUAGES, language } from "../support/languages.ts";
import { openEngine } from "../support/studio.ts";

const spoken = new PageLanguage();
spoken.choose(language("en"));
const fetched = { takeFonts: async () => undefined };
/** The printer of the page, where the files of the package lie on disk. */
const printer = new Printer(fetched as never, spoken, null as never);
const names = printNames();

/** What can be chosen, and the key of its words. */
const KINDS = [
  ["paper", "papers"],
  ["profile", "profiles"],
  ["back", "backs"],
  ["style", "styles"],
  ["marks", "mark-kinds"],
] as const;

const WISH: PrintWish = {
  ...{
    variant: "yatzy",
    choices: {},
    paper: "a5",
    profile: "home",
    players: "",
    games: "",
    blocks: "",
    sheets: "",
  },
  ...{
    numbered: "",
    style: "plain",
    marks: "standard",
    ...{ title: "", subtitle: "", footer: "" },
    accent: "",
    logo: null,
    back: "none",
    link: "",
  },
};

// A file for a press says when it was made.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2024-05-17T12:00:00Z") }));
afterAll(() => void vi.useRealTimers());

describe("the page for printing", () => {
  it.each(PROFILE_NAMES)("prints for %s what the command does", async (profile) => {
    const folder = emptyFolder();
    const out = join(folder, "pad.pdf");
    const run = await augenblock(
      ["pad", "yatzy", "--profile", profile, "--lang", "en", "--out", out],
      folder,
    );
    expect(run).toMatchObject({ code: 0 });
    const made = await printer.pad({ ...WISH, profile, paper: names.paperFor[profile] ?? WISH.paper });
    expect(made.problems).toEqual([]);
    expect(readFileSync(out).equals(Buffer.from(made.made?.content ?? ""))).toBe(true);
  });

  it.each(someOf(LANGUAGES, 3))(
    "says in the language of the page what can't be printed (%s)",
    async (code) => {
      const { printer } = openEngine(code);
      const english = openEngine("en").printer;
      const wishes: readonly Partial<PrintWish>[] = [
        { numbered: "50-1" },
        { numbered: "some" },
        { accent: "reddish" },
        { link: "nowhere at all" },
        { players: "99" },
        { variant: "yatzi" },
      ];
      for (const wish of wishes) {
        const { made, problems } = await printer.pad({ ...WISH, ...wish });
        expect([wish, made, problems.length]).toEqual([wish, null, 1]);
        const [problem] = problems;
        // A page has no command line.
        expect(`${problem?.message} ${problem?.hint}`).not.toMatch(/(?<![\w-])--[a-z]|`augenblock /);
        const [spoken] = (await english.pad({ ...WISH, ...wish })).problems;
        expect(problem?.message === spoken?.message).toBe(code === "en");
      }
    },
  );

  it("says what is wrong with a field at that field, and draws the sheet without it", async () => {
    const { made } = await printer.preview(WISH);
    const wrong = {
      link: "nowhere at all",
      numbered: "50-1",
      accent: "reddish",
      logo: { name: "lion.svg", bytes: new Uint8Array([1, 2, 3]) },
      players: "0",
      sheets: "1.5",
      blocks: "10000",
    };
    for (const [field, value] of Object.entries(wrong)) {
      const drawn = await printer.preview({ ...WISH, [field]: value });
      expect(Object.keys(drawn.fields)).toEqual([field]);
      expect(drawn.made).toBe(made);
    }
    expect(Object.keys((await printer.preview({ ...WISH, ...wrong })).fields).sort()).toEqual(
      Object.keys(wrong).sort(),
    );
    expect((await printer.preview({ ...WISH, link: "https://example.org", numbered: "1-9" })).fields).toEqual(
      {},
    );
  });

  it("prints numbered sheets where a number of sheets is given as well", async () => {
    const both = await printer.pad({ ...WISH, sheets: "9", numbered: "1-2" });
    const numbered = await printer.pad({ ...WISH, numbered: "1-2" });
    expect(both).toEqual(numbered);
    expect((await printer.pad({ ...WISH, sheets: "9" })).made).not.toEqual(numbered.made);
  });

  it.each([
    [{ blocks: "3" }, "sheets"],
    [{ blocks: "3", sheets: "5", numbered: "1-14" }, "numbered"],
    [{ blocks: "3", numbered: "1-14" }, "numbered"],
    [{ blocks: "999", sheets: "999" }, "blocks"],
    [{ players: "99" }, "paper"],
    [{ paper: "a6", variant: "kniffel", players: "30" }, "paper"],
    [{ title: "\u4e2d\u6587" }, "title"],
    [{ title: "long ".repeat(60) }, "title"],
    [{ title: "The Lion", subtitle: "\u4e2d\u6587" }, "subtitle"],
    [{ title: "The Lion", footer: "long ".repeat(60) }, "footer"],
    [{ link: `https://example.org/${"a".repeat(900)}` }, "link"],
  ] as const)(
    "says at a field what is wrong there, also what shows only when drawn: %j",
    async (wish, field) => {
      const { fields, problems } = await printer.preview({ ...WISH, ...wish });
      expect([Object.keys(fields), problems]).toEqual([[field], []]);
      expect(fields[field]?.length).toBeGreaterThan(0);
    },
  );

  it("prints blocks, styles and marks as the command does", async () => {
    const words = { title: "The Lion", subtitle: "Since 1990", footer: "See you on Friday" };
    const wish = { ...WISH, ...words, blocks: "2", sheets: "2", style: "pub", marks: "quiet" } as const;
    const game = need(readGame("yatzy"));
    const branding = { ...UNBRANDED, ...words };
    const choices = { blocks: 2, sheets: 2, style: "pub", marks: "quiet", branding } as const;
    const pad = need(await padPdf(game, language("en"), choices));
    const { made } = await printer.pad(wish);
    expect(Buffer.from(pad).equals(Buffer.from(made?.content ?? ""))).toBe(true);
    expect((await printer.preview(wish)).made).not.toBe((await printer.preview(WISH)).made);
  });

  it("offers every paper, profile, style and kind of marks of the command, and has words for each", () => {
    expect(names).toMatchObject({
      ...{ paper: [...PAPER_NAMES, RECEIPT_PAPER], profile: PROFILE_NAMES },
      ...{ style: styleIds(), marks: PAD_MARKS },
    });
    expect(names.style.length).toBeGreaterThan(1);
    const languages = need(loadLanguages());
    expect(languages.length).toBeGreaterThan(1);
    for (const one of languages)
      for (const [kind, key] of KINDS)
        for (const name of names[kind])
          expect(one.translate(`studio.print.${key}.${name}`)).not.toMatch(/^\[/);
  });
});
