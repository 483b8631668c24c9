import { describe, expect, it } from "vitest";
import { type Advice, advise, type WrittenScores } from "../../src/odds/advise.ts";
import { Model } from "../../src/odds/model.ts";
import { Random } from "../../src/odds/turn/held-ways.ts";
import { shippedGame } from "../support/games.ts";
import { smallGame } from "./small-game.ts";

const CRAG = new Model(shippedGame("crag"));
const ROWS = CRAG.boxes.map(({ category }) => category.id);

/** A sheet on which all boxes but these hold a strike. */
const only =
  (...open: string[]): WrittenScores =>
  (_, category) =>
    open.includes(category) ? null : 0;

function advice(...asked: Parameters<typeof advise> extends [Model, ...infer Rest] ? Rest : never) {
  const found = advise(CRAG, ...asked);
  if (typeof found === "string") throw new Error(found);
  return found as readonly Advice[];
}

describe("advice", () => {
  it("names each box once and each way to hold dice once, the best first", () => {
    const found = advice(() => null, [6, 6, 1], 1);
    const boxes = found.flatMap(({ category }) => (category === null ? [] : [category]));
    expect(boxes.toSorted()).toEqual(ROWS.toSorted());
    expect(found.flatMap(({ keep }) => (keep === null ? [] : [keep.join()])).toSorted()).toEqual(
      ["", "1", "1,6", "6", "6,6"].toSorted(),
    );
    expect(found[0]).toMatchObject({ keep: null, category: "crag", score: 50 });
    expect(found.map(({ worth }) => worth)).toEqual(
      found.map(({ worth }) => worth).toSorted((a, b) => b - a),
    );
  });

  it("knows what the last box is worth with one throw left", () => {
    // Two sixes are held: one die in six shows a third one.
    const [best] = advice(only("sixes"), [6, 6, 1], 1);
    expect(best).toMatchObject({ keep: [6, 6] });
    expect(best?.worth).toBeCloseTo(13, 12);
  });

  it("counts what stands on the sheet", () => {
    const written: WrittenScores = (_, category) =>
      category === "sixes" ? null : category === "crag" ? 50 : 0;
    expect(advice(written, [6, 6, 1], 0)[0]?.worth).toBe(62);
  });

  it.each([
    ["full", () => 0, [1, 1, 1]],
    ["no-such-roll", () => null, [7, 7, 7]],
    ["impossible-sheet", (_: string, category: string) => (category === "crag" ? 51 : null), [1, 1, 1]],
  ] as const)("%s", (reason, written, roll) => {
    expect(advise(CRAG, written, roll, 0)).toBe(reason);
  });
});

describe("advice on a sheet of several columns", () => {
  const games = [
    "free",
    "down",
    "up",
    "inward",
    "{outward: [threes, pair]}",
    "{stages: [[pair], [ones, threes, chance]]}",
  ].map((order) =>
    smallGame({
      columns: `{one: {label: {de: E, en: One}, order: ${order}}, two: {label: {de: Z, en: Two}, order: ${order}, multiplier: 2}, three: {label: {de: D, en: Three}, order: free, after: one}}`,
    }),
  );

  it.each(games.map((game) => [game.columns[0]?.order.kind, game] as const))(
    "is there for every sheet that play leads to, names the column of each box and is right about the next ones: %s",
    (_, game) => {
      const model = new Model(game);
      const random = new Random(3);
      for (let round = 0; round < 3; round++) {
        const sheet = new Map<string, number>();
        const written: WrittenScores = (column, category) => sheet.get(`${column} ${category}`) ?? null;
        for (;;) {
          const found = advise(model, written, [3, 3], 0);
          if (found === "full") break;
          if (typeof found === "string") throw new Error(`${found} with ${[...sheet.keys()]}`);
          const places = found.map(({ column, category }) => `${column} ${category}`);
          expect(new Set(places).size).toBe(found.length);
          const at = random.below(found.length);
          sheet.set(places[at] ?? "", found[at]?.score ?? 0);
        }
        expect(sheet.size).toBe(12);
      }
    },
  );

  it("names of columns that are alike one in which the box is open", () => {
    const columns =
      "{one: {label: {de: E, en: One}, order: free}, two: {label: {de: Z, en: Two}, order: free}}";
    const model = new Model(smallGame({ columns }));
    const written: WrittenScores = (column, category) => (column === "one" && category === "pair" ? 0 : null);
    const found = advise(model, written, [3, 3], 0) as readonly Advice[];
    expect(found.filter(({ category }) => category === "pair").map(({ column }) => column)).toEqual(["two"]);
    expect(found.filter(({ category }) => category === "ones").map(({ column }) => column)).toEqual(["one"]);
  });
});
