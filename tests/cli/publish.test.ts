import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { Failure, need } from "../../src/rules/problem/problem.ts";
import { resolveDestination, placePublication } from "../../src/cli/console/whole-folder.ts";
import { manifestFile, type PublishedFile, unpackText } from "../../src/print/publish/publication.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";
import { shippedFiles } from "../support/games.ts";
import { LANGUAGES } from "../support/languages.ts";
import { good } from "../support/pads.ts";

const OURS = `id: ours
extends: base
name: {de: Unser Spiel, en: Our game}
columns:
  inward: {label: {de: Nach innen, en: Inward}, order: inward}
`;
const BASE =
  "id: base\nextends: yazzo\nname: {de: Basis, en: Base}\nsections: {upper: {tiers: [{from: 65, add: 100}]}}\n";
const PAPERS = ["a6", "a5", "a4", "letter"];

interface Published {
  variant: string;
  folder: string;
  zip: string;
  files: { path: string; kind: string; language: string | null; paper: string | null; bytes: number }[];
}

/** Every file below a folder, in alphabetical order. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const folder = emptyFolder();
const at = (...path: string[]) => join(folder, "output", ...path);
let published: Published;

beforeAll(async () => {
  const source = put(folder, "ours.yaml", OURS);
  put(folder, "base.yaml", BASE);
  published = await json<Published>(
    ["publish", source, "--set", "bonus_tiers=both", "--lang", "de"],
    0,
    folder,
  );
});

describe("publish with a studio", () => {
  const beside = emptyFolder();
  const page = (folder: string) => readFileSync(join(folder, "index.html"), "utf8");
  const [linked, known] = [join(beside, "linked"), join(beside, "known")];
  const [whole, none] = [join(beside, "whole"), join(beside, "none")];

  rareTest("leads to a studio on the web, and sends along a game that it can't know", async () => {
    const address = "https://example.org/studio/";
    const ours = ["publish", join(folder, "ours.yaml"), "--studio", address, "--out", linked];
    await json<Published>(ours, 0, folder);
    const [, packed = ""] = /href="https:\/\/example\.org\/studio\/#check=([\w-]+)"/.exec(page(linked)) ?? [];
    const text = need(unpackText(packed));
    expect(need(readVariant("game.yaml", text, { find: () => null, ids: () => [] })).id).toBe("ours");
    await json<Published>(["publish", "crag", "--studio", address, "--out", known], 0, folder);
    expect(page(known)).toContain('href="https://example.org/studio/#check"');
    expect(page(at("ours"))).not.toContain("#check");
  });

  rareTest("puts the studio beside the page, and lists it", async () => {
    const made = await json<Published>(["publish", "crag", "--with-studio", "--out", whole], 0, folder);
    expect(page(whole)).toContain('href="studio/#check"');
    const listed = made.files.filter(({ kind }) => kind === "studio").map(({ path }) => path);
    const own = ["index.html", "service-worker.js", "page.js", "files/numbers.onnx", "files/opencv.wasm"];
    expect(listed).toEqual(expect.arrayContaining(own.map((name) => `studio/${name}`)));
    expect(filesIn(whole)).toEqual(expect.arrayContaining(listed));
  });

  it.each([
    ["no address", ["--studio", "somewhere"], "is not a web address"],
    ["both", ["--studio", "https://example.org/", "--with-studio"], "can’t be combined"],
  ])("says what is wrong with its flags: %s", async (_, flags, told) => {
    const { code, err } = await augenblock(["publish", "crag", ...flags, "--out", none], folder);
    expect(code).toBe(2);
    expect(err).toContain(told);
    expect(existsSync(none)).toBe(false);
  });
});

describe("publish", () => {
  it("makes pads on every paper, rules in every format, a page and a file, in all languages that the game speaks", () => {
    const spoken = LANGUAGES.filter((code) => published.files.some(({ language }) => language === code));
    expect(spoken).toEqual(expect.arrayContaining(["de", "en"]));
    const expected = spoken.flatMap((code) => [
      ...PAPERS.map((paper) => `pads/ours-${code}-${paper}.pdf`),
      ...["pdf", "html", "md"].map((format) => `rules/ours-rules-${code}.${format}`),
      `rules/ours-rules-${code}-a5.pdf`,
    ]);
    const paths = ["augenblock.json", "index.html", "ours.yaml", ...expected].sort();
    expect(filesIn(at("ours"))).toEqual(paths);
    expect(published).toMatchObject({ variant: "ours", folder: "output/ours", zip: "output/ours.zip" });
    expect(["augenblock.json", ...published.files.map(({ path }) => path)].sort()).toEqual(paths);
    for (const { path, bytes } of published.files) expect(statSync(at("ours", path)).size, path).toBe(bytes);
    expect(readFileSync(at("ours", "pads/ours-en-a6.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("packs the same files, which unpack to one folder", () => {
    const unpacked = unzipSync(readFileSync(at("ours.zip")));
    expect(Object.keys(unpacked).sort()).toEqual(filesIn(at("ours")).map((path) => `ours/${path}`));
    for (const [path, bytes] of Object.entries(unpacked)) {
      expect(Buffer.compare(bytes, readFileSync(at(path))), path).toBe(0);
    }
  });

  it("puts a file beside them that is the same game without any other file", () => {
    const text = readFileSync(at("ours/ours.yaml"), "utf8");
    const whole = good(readVariant("ours.yaml", text, { find: () => null, ids: () => [] }));
    const files = {
      ...shippedFiles,
      find: (id: string) =>
        id === "base"
          ? { ok: true as const, value: { file: "base.yaml", text: BASE } }
          : shippedFiles.find(id, null),
    };
    const game = good(readVariant("ours.yaml", OURS, files, { bonus_tiers: "both" }));
    expect({ ...whole, options: [] }).toEqual({ ...game, options: [] });
    expect(whole.options.find(({ id }) => id === "bonus_tiers")).toMatchObject({
      default: "both",
      chosen: "both",
    });
  });

  it("links to nothing that is not there, and loads nothing", () => {
    const page = readFileSync(at("ours/index.html"), "utf8");
    const links = [...page.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, path]) => path ?? "");
    expect(links.length).toBeGreaterThan(2 * (PAPERS.length + 4));
    for (const path of links) expect(existsSync(at("ours", path)), path).toBe(true);
    expect(page).not.toMatch(/\bsrc=|<link|<script|https?:/);
    expect(page).toContain("<dd>Beide zählen: Ab 70 Punkten sind es 60 + 70 = 130</dd>");
  });

  it("replaces its own folder, with the same bytes from the same input, and from its own file", async () => {
    const before = readFileSync(at("ours.zip"));
    const copy = put(emptyFolder(), "ours.yaml", readFileSync(at("ours/ours.yaml")));
    const { out } = await augenblock(["publish", copy, "--lang", "de", "--out", at("ours")], folder);
    expect(out).toMatch(/^output\/ours\/index\.html\n.*output\/ours\.zip \(\d+\sDateien, \d+\skB\)/);
    expect(readFileSync(at("ours.zip")).equals(before)).toBe(true);
    expect(readdirSync(at()).sort()).toEqual(["ours", "ours.zip"]);
  });

  it("writes nothing where something is wrong, and tells all of it", async () => {
    const empty = emptyFolder();
    const { code, err } = await augenblock(["publish", "yazzo", "--set", "tie=coin", "--set", "x=y"], empty);
    expect(code).toBe(2);
    expect(err.match(/error:/g)).toHaveLength(2);
    expect(readdirSync(empty)).toEqual([]);
  });
});

/** The problem with publishing to a place, as `code: message`; the working folder left out. */
function obstacle(out: string, inputs: readonly string[] = []): string {
  try {
    resolveDestination(out, inputs);
    return "";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [told] = error.problems;
    expect(told?.hint).toContain("--out");
    return `${told?.code}: ${told?.message}`;
  }
}

const FILES: PublishedFile[] = [
  { path: "index.html", kind: "page", language: null, paper: null, bytes: new Uint8Array([1]) },
  { path: "pads/a.pdf", kind: "pad", language: "de", paper: "a4", bytes: new Uint8Array([2]) },
];

function place(out: string): Promise<number> {
  return placePublication(resolveDestination(out, []), [manifestFile("ours", FILES), ...FILES]);
}

describe("the place of a publication", () => {
  it("is a folder that is not there, is empty, or came from publish and holds nothing else", async () => {
    const out = join(emptyFolder(), "a", "site");
    expect(obstacle(out)).toBe("");
    mkdirSync(out, { recursive: true });
    expect(obstacle(out)).toBe("");
    await place(out);
    expect(filesIn(out)).toEqual(["augenblock.json", "index.html", "pads/a.pdf"]);
    put(out, ".DS_Store", "");
    expect(obstacle(out)).toBe("");
    await place(out);
    expect(readdirSync(join(out, "..")).sort()).toEqual(["site", "site.zip"]);
    put(join(out, "pads"), "mine.txt", "");
    expect(obstacle(out)).toMatch(/^exists: .* not from augenblock: pads\/mine\.txt$/);
  });

  it("is never somebody else's folder, file, or ZIP", async () => {
    const mine = emptyFolder();
    put(mine, "letter.txt", "dear");
    expect(obstacle(mine)).toMatch(/^exists: .* not made by augenblock$/);
    put(mine, "augenblock.json", '{"madeBy": "somebody", "files": [{"path": "letter.txt"}]}');
    expect(obstacle(mine)).toMatch(/^exists: .* not made by augenblock$/);
    expect(obstacle(join(mine, "letter.txt"))).toMatch(/^exists: .* is a file/);
    const beside = join(emptyFolder(), "site");
    put(join(beside, ".."), "site.zip", "PK and more, but not a ZIP of ours");
    expect(obstacle(beside)).toMatch(/^exists: .*site\.zip already exists/);
    expect(obstacle("/")).toMatch(/^exists: /);
    expect(obstacle("")).toMatch(/^bad-value: /);
  });

  it("is not where the variant lies, links followed", async () => {
    const out = join(emptyFolder(), "site");
    await place(out);
    const link = `${out}-link`;
    symlinkSync(out, link);
    expect(obstacle(out, [join(out, "index.html")])).toMatch(/^would-overwrite: /);
    expect(obstacle(link, [join(out, "index.html")])).toMatch(/^would-overwrite: /);
    expect(obstacle(out, [`${out}.yaml`])).toBe("");
    expect(obstacle(out, [`${link}/../site.zip`])).toMatch(/^would-overwrite: /);
  });

  it("keeps what is there if it can't be written", async () => {
    const out = join(emptyFolder(), "site");
    await place(out);
    const destination = resolveDestination(out, []);
    const twice = [...FILES, ...FILES];
    await expect(placePublication(destination, twice)).rejects.toThrow(Failure);
    expect(filesIn(join(out, ".."))).toEqual([
      "site.zip",
      "site/augenblock.json",
      "site/index.html",
      "site/pads/a.pdf",
    ]);
    rmSync(out, { recursive: true });
    put(join(out, ".."), "blocker", "");
    expect(obstacle(join(out, "..", "blocker", "site"))).toMatch(/^unwritable: .* not a folder$/);
  });
});
