import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, json, type Outcome, put } from "../support/command-line.ts";

const photo = (name: string) => fileURLToPath(new URL(`../photos/${name}.jpg`, import.meta.url));

interface Box {
  player: string;
  kind: string;
  value: number | null;
  confidence: number;
  doubt: string | null;
}
interface PlainSheet {
  file: string;
  variant: string | null;
  verdict: string;
  photos?: string[];
  boxes?: Box[];
  players: { name: string; computed: number }[];
  problems: { code: string }[];
}

describe("check with photos", () => {
  const folder = emptyFolder();
  let outcome: Outcome;
  beforeAll(async () => {
    put(folder, "correct.jpg", readFileSync(photo("correct")));
    put(folder, "letter.jpg", "this is a letter");
    put(folder, "blurred.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    const outputs = ["--picture", "picture.png", "--save", "saved.yaml", "--report", "night.html"];
    const args = ["check", "correct.jpg", "letter.jpg", "blurred.png", "--jobs", "2", "--names", "Anna"];
    outcome = await augenblock([...args, ...outputs, "--csv", "night.csv", "--lang", "en"], folder);
  });

  it("reads the good one though others can't be used, and says of each why", () => {
    expect(outcome.code).toBe(2);
    expect(outcome.out).toMatch(/^Double Yatzy · sheet\u00a0\d+ · correct\.jpg$/m);
    expect(outcome.out).toMatch(/^ +Anna/m);
    expect(outcome.err).toContain("letter.jpg can’t be checked.");
    expect(outcome.err).toContain("blurred.png can’t be checked.");
    expect(outcome.err.match(/error:/g)?.length).toBe(2);
  });

  it("writes every file that was asked for, and nothing else", () => {
    const written = ["night.csv", "night.html", "picture.png", "saved.yaml"];
    expect(readdirSync(folder).sort()).toEqual(
      [...written, "blurred.png", "correct.jpg", "letter.jpg"].sort(),
    );
    for (const file of written) expect(outcome.out).toContain(`\n${file}`);
    const read = (file: string) => readFileSync(join(folder, file));
    expect(read("picture.png").subarray(1, 4).toString()).toBe("PNG");
    expect(read("night.html").toString()).toContain("data:image/jpeg;base64,/9j/");
    expect(read("night.csv").toString()).toMatch(/\r\ncorrect\.jpg,doppel-yatzy,\d+,Anna,/);
  });

  it("saves a sheet that can be checked like a typed one", async () => {
    const typed = await augenblock(["check", "saved.yaml", "--json"], folder);
    const [sheet] = (JSON.parse(typed.out) as { sheets: PlainSheet[] }).sheets;
    expect(sheet?.variant).toBe("doppel-yatzy");
    expect(sheet?.players[0]?.name).toBe("Anna");
  });

  rareTest("prints JSON with every box, and typed sheets beside photographed ones", async () => {
    const both = emptyFolder();
    for (const [from, to] of Object.entries({ "saved.yaml": "typed.yaml", "correct.jpg": "correct.jpg" }))
      put(both, to, readFileSync(join(folder, from)));
    const outcome = await augenblock(["check", "typed.yaml", "correct.jpg", "--json"], both);
    const { sheets } = JSON.parse(outcome.out) as { sheets: PlainSheet[] };
    expect(sheets.map(({ file }) => file)).toEqual(["typed.yaml", "correct.jpg"]);
    const [typed, photographed] = sheets;
    expect(typed?.boxes).toBeUndefined();
    expect(photographed?.photos).toEqual(["correct.jpg"]);
    expect(photographed?.players.length).toBeGreaterThan(0);
    for (const { confidence } of photographed?.boxes ?? []) expect(confidence).toBeGreaterThanOrEqual(0);
    expect(photographed?.boxes?.some(({ value }) => value !== null)).toBe(true);
  });

  it("never writes over a photo", async () => {
    const alone = emptyFolder();
    put(alone, "correct.png", readFileSync(photo("correct")));
    const spoilt = await augenblock(["check", "correct.png", "--picture", "./correct.png"], alone);
    expect(spoilt.code).toBe(2);
    expect(spoilt.err).toContain("would-overwrite");
    expect(readFileSync(join(alone, "correct.png"))).toEqual(readFileSync(photo("correct")));
  });

  it("refuses what is no photo with one problem", async () => {
    const { sheets } = await json<{ sheets: PlainSheet[] }>(["check", "letter.jpg"], 2, folder);
    expect(sheets.map(({ verdict, problems }) => [verdict, problems.length])).toEqual([["unusable", 1]]);
  });
});

const canRender = spawnSync("pdftoppm", ["-v"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

describe.skipIf(!canRender)("a photo of a pad of one's own game", () => {
  rareTest("is known without a flag where the variant file is next to it, and not elsewhere", async () => {
    const [own, elsewhere] = [emptyFolder(), emptyFolder()];
    put(own, "ours.yaml", "id: ours\nextends: yatzy\nname: { de: Unser, en: Ours, sv: Vårt }\n");
    await augenblock(["pad", "ours.yaml", "--players", "2", "--out", "pad.pdf"], own);
    execFileSync("pdftoppm", ["-r", "150", "-jpeg", "-singlefile", "pad.pdf", "x"], { cwd: own });
    put(elsewhere, "x.jpg", readFileSync(join(own, "x.jpg")));
    const codes = async (folder: string) => {
      const { out } = await augenblock(["check", "x.jpg", "--json"], folder);
      return (JSON.parse(out) as { sheets: PlainSheet[] }).sheets.flatMap(({ problems }) =>
        problems.map(({ code }) => code),
      );
    };
    // The sheet is known, and nobody has written on it.
    expect(await codes(own)).toEqual(["nothing-written"]);
    expect(await codes(elsewhere)).not.toContain("nothing-written");
  });
});
