import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { saveSheet } from "../../src/check/write-sheet.ts";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";
import { formOf, openedForm, typedInto } from "../support/forms.ts";
import { shippedGame } from "../support/games.ts";
import { correctSheet, randomFrom } from "../support/sheets.ts";

interface CheckJson {
  readonly sheets: readonly {
    readonly file: string;
    readonly verdict: string;
    readonly players: readonly unknown[];
    readonly findings: readonly { readonly code: string; readonly line: string | null }[];
    readonly ranking: readonly unknown[];
    readonly problems: readonly { readonly code: string; readonly hint: string }[];
  }[];
}

const GAME = shippedGame("yatzy");
const SHEET = correctSheet(GAME, randomFrom(3), { players: 2, turns: null, lines: 0 });
const folder = emptyFolder();

beforeAll(async () => {
  const made = await augenblock(
    ["pad", "yatzy", "--players", "2", "--profile", "fillable", "--out", "pad.pdf"],
    folder,
  );
  expect(made).toMatchObject({ code: 0, err: "" });
  const form = await openedForm(new Uint8Array(readFileSync(join(folder, "pad.pdf"))));
  const texts = typedInto(form, SHEET);
  put(folder, "night.pdf", await form.save(texts));
  const wrong = new Map(texts).set("sheet1.player1.main.upper-sum", "1");
  put(folder, "wrong.pdf", await (await openedForm((await formOf(GAME, { players: 2 })).pdf)).save(wrong));
  put(folder, "typed.yaml", saveSheet({ ...SHEET, complete: null }, "yaml"));
  put(folder, "photo.pdf", readFileSync(new URL("../photos/correct.jpg", import.meta.url)));
  put(folder, "cut.pdf", readFileSync(join(folder, "night.pdf")).subarray(0, 20_000));
  put(folder, "strange.pdf", await strangeForm());
});

/** A form of ours that says it is of a game that is not here. */
async function strangeForm(): Promise<Uint8Array> {
  const { pdf } = await formOf({ ...GAME, id: "our-yatzy" });
  return pdf;
}

describe("a form on the command line", () => {
  it("is checked like a typed sheet, beside one and beside whatever can't be read", async () => {
    const { sheets } = await json<CheckJson>(
      ["check", "typed.yaml", "night.pdf", "wrong.pdf", "pad.pdf", "photo.pdf", "cut.pdf", "strange.pdf"],
      2,
      folder,
    );
    const [typed, filled, wrong, ...unusable] = sheets;
    expect(filled).toMatchObject({ file: "night.pdf", verdict: "correct", findings: [], problems: [] });
    expect(filled?.ranking).toEqual(typed?.ranking);
    expect(filled?.players.length).toBe(2);
    expect(wrong?.findings.map(({ code, line }) => [code, line])).toEqual([["wrong-sum", "upper.sum"]]);
    expect(unusable.map(({ verdict }) => verdict)).toEqual(Array(4).fill("unusable"));
    expect(unusable.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ["nothing-written"],
      ["wrong-ending"],
      ["broken-pdf"],
      ["variant-not-here"],
    ]);
    for (const { problems } of unusable) expect(problems[0]?.hint).not.toBe("");
  });

  it("gives the same table as a typed sheet with those sums, and comes onto the page and into the ranking", async () => {
    const files = ["--csv", "ranking.csv", "--report", "night.html"];
    const { code, out, err } = await augenblock(["check", "night.pdf", ...files, "--lang", "en"], folder);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Player 1");
    expect(out).not.toContain("worked out");
    expect(readFileSync(join(folder, "ranking.csv"), "utf8")).toContain("night.pdf");
    const page = readFileSync(join(folder, "night.html"), "utf8");
    expect(page).toContain("Player 2");
    const colours = [...page.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
    expect(colours.length).toBeGreaterThan(10);
    expect(colours.filter((name) => !page.includes(`--${name}: `))).toEqual([]);
  });

  it("has a way out where a pad can't be one", async () => {
    const cuts = await augenblock(["pad", "yatzy", "--profile", "fillable", "--cuts", "lines"], folder);
    expect(cuts.code).toBe(2);
    expect(cuts.err).toContain("`--cuts` is for paper");
    // Sheets of a form may have numbers, too.
    const flags = ["--bleed", "3", "--date", "today", "--blocks", "2", "--sheets", "2", "--numbered", "1-4"];
    const all = await augenblock(["pad", "yatzy", "--profile", "fillable", ...flags], folder);
    expect(all.code).toBe(2);
    expect(all.err.match(/`--[a-z-]+`(?= is for)/g)).toEqual(["`--blocks`", "`--bleed`", "`--date`"]);
    const wrong = await augenblock(
      ["pad", "yatzy", "--profile", "fillable", "--sheets", "3", "--numbered", "1-2"],
      folder,
    );
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("the number of sheets don’t match: 2 and 3");
    const many = await augenblock(["pad", "yatzy", "--profile", "fillable", "--sheets", "500"], folder);
    expect(many.err).toContain("at most 40 pages");
  });
});
