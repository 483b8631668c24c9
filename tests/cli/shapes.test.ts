import { describe, expect, it } from "vitest";
import { augenblock, json } from "../support/command-line.ts";
import { SHIPPED } from "../support/games.ts";

interface Shown {
  id: string;
  options: Record<string, { choice: string; choices: string[] }>;
  sections: { id: string; categories: { id: string; legal: number[]; strike: string }[]; tiers: object[] }[];
  columns: { id: string; order: string }[];
  lines: string[];
}

describe("variants --json", () => {
  it("lists the shipped games with what follows from their rules", async () => {
    const listed = await json<{ id: string; name: object; boxes: number; turns: number; maximum: number }[]>([
      "variants",
    ]);
    expect(listed.map((v) => v.id).sort()).toEqual([...SHIPPED].sort());
    expect(listed.find((v) => v.id === "yazzo")).toEqual({
      id: "yazzo",
      name: { de: "Yazzo", en: "Yazzo" },
      boxes: 33,
      turns: 33,
      maximum: 1236,
    });
    for (const variant of listed)
      expect(Object.keys(variant)).toEqual(["id", "name", "boxes", "turns", "maximum"]);
  });
});

/** Games of few and many columns, with bonuses of their own, hands and chips. */
const SHOWN = ["yazzo", "doppel-yatzy", "yamb", "balut", "escalero", "double-cameroon"];

describe("show --json", () => {
  it("has the promised keys for games of every kind", async () => {
    let seen = 0;
    for (const id of SHOWN) {
      const shown = await json<Shown>(["show", id]);
      expect(Object.keys(shown)).toEqual([
        "id",
        "name",
        "dice",
        "rolls",
        "boxes",
        "turns",
        "maximum",
        "minimum",
        "options",
        "columns",
        "sections",
        "lines",
      ]);
      for (const { choice, choices } of Object.values(shown.options)) expect(choices).toContain(choice);
      for (const { categories } of shown.sections) {
        for (const c of categories) expect(Object.keys(c)).toEqual(["id", "label", "legal", "strike"]);
      }
      expect(shown.lines).toContain("grand.total");
      seen++;
    }
    expect(seen).toBe(SHOWN.length);
  });

  it("follows --set", async () => {
    const shown = await json<Shown>([
      "show",
      "doppel-yatzy",
      "--set",
      "extra=strike",
      "--set",
      "yatzy_value=plus_pips",
    ]);
    const box = (id: string) => shown.sections.flatMap((s) => s.categories).find((c) => c.id === id);
    expect(box("extra")).toMatchObject({ legal: [], strike: "always" });
    expect(box("yatzy")?.legal).toEqual([55, 60, 65, 70, 75, 80]);
    expect(shown.options.extra).toEqual({ choice: "strike", choices: ["minus", "chance", "strike"] });
  });

  it("tells columns with their order", async () => {
    const { columns } = await json<Shown>(["show", "yazzo"]);
    expect(columns).toEqual([
      { id: "mixed", order: "free" },
      { id: "down", order: "down" },
      { id: "up", order: "up" },
    ]);
  });
});

describe("score --json", () => {
  it("lists every category with all that may be claimed", async () => {
    const scored = await json<{
      variant: string;
      roll: number[];
      scores: { category: string; scores: number[] }[];
    }>(["score", "doppel-yatzy", "6", "6", "4", "3", "3", "3"]);
    expect(scored).toMatchObject({ variant: "doppel-yatzy", roll: [6, 6, 4, 3, 3, 3] });
    expect(scored.scores.length).toBe(16);
    const by = Object.fromEntries(scored.scores.map((s) => [s.category, s.scores]));
    expect(by).toMatchObject({
      threes: [6, 9],
      pair: [6, 12],
      full_house: [21],
      extra: [-22, -21, -19],
      yatzy: [],
    });
  });
});

describe("layout --json", () => {
  it("gives every box and line once per player and column", async () => {
    interface Box {
      player: number;
      column: string | null;
      category?: string;
      line?: string;
      xMm: number;
      widthMm: number;
      heightMm: number;
    }
    const laid = await json<{ variant: string; page: object; boxes: Box[] }>([
      "show",
      "--layout",
      "yahtzee-block",
      "--paper",
      "a5",
      "--players",
      "3",
    ]);
    expect(laid).toMatchObject({ variant: "yahtzee-block", page: { widthMm: 148, heightMm: 210 } });
    const keys = laid.boxes.map((b) => `${b.player} ${b.category ?? b.line}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(laid.boxes.filter((b) => b.category !== undefined).length).toBe(3 * 13);
    expect(laid.boxes.filter((b) => b.line === "grand.total").length).toBe(3);
    for (const box of laid.boxes.filter((b) => b.category !== undefined)) {
      expect(box.widthMm).toBeGreaterThanOrEqual(11);
      expect(box.heightMm).toBeGreaterThanOrEqual(7);
    }
  });
});

describe("what a game is worth as JSON", () => {
  it("has the promised keys", async () => {
    const odds = await json<{ boxes: object[]; low: number; mean: number; high: number }>(["odds", "crag"]);
    expect(Object.keys(odds).join(" ")).toBe(
      "variant options method mean low high deviation percentiles states seconds leaves_out tiers boxes",
    );
    expect(Object.keys(odds.boxes[0] ?? {})).toEqual(["column", "category", "mean", "zero"]);
    expect([odds.low, odds.high]).toEqual([odds.mean, odds.mean]);
    const balance = await json<object>(["odds", "balance", "crag"]);
    expect(Object.keys(balance)).toEqual(["variant", "method", "judgements", "options", "bonus"]);
    const advice = await json<{ others: object[] }>(["odds", "advise", "crag", "--roll", ..."661"]);
    expect(Object.keys(advice)).toEqual(["column", "category", "worth", "others"]);
    expect(Object.keys(advice.others[0] ?? {})).toEqual(["column", "category", "worth", "loss"]);
    const told = await augenblock(["odds", "advise", "crag", "--roll", ..."661"]);
    const lines = told.out.trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([
      13,
      `and ${advice.others.length - 11} more; \`--json\` lists them all`,
    ]);
  });
});
