import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listCategories } from "../../src/rules/game/rows.ts";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";
import { DOCUMENTED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";

interface Checked {
  sheets: {
    file: string;
    variant: string | null;
    verdict: string;
    players: { name: string; computed: number; written: number | null }[];
    findings: {
      code: string;
      column: string | null;
      category: string | null;
      line: string | null;
      expected: unknown;
      message: string;
    }[];
    ranking: { name: string; rank: number; total: number; payout: number | null }[];
    problems: { code: string; file: string | null; line: number | null; hint: string | null }[];
  }[];
}

const EDENCITY = [
  "1er;3;1",
  "2er;6;2",
  "3er;9;3",
  "4er;12;4",
  "5er;15;5",
  "6er;18;6",
  "Summe oben;63;21",
  "Bonus;35;",
  "Dreierpasch;20;20",
  "Viererpasch;x;0",
  "Full House;25;25",
  "Kleine Straße;30;30",
  "Große Straße;40;40",
  "Yatzy;50;50",
  "Chance;21;21",
  "Gesamtsumme;284;207",
];
const edencity = (...rows: string[]) =>
  ["Spiel;edencity-yatzy", "vollständig;ja", "Spieler;Anna;Ben", ...EDENCITY, ...rows].join("\r\n");

describe("check", () => {
  it("finds a correct sheet correct, ranks and pays out", async () => {
    const folder = emptyFolder();
    put(folder, "night.csv", `\ufeff${edencity()}`);
    const { sheets } = await json<Checked>(["check", "night.csv"], 0, folder);
    expect(sheets).toEqual([
      {
        file: "night.csv",
        variant: "edencity-yatzy",
        verdict: "correct",
        players: [
          { name: "Anna", computed: 284, written: 284 },
          { name: "Ben", computed: 207, written: 207 },
        ],
        findings: [],
        ranking: [
          { name: "Anna", rank: 1, total: 284, points: null, payout: 4.5 },
          { name: "Ben", rank: 2, total: 207, points: null, payout: 0 },
        ],
        problems: [],
      },
    ]);
  });

  it("plays for the stake that the sheet chose", async () => {
    const folder = emptyFolder();
    put(folder, "night.csv", edencity().replace("vollständig", "Hausregel stake;5.00\r\nvollständig"));
    const { sheets } = await json<Checked>(["check", "night.csv"], 0, folder);
    expect(sheets[0]?.ranking[0]?.payout).toBe(9);
  });

  it("tells of typed sheets, too, who won each evening, and keeps evenings apart", async () => {
    const folder = emptyFolder();
    const scores: Readonly<Record<string, readonly number[]>> = { a: [3, 4], b: [5, 2], c: [1, 1] };
    const days = { a: "2026-01-09", b: "2026-01-09", c: "2026-01-16" };
    for (const [name, day] of Object.entries(days)) {
      const [anna, ben] = scores[name] ?? [];
      const players = `[{name: Anna, scores: {ones: ${anna}}}, {name: Ben, scores: {ones: ${ben}}}]`;
      put(folder, `${name}.yaml`, `variant: yatzy\ndate: ${day}\nplayers: ${players}\n`);
    }
    const { out } = await augenblock(["check", ".", "--lang", "en"], folder);
    expect(out.match(/^Game night.*/gm)).toEqual(["Game night: Yatzy, 2 games added up · Jan 9, 2026"]);
    const { evenings } = await json<{
      evenings: { date: string; ranking: { name: string; total: number }[] }[];
    }>(["check", "."], 0, folder);
    expect(evenings.map(({ date }) => date)).toEqual(["2026-01-09"]);
    expect(evenings[0]?.ranking.map(({ name, total }) => [name, total])).toEqual([
      ["Anna", 8],
      ["Ben", 6],
    ]);
  });

  it("counts copies of a typed sheet once, as a season does, and names them", async () => {
    const folder = emptyFolder();
    const sheet = (anna: number, more = "") =>
      `variant: yatzy\n${more}players: [{name: Anna, scores: {ones: ${anna}}}, {name: Ben, scores: {ones: 2}}]\n`;
    put(folder, "a.yaml", sheet(3));
    put(folder, "copy-of-a.yaml", `# the same in another layout\n${sheet(3).replace("Anna", '"ANNA "')}`);
    put(folder, "again.csv", "Spiel;yatzy\nSpieler;Anna;Ben\nones;3;2\n");
    put(folder, "other-box.yaml", sheet(4));
    put(folder, "second.yaml", sheet(3, "evening: second game\n"));
    const rules = "changes: {sections: {upper: {tiers: [{from: 60, add: 50}]}}}\n";
    put(folder, "other-rules.yaml", sheet(3, rules));
    const standing = async (...files: string[]) => {
      const words = ["check", ...files, "--lang", "en"];
      const { err } = await augenblock([...words, "--csv", "all.csv"], folder);
      const { sheets, evenings } = await json<{
        sheets: { file: string }[];
        evenings: { sheets: number; ranking: { total: number }[] }[];
      }>(words, 0, folder);
      const kept = await augenblock([...words, "--into", `season-${files.join("-")}`], folder);
      return {
        sheets: sheets.map(({ file }) => file),
        evenings: evenings.map(({ sheets, ranking }) => [sheets, ...ranking.map(({ total }) => total)]),
        told: err.match(/^.*\[copy\]$/gm) ?? [],
        kept: kept.out.match(/kept: \d.*$/m)?.[0],
        rows: readFileSync(join(folder, "all.csv"), "utf8").trim().split("\n").length - 1,
      };
    };
    const warning = (file: string) =>
      `warning: ${file} has the same content as a.yaml; together they count as one sheet [copy]`;
    expect(await standing("a.yaml", "copy-of-a.yaml", "again.csv")).toEqual({
      sheets: ["a.yaml"],
      evenings: [],
      told: [warning("copy-of-a.yaml"), warning("again.csv")],
      kept: "kept: 1 · already there: 2",
      rows: 2,
    });
    expect(await standing("a.yaml", "other-box.yaml", "copy-of-a.yaml")).toMatchObject({
      evenings: [[2, 7, 4]],
      told: [warning("copy-of-a.yaml")],
      rows: 6,
    });
    for (const other of ["second.yaml", "other-rules.yaml"])
      expect(await standing("a.yaml", other)).toMatchObject({ told: [], kept: "kept: 2", rows: 6 });
    // Each part of a run knows the typed sheets of the parts before it.
    const files = ["a.yaml", "other-box.yaml", "copy-of-a.yaml", "again.csv"];
    const parts = ["1/3", "2/3", "3/3"].map((part) => ["check", ...files, "--shard", part, "--lang", "en"]);
    const counted = [];
    for (const words of parts)
      counted.push((await json<{ sheets: { file: string }[] }>(words, 0, folder)).sheets);
    expect(counted.flat().map(({ file }) => file)).toEqual(["a.yaml", "other-box.yaml"]);
    expect((await augenblock(parts[2] ?? [], folder)).err).toContain(warning("again.csv"));
  });

  it("tells one wrong entry once, in the language that was asked for", async () => {
    const folder = emptyFolder();
    put(folder, "night.csv", edencity().replace("Bonus;35;", "Bonus;50;"));
    const { sheets } = await json<Checked>(["check", "night.csv", "--lang", "en"], 1, folder);
    expect(sheets[0]?.verdict).toBe("mistakes");
    expect(sheets[0]?.findings).toEqual([
      {
        code: "wrong-bonus",
        player: "Anna",
        column: "main",
        category: null,
        line: "upper.bonus",
        written: 50,
        expected: 35,
        message: expect.stringContaining("Anna"),
      },
    ]);
    expect(sheets[0]?.findings[0]?.message).toMatch(/35/);
  });

  it("goes on after files that can't be used, and says of each why", async () => {
    const folder = emptyFolder();
    put(folder, "good.csv", edencity());
    put(
      folder,
      "strange.yaml",
      "variant: yazzo\nplayers:\n  - name: Anna\n    columns: {mixed: {onse: 3}}\n",
    );
    put(folder, "nobody.yaml", "variant: nosuchgame\nplayers: []\n");
    put(folder, "picture.png", "x");
    const files = ["missing.yaml", "strange.yaml", "nobody.yaml", "picture.png", "good.csv"];
    const { sheets } = await json<Checked>(["check", ...files], 2, folder);
    expect(sheets.map(({ file, verdict }) => [file, verdict])).toEqual([
      ...files.slice(0, 4).map((file) => [file, "unusable"]),
      ["good.csv", "correct"],
    ]);
    expect(sheets[1]?.problems[0]).toMatchObject({ line: 4, hint: "did you mean `ones`?" });
    for (const { problems } of sheets.slice(0, 4)) expect(problems.length).toBeGreaterThan(0);
    expect(sheets.map(({ problems }) => problems[0]?.file)).toEqual([...files.slice(0, 4), undefined]);
  });

  it("takes the game from --variant where the sheet does not name one, or from a file beside it", async () => {
    const folder = emptyFolder();
    put(
      folder,
      "house.yaml",
      "id: house\nextends: yahtzee-block\nname: {de: Haus, en: House}\nsections: {upper: {tiers: [{from: 63, add: 100}]}}\n",
    );
    const scores = "players: [{name: Anna, scores: {ones: 3, upper.bonus: 0}}]\n";
    put(folder, "bare.yaml", scores);
    put(folder, "own.yaml", `variant: ./house.yaml\n${scores}`);
    expect(
      (await json<Checked>(["check", "bare.yaml", "--variant", "yazzo"], 2, folder)).sheets[0]?.verdict,
    ).toBe("unusable");
    expect(
      (await json<Checked>(["check", "bare.yaml", "--variant", "edencity-yatzy"], 0, folder)).sheets[0]
        ?.variant,
    ).toBe("edencity-yatzy");
    expect((await json<Checked>(["check", "own.yaml"], 0, folder)).sheets[0]?.variant).toBe("house");
  });

  it("finds the variant that `sheet` wrote into a sheet beside it, or takes it from --variant", async () => {
    const folder = emptyFolder();
    put(folder, "house.yaml", "id: house\nextends: yahtzee-block\nname: {de: Haus, en: House}\n");
    expect((await augenblock(["sheet", "house.yaml", "--out", "night.yaml"], folder)).code).toBe(0);
    expect((await json<Checked>(["check", "night.yaml"], 0, folder)).sheets[0]?.variant).toBe("house");
    const elsewhere = emptyFolder();
    put(elsewhere, "night.yaml", readFileSync(join(folder, "night.yaml")));
    expect((await json<Checked>(["check", "night.yaml"], 2, elsewhere)).sheets[0]?.verdict).toBe("unusable");
    const named = ["check", "night.yaml", "--variant", join(folder, "house.yaml")];
    expect((await json<Checked>(named, 0, elsewhere)).sheets[0]?.variant).toBe("house");
  });

  it("draws the sheet as on the pad with the wrong box marked, then says what is wrong", async () => {
    const folder = emptyFolder();
    put(folder, "night.csv", edencity().replace("Dreierpasch;20;20", "Dreierpasch;31;20"));
    const { code, out } = await augenblock(["check", "night.csv", "--lang", "de"], folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^Dreierpasch +✗ 31 +20$/m);
    expect(out).toMatch(/Anna.*Dreierpasch.*31/);
    expect(out).toMatch(/^1\. +Anna/m);
  });
});

describe("sheet", () => {
  it.each(DOCUMENTED.flatMap((id) => (["yaml", "csv"] as const).map((format) => [id, format] as const)))(
    "%s as %s is read back as an empty, correct sheet",
    async (id, format) => {
      const folder = emptyFolder();
      const file = `empty.${format}`;
      const { code } = await augenblock(
        ["sheet", id, "--format", format, "--players", "Anna,Ben", "--out", file],
        folder,
      );
      expect(code).toBe(0);
      const { sheets } = await json<Checked>(["check", file], 0, folder);
      expect(sheets[0]).toMatchObject({ variant: id, verdict: "correct" });
      expect(sheets[0]?.players.map(({ name }) => name)).toEqual(["Anna", "Ben"]);
    },
  );

  it("names every box in the language that was asked for", async () => {
    const { out } = await augenblock(["sheet", "yazzo", "--format", "csv", "--lang", "en", "--players", "3"]);
    for (const { label } of listCategories(shippedGame("yazzo")))
      expect(out).toContain(language("en").text(label));
  });
});
