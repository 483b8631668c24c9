import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findNearbyGames } from "../../src/cli/commands/check/photos.ts";
import { findInputs } from "../../src/cli/commands/check/inputs.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

const SHEET = "variant: yazzo\nplayers:\n  - { name: Anna, columns: { mixed: { ones: 3 } } }\n";

/** A folder with what lies about after an evening. */
function evening(): string {
  const folder = emptyFolder();
  for (const name of ["table-10.jpg", "table-2.jpg", "table-2.png", "anna.JPG", "notes.txt", "list.ods"])
    put(folder, name, "");
  put(folder, "anna.yaml", SHEET);
  put(folder, "ben.json", JSON.stringify({ variant: "yazzo", players: [] }));
  put(folder, "carl.csv", "player;ones\n");
  put(folder, "house.yaml", "id: house\nextends: yazzo\nplayers: { max: 6 }\n");
  put(folder, "block.yaml", "block: yazzo\nplayers: 4\n");
  put(folder, "form.pdf", "%PDF-1.7 /AcroForm");
  put(folder, "pad.pdf", "%PDF-1.7");
  put(folder, ".hidden.yaml", SHEET);
  mkdirSync(join(folder, "older"));
  put(join(folder, "older"), "dora.yaml", SHEET);
  return folder;
}

async function named(folder: string, ...words: string[]): Promise<string[]> {
  const { files, rejects } = await findInputs(words.map((word) => join(folder, word)));
  expect(rejects).toEqual([]);
  return files.map((file) => file.slice(folder.length + 1));
}

describe("what `check` is given", () => {
  it("may be a folder: the sheets in it, and the saved sheet in place of its photo", async () => {
    const sheets = ["anna.yaml", "ben.json", "carl.csv", "form.pdf", "table-2.jpg", "table-10.jpg"];
    expect(await named(evening(), ".")).toEqual(sheets);
  });

  it("may be a pattern, for shells that do not match it", async () => {
    expect(await named(evening(), "*.jpg")).toEqual(["table-2.jpg", "table-10.jpg"]);
    expect(await named(evening(), "table-?.{jpg,png}")).toEqual(["table-2.jpg", "table-2.png"]);
    expect(await named(evening(), "**/*.yaml", "anna.yaml")).toEqual([
      "anna.yaml",
      "block.yaml",
      "house.yaml",
      "older/dora.yaml",
    ]);
  });

  it("is one file however it is spelled", async () => {
    const folder = evening();
    const spellings = ["anna.yaml", "./anna.yaml", "older/../anna.yaml", "*.yaml", "."];
    const words = spellings.map((word) => `${folder}/${word}`);
    for (const other of words) {
      const { files } = await findInputs([...words, other]);
      expect(files.filter((file) => file.endsWith("anna.yaml"))).toEqual([words[0]]);
    }
  });

  it("is taken as it is when there is such a file, or none and no pattern", async () => {
    const folder = evening();
    put(folder, "night[1].yaml", SHEET);
    expect(await named(folder, "night[1].yaml", "nowhere.jpg")).toEqual(["night[1].yaml", "nowhere.jpg"]);
  });

  it("brings the games and blocks that lie beside the photos, and no sheet or broken file", () => {
    const folder = evening();
    put(folder, "lion.yaml", "block: ours.yaml\ntitle: The Lion\n");
    put(folder, "ours.yaml", "id: ours\nextends: yatzy\nname: { de: U, en: O, sv: V }\n");
    put(folder, "broken.yaml", "id: broken\nextends: nothing\n");
    const photos = ["table-2.jpg", "table-10.jpg"].map((name) => join(folder, name));
    const found = findNearbyGames(photos).map((file) => file.slice(folder.length + 1));
    // The block of a shipped game needs nothing.
    expect(found).toEqual(["house.yaml", "ours.yaml"]);
    expect(findNearbyGames([])).toEqual([]);
    expect(findNearbyGames([join(folder, "nowhere", "a.jpg")])).toEqual([]);
  });

  it("is told when it names nothing, and the rest is checked", async () => {
    const folder = evening();
    mkdirSync(join(folder, "empty"));
    symlinkSync("loop", join(folder, "loop"));
    const { code, out, err } = await augenblock(
      ["check", "empty", "*.webp", "anna.yaml", "loop", "--lang", "en"],
      folder,
    );
    expect(code).toBe(2);
    expect(out).toContain("Anna");
    expect(err).toContain("loop can’t be read: the symbolic links form a loop");
    expect(err).toContain("the folder empty contains no sheets");
    expect(err).toContain("no file matches `*.webp`");
    expect(err.match(/error:/g)).toHaveLength(3);
  });

  it("is told where nobody may know what a pattern matches", async () => {
    const folder = emptyFolder();
    symlinkSync("loop", join(folder, "loop"));
    const { rejects } = await findInputs([join(folder, "loop", "*.jpg"), join(folder, "none", "*.jpg")]);
    const told = rejects.flatMap(({ result }) => (result.ok ? [] : result.problems));
    expect(told.map(({ code }) => code)).toEqual(["unreadable", "no-match"]);
    expect(told[0]?.message).toBe(`${join(folder, "loop")} can’t be read: the symbolic links form a loop`);
  });

  it("warns of what a folder holds that may be a sheet, and can't be read", async () => {
    const folder = evening();
    put(folder, "broken.yaml", "a: [1\n");
    put(folder, "broken.json", "{");
    put(folder, "other.yaml", "lang: de\n");
    const { files, warnings } = await findInputs([folder]);
    expect(files).toHaveLength(6);
    expect(warnings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^warning: \S+broken\.json was skipped: /),
      `warning: ${join(folder, "broken.yaml")} was skipped: a \`{\` or \`[\` above is not closed`,
    ]);
    const { err, code } = await augenblock(["check", "broken.yaml", ".", "--lang", "en"], folder);
    expect(err).toContain("warning: broken.yaml was skipped");
    expect(code).toBe(2);
  });

  it("may be a table of a spreadsheet program in another encoding", async () => {
    const table = "game;yatzy\nplayer;J\xfcrgen\nOnes;3\n";
    for (const encoding of ["latin1", "utf16le", "utf8"] as const) {
      const folder = emptyFolder();
      put(folder, "night.csv", Buffer.from(table, encoding));
      const { code, out } = await augenblock(["check", ".", "--lang", "en"], folder);
      expect([code, out]).toEqual([0, expect.stringContaining("Jürgen")]);
    }
  });

  it("is told that folders below are not searched", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "may"));
    put(join(folder, "may"), "table-1.jpg", "");
    const { err } = await augenblock(["check", ".", "--lang", "en"], folder);
    expect(err).toContain("the folder . contains no sheets");
    expect(err).toContain("subfolders are not searched; name them, such as may");
  });
});
