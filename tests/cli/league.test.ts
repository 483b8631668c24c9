import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { streamsOf } from "../support/pdf-streams.ts";
import { textsOf } from "../support/pdfs.ts";

it("a league that counts a game that nobody knows is told, and what else it says holds", async () => {
  const folder = emptyFolder();
  put(
    folder,
    "a.yaml",
    "variant: yatzy\ncomplete: true\ndate: 2026-01-09\nplayers:\n  - {name: Anna, columns: {main: {chance: 20}}}\n",
  );
  put(folder, "league.yaml", "games: [yatzi, yazzo, yatzy]\n");
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const { code, out, err } = await augenblock(
    ["league", "winter", "--rules", "league.yaml", "--lang", "en"],
    folder,
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^1\. +Anna +20 /m);
  expect(err.match(/^warning: /gm)).toHaveLength(1);
  expect(err).toContain(
    "the league counts `yatzi`, but no sheet of this season is of that game [unknown-game]\n  did you mean `yatzy`?",
  );
});

rareTest("a name that can't be printed stops the sheet for the wall, and nothing else", async () => {
  const folder = emptyFolder();
  put(
    folder,
    "a.yaml",
    "variant: yatzy\ncomplete: true\ndate: 2026-01-09\nplayers:\n  - {name: 李, columns: {main: {chance: 20}}}\n",
  );
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const { code, out, err } = await augenblock(
    ["league", "winter", "--csv", "l.csv", "--html", "l.html", "--pdf", "l.pdf", "--lang", "en"],
    folder,
  );
  expect(code).toBe(2);
  expect(out).toMatch(/^1\. +李 .*^l\.csv\nl\.html$/ms);
  expect(err.match(/^error: /gm)).toHaveLength(1);
  expect(err).toContain("[missing-glyph]");
  expect(readdirSync(folder).sort()).toEqual(["a.yaml", "l.csv", "l.html", "winter"]);
});

const chance = (name: string, more: string) =>
  `variant: yatzy\n${more}date: 2026-01-09\nplayers:\n  - {name: ${name}, columns: {main: {chance: 20}}}\n`;

it("sheets that do not count yet are told wherever standings are shown", async () => {
  const folder = emptyFolder();
  put(folder, "a.yaml", chance("Anna", "complete: true\n"));
  put(folder, "b.yaml", chance("Ben", ""));
  await augenblock(["check", "a.yaml", "b.yaml", "--into", "winter"], folder);
  const { out } = await augenblock(["league", "winter", "--html", "l.html", "--lang", "en"], folder);
  expect(out).toContain("1 player · up to Jan 9, 2026 · 1 sheet does not count yet\n");
  expect(out).toContain("`augenblock season open winter` lists the open questions");
  expect(readFileSync(join(folder, "l.html"), "utf8")).toContain("1 sheet does not count yet");
  const { out: json } = await augenblock(["league", "winter", "--json"], folder);
  expect(JSON.parse(json)).toMatchObject({ players: [{ name: "Anna" }], waiting: 1 });
  put(folder, "c.yaml", chance("Ben", "complete: true\n"));
  await augenblock(["check", "c.yaml", "--into", "winter"], folder);
  expect((await augenblock(["league", "winter", "--lang", "en"], folder)).out).not.toContain("count yet");
});

rareTest("a season of which nothing counts makes no sheet for the wall, and says why", async () => {
  const folder = emptyFolder();
  put(folder, "b.yaml", chance("Ben", ""));
  await augenblock(["check", "b.yaml", "--into", "winter"], folder);
  const { code, out, err } = await augenblock(["league", "winter", "--pdf", "l.pdf", "--lang", "en"], folder);
  expect(code).toBe(2);
  expect(out).toContain("1 sheet does not count yet");
  expect(err).toContain("[nothing-counts]");
  expect(readdirSync(folder).sort()).toEqual(["b.yaml", "winter"]);
});

rareTest("a league bears title, logo and colour of its own", async () => {
  const folder = emptyFolder();
  put(folder, "a.yaml", chance("Anna", "complete: true\n"));
  put(folder, "lion.svg", readFileSync("examples/lion.svg"));
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const brand = ["--title", "The Lion’s League", "--logo", "lion.svg", "--accent", "#7a1f1f"];
  const files = ["--html", "l.html", "--pdf", "l.pdf"];
  const { out } = await augenblock(["league", "winter", ...brand, ...files, "--lang", "en"], folder);
  expect(out).toMatch(/^The Lion’s League$/m);
  const page = readFileSync(join(folder, "l.html"), "utf8");
  expect(page).toContain("<h1>The Lion’s League</h1>");
  expect(page).toContain("--accent: #7a1f1f");
  expect(page).toMatch(/img-src data:.*<img class="logo"/s);
  const pdf = new Uint8Array(readFileSync(join(folder, "l.pdf")));
  expect((await textsOf(pdf, 1)).map(({ text }) => text)).toContain("The Lion’s League");
  await augenblock(["league", "winter", "--accent", "#7a1f1f", "--pdf", "m.pdf"], folder);
  const headings = new Uint8Array(readFileSync(join(folder, "m.pdf")));
  // The colour as shares; the logo has it, too.
  expect(streamsOf(headings).join("\n")).toContain("0.478 0.122 0.122 rg");
  const light = await augenblock(["league", "winter", "--accent", "yellow"], folder);
  expect(light).toMatchObject({ code: 2, out: "" });
});

it("nobody is deleted without consent", async () => {
  const folder = emptyFolder();
  put(folder, "a.yaml", chance("Anna", "complete: true\n"));
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const leave = ["season", "players", "winter", "--leave", "Anna", "--lang", "en"];
  const refused = await augenblock(leave, folder);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain("[not-confirmed]");
  const players = async () => (await augenblock(["season", "players", "winter", "--json"], folder)).out;
  expect(await players()).toContain("Anna");
  expect((await augenblock([...leave, "--yes"], folder)).code).toBe(0);
  expect(await players()).not.toContain("Anna");
});
