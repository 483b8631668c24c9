import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readGame } from "../../src/files/package/read-game.ts";
import { knownSheets } from "../../src/files/pictures/sheet-sources.ts";
import { lineLabel } from "../../src/i18n/game-words.ts";
import { readSheetCode, type SheetCode, writeSheetCode } from "../../src/print/layout/sheet-code.ts";
import { codeSymbol } from "../../src/print/pad/symbols.ts";
import { listCategories, listEditions } from "../../src/rules/game/rows.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { good, laidOut } from "../support/pads.ts";

const A5 = { widthMm: 148, heightMm: 210 };
const layout = good(laidOut(shippedGame("yazzo"), "en", "a5", 1, "double"));
const printed = layout.code?.code;
if (printed === undefined) throw new Error("the layout has no code");

/** The symbols that sheets of one variant may have. */
async function symbolsOf(variant: string | null, group: number, told: readonly SheetCode[] = [], page = A5) {
  const known = await knownSheets({ variant });
  return known.symbols({ group, kind: "double" }, told)(page);
}

describe("a sheet of another game than the named one", () => {
  it("is told to be of that", async () => {
    const found = (await knownSheets({ variant: "yatzy" })).ofCode(printed);
    const told = found.ok ? [] : found.problems.map(({ code, message, hint }) => ({ code, message, hint }));
    expect(told).toEqual([
      {
        code: "other-variant",
        message: expect.stringMatching(/^the sheet is for `yazzo`, not for yatzy \(code /),
        hint: "leave out `--variant`, or write `--variant yazzo`",
      },
    ]);
  });

  rareTest("is not taken for one that only has the same tag", async () => {
    const found = (await knownSheets({ variant: "yatzy" })).ofCode({ ...printed, digest: "ZZZZ" });
    expect(found.ok ? [] : found.problems.map(({ code }) => code)).toEqual(["variant-not-here"]);
  });
});

describe("a pad printed before a box or line got another name", () => {
  const renamed = SHIPPED.map((id) => shippedGame(id)).filter(({ formerNames }) => formerNames.size > 0);

  it("is known by its code", async () => {
    expect(renamed.length).toBeGreaterThan(2);
    for (const game of renamed) {
      const [lang = "en"] = [...game.formerNames.values()].flatMap(Object.keys);
      const [now, before, ...others] = listEditions(game).map(
        (one) => good(laidOut(one, lang, "a5", 1, "double")).code?.code,
      );
      expect(others).toEqual([]);
      if (now === undefined || before === undefined) throw new Error("the layout has no code");
      expect(before.digest).not.toBe(now.digest);
      const known = await knownSheets({ variant: game.id });
      for (const code of [now, before]) {
        const found = known.ofCode(code);
        expect(found.ok && found.value.game.lineLabels).toEqual(game.lineLabels);
      }
    }
  });
});

describe("a pad printed before a section, a column, a house rule or its choice got another name", () => {
  const former = "{ de: Früherer Name, en: Former name }";
  it.each(
    someOf(
      [
        ["sections.upper", `sections: { upper: { label: ${former} } }`],
        ["columns.down", `columns: { down: { label: ${former} } }`],
        ["options.striking", `options: { striking: { label: ${former} } }`],
        ["options.striking.needed", `options: { striking: { choices: { needed: { label: ${former} } } } }`],
      ],
      4,
    ),
  )("is known by its code: %s", async (key, change) => {
    const folder = mkdtempSync(join(tmpdir(), "former-"));
    try {
      const write = (name: string, lines: string) => {
        writeFileSync(join(folder, name), `id: own\nextends: yazzo\n${lines}\n`);
        return join(folder, name);
      };
      const choices = { striking: "needed" };
      const before = good(readGame(write("before.yaml", change), choices));
      const code = good(laidOut(before, "en", "a5", 1)).code?.code;
      if (code === undefined) throw new Error("the layout has no code");
      const found = async (lines: string) => {
        const read = (await knownSheets({ variant: write("now.yaml", lines) })).ofCode(code);
        return read.ok ? read.value.layout.texts.map(({ text }) => text).join() : read.problems[0]?.code;
      };
      expect(await found("")).toBe("variant-changed");
      expect(await found(`former_names: { ${key}: ${former} }`)).toContain("Former name");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a game with a former name", () => {
  it.each(SHIPPED)("has it on the line or box that had it, and nowhere else: %s", (id) => {
    const game = shippedGame(id);
    const old = { en: "Former name" };
    const lines = listSheetLines(game);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [, before] = listEditions({ ...game, padSums: [], formerNames: new Map([[line.id, old]]) });
      const named = lines.filter((one) => before && lineLabel(before, language("en"), one.id) === old.en);
      expect(named.map((one) => one.id)).toEqual([line.id]);
    }
    const box = listCategories(game)[0]?.id ?? "";
    const [, before] = listEditions({ ...game, padSums: [], formerNames: new Map([[box, old]]) });
    expect(before?.lineLabels.has(box)).toBe(false);
    expect(before && listCategories(before)[0]?.label.en).toBe(old.en);
  });
});

describe("the symbols of known sheets", () => {
  it("has the symbol of a pad as it is printed, and only with numbers that its marks allow", async () => {
    const symbols = await symbolsOf("yazzo", 7);
    const code = writeSheetCode({ ...printed, number: 38 });
    const signs = codeSymbol(code)
      .flat()
      .map((isBlack) => (isBlack ? -1 : 1));
    expect([...(symbols.find((one) => one.code === code)?.signs ?? [])]).toEqual(signs);
    const numbers = symbols.map((one) => readSheetCode(one.code)?.number ?? -1);
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.every((number) => number % 31 === 7)).toBe(true);
  });

  rareTest("has every shipped game where none is named", async () => {
    const codes = new Set((await symbolsOf(null, 0)).map(({ code }) => code));
    const other = good(laidOut(shippedGame("yatzy"), "de", "a5", 4, "double")).code?.code;
    expect(codes.has(writeSheetCode(printed))).toBe(true);
    expect(other !== undefined && codes.has(writeSheetCode(other))).toBe(true);
  });

  it("has the blocks that are known already, whatever they are", async () => {
    const block: SheetCode = { ...printed, variantTag: "QQ", digest: "ZZZZ", players: 3 };
    const codes = (await symbolsOf("yazzo", 2, [block])).map(({ code }) => code);
    expect(codes).toContain(writeSheetCode({ ...block, number: 33 }));
  });

  it("knows papers by their size, also one with an edge for glue or a size of its own", async () => {
    const papers = async (widthMm: number, heightMm: number) => [
      ...new Set(
        (await symbolsOf("yazzo", 0, [], { widthMm, heightMm })).map(
          ({ code }) => readSheetCode(code)?.paper,
        ),
      ),
    ];
    expect(await papers(148, 210)).toEqual(["a5", "a5-large"]);
    expect(await papers(147.6, 200.5)).toEqual(["a5-top10", "a5-large-top10"]);
    expect(await papers(120, 170)).toEqual(["other"]);
  });

  it("knows nothing of a variant that there is not", async () => {
    expect(await symbolsOf("no-such-game", 0)).toEqual([]);
  });
});
