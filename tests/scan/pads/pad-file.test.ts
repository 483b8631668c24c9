import { loadCommercialPad, shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { readGame } from "../../../src/files/package/read-game.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { padSchema, padYaml, readPadFile } from "../../../src/scan/pads/pad-file.ts";
import { rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { Ajv } from "ajv";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = new URL("../../../", import.meta.url);
const FOLDER = new URL("variants/pads/", ROOT);
const FILES = readdirSync(FOLDER);
const read = (text: string) => readPadFile("my.yaml", text, (ref, choices) => readGame(ref, choices));
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), "utf8");

const NUMBERS = "[ones, twos, threes, fours, fives, sixes, upper.sum, upper.bonus, upper.total]";
const LOWER = "three, four, full_house, small, large, five, chance";
const good = `pad: my-pad\nname: Mine\ngame: kniffel\ntables:\n  - rows: ${NUMBERS}\n  - rows: [${LOWER}, grand.total]\n`;

/** The codes of the problems of a file, with the line of each. */
function problemsOf(text: string) {
  const result = read(text);
  return result.ok
    ? []
    : result.problems.map(({ code, place, message }) => ({ code, line: place?.line, message }));
}

describe("the shipped pads", () => {
  it("are named after their ids, and fit their games", async () => {
    const pads = await shippedPads();
    expect(pads.map(({ id }) => `${id}.yaml`)).toEqual(expect.arrayContaining(FILES));
    expect(pads.length).toBeGreaterThan(6);
    for (const pad of pads) {
      const boxes = rowsOfPad(pad).filter(({ holds }) => holds.kind === "category");
      expect(boxes.length, pad.id).toBe(listCategories(pad.game).length);
    }
  });

  it("of one game are those of it only", async () => {
    expect((await shippedPads("maxi-yatzy")).map(({ id }) => id)).toEqual(["maxi-yatzy-pad"]);
    expect((await shippedPads("yahtzee")).map(({ id }) => id)).toContain("yahtzee-card");
    expect(await shippedPads("kismet")).toEqual([]);
  });

  it("change the rules that they print, and call boxes as they do", async () => {
    const { game } = need(await loadCommercialPad("yatzy-pad-danish"));
    expect(game.id).toBe("yatzy");
    expect(game.sections[0]?.tiers).toEqual([{ from: 64, add: 50 }]);
    expect(listCategories(game).find(({ id }) => id === "full_house")?.label.en).toBe("Hus");
    expect(game.lineLabels.get("upper.sum")?.de).toBe("SUM");
  });

  it("take house rules that are told beside their own", async () => {
    const { game } = need(await loadCommercialPad("kniffel-card", { five_alike: "yes" }));
    expect(game.options.find(({ id }) => id === "five_alike")?.chosen).toBe("yes");
  });

  it("that there is not gives the near miss", async () => {
    const unknown = await loadCommercialPad("kniffel-cart");
    expect(!unknown.ok && unknown.problems).toMatchObject([
      { code: "unknown-pad", hint: "did you mean `kniffel-card`?" },
    ]);
  });
});

describe("a pad file", () => {
  it("gives tables with their rows, and what is usual where it says nothing", () => {
    const { tables, columns } = need(read(good));
    expect(columns).toBe("players");
    expect(tables.map(({ rows }) => rows.length)).toEqual([9, 8]);
    expect(tables[0]).toMatchObject({ labels: 1, entries: { min: 1, max: 12 } });
    expect(tables[0]?.rows[6]).toEqual({
      holds: { kind: "line", id: "upper.sum" },
      height: 1,
      line: "single",
    });
  });

  it("says every row that does not fit its game at once, with its place", () => {
    const text = good.replace("twos", "twoes").replace("chance", "chance, fives").replace("four,", "");
    expect(problemsOf(text)).toMatchObject([
      { code: "unknown-row", line: 5 },
      { code: "missing-row", line: 5, message: "the box `twos` of `kniffel` has no row" },
      { code: "row-twice", line: 6 },
      { code: "missing-row", line: 5 },
    ]);
  });

  it("says what else it prints: sums of its own, points right of the boxes, room for ticks", () => {
    const rows = `[ticks, { sum: { of: [lower.sum, upper.total], printed: All } }, ${LOWER}, grand.total]`;
    const { tables, game } = need(read(good.replace(/\[three.*/, rows)));
    const contents = tables[1]?.rows.slice(0, 2).map(({ holds }) => holds);
    const id = "sum.lower.sum+upper.total";
    expect(contents).toEqual([{ kind: "ticks" }, { kind: "line", id }]);
    expect(game.padSums).toEqual([{ id, of: ["lower.sum", "upper.total"] }]);
    expect(game.lineLabels.get(id)?.en).toBe("All");
    const right = "- rows: [{ ones: { right: [sum, grand.total, nothing] } }";
    const { tables: wider } = need(read(good.replace("- rows: [ones", right)));
    expect(wider[0]?.rows[0]?.right).toEqual([
      { kind: "line", id: "sum.ones" },
      { kind: "line", id: "grand.total" },
      { kind: "nothing" },
    ]);
  });

  it.each([
    ["a sum of nothing", good.replace("[ones", "[sum, ones"), "bad-value"],
    ["a sum in a box", good.replace("[ones", "[ones: { of: [twos] }"), "bad-value"],
    ["a sum of a row that there is not", good.replace("[ones", "[sum: { of: [onces] }, ones"), "unknown-row"],
    ["a box right of the boxes", good.replace("[ones", "[ones: { right: [twos] }"), "unknown-row"],
    ["a sum right of a sum", good.replace("upper.sum", "upper.sum: { right: [sum] }"), "unknown-row"],
    ["an unknown key", good.replace("name:", "nam:"), "unknown-key"],
    ["no game", good.replace("game: kniffel\n", ""), "missing-key"],
    ["a word for a number of columns", good.replace("- rows", "- columns: many\n    rows"), "bad-value"],
    ["an id with blanks", good.replace("my-pad", "My pad"), "bad-value"],
    ["a list", "- 1", "wrong-type"],
    ["a game that there is not", good.replace("kniffel", "knifel"), "unknown-variant"],
  ])("with %s is refused", (_, text, code) => {
    expect(problemsOf(text).map((one) => one.code)).toContain(code);
  });

  it.each(FILES)("that is written anew reads as the same pad: %s", (file) => {
    const pad = need(read(textOf(file).replace(/^changes.*\n/m, "")));
    const source = { game: pad.game.id, set: {}, title: "A pad." };
    const again = need(read(padYaml(pad, source)));
    expect(again.tables).toEqual(pad.tables);
    expect([again.id, again.name, again.columns]).toEqual([pad.id, pad.name, pad.columns]);
  });
});

describe("the schema of pad files", () => {
  const written = JSON.parse(readFileSync(new URL("variants/pad.schema.json", ROOT), "utf8"));
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(written);

  it("is made from the definition as it is; `npm run schema` makes it anew", () => {
    expect(written).toEqual(padSchema());
  });

  it("explains every key, with an example", () => {
    const keys = Object.entries(
      padSchema().properties as Record<string, { description?: string; examples?: unknown[] }>,
    );
    expect(keys.length).toBeGreaterThan(5);
    for (const [key, { description, examples = [] }] of keys) {
      expect(description, key).toMatch(/^[A-Za-z].*\.$/);
      expect(examples, key).toHaveLength(1);
    }
  });

  it("flags no shipped pad, and what the program refuses", () => {
    for (const file of FILES) expect(validate(parse(textOf(file))), file).toBe(true);
    expect(validate(parse(good))).toBe(true);
    expect(validate(parse(good.replace("name:", "nam:")))).toBe(false);
  });
});
