import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../../src/cli/program.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import type { Choices } from "../../src/rules/variant/options.ts";
import { Failure, need, type Problem, showProblems } from "../../src/rules/problem/problem.ts";
import { rareTest } from "../support/cases.ts";
import { emptyFolder, printedBy, put } from "../support/command-line.ts";
import { textsOf } from "../support/pdfs.ts";
import { BASE, watching } from "../support/watching.ts";

/** With a gradient, so that it stays a picture. */
const LOGO = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"><stop stop-color="${colour}"/><stop offset="1"/></linearGradient><circle cx="4" cy="4" r="4" fill="url(#g)"/></svg>`;
const BLOCK = `block: ours.yaml
lang: en
title: The Golden Lion
footer: 3 Market Square
logo: lion.svg
accent: "#7a1f1f"
`;

/** A folder with a block, its variant and its logo. @returns the path of the block */
function lion(): string {
  const folder = join(emptyFolder(), "pub");
  mkdirSync(folder);
  put(folder, "ours.yaml", "id: ours\nextends: yazzo\nname: {de: Unser Yazzo, en: Our Yazzo}\n");
  put(folder, "lion.svg", LOGO("black"));
  return put(folder, "lion.yaml", `${BLOCK}paper: a4\nnumbered: 1-200\n`);
}

/** Runs a command in this process, as it is typed. */
const run = (...args: string[]) =>
  printedBy(async () => (await program(args)).parseAsync(["node", "augenblock", ...args]));

async function refusal(...args: string[]): Promise<readonly Problem[]> {
  const error = await run(...args).catch((thrown) => thrown);
  if (error instanceof Failure) return error.problems;
  throw error;
}

const hasPicture = (pdf: Uint8Array) => /\/Subtype ?\/Image/.test(Buffer.from(pdf).toString("latin1"));

describe("a block file", () => {
  rareTest("makes a rule sheet with its title, footer and logo, on paper of its own", async () => {
    const out = join(emptyFolder(), "rules.pdf");
    await run("rules", lion(), "--out", out);
    const pdf = readFileSync(out);
    const texts = await textsOf(new Uint8Array(pdf), 1);
    const words = texts.map(({ text }) => text).join(" ");
    for (const part of ["The Golden Lion", "Our Yazzo", "3 Market Square", "What you need"])
      expect(words).toContain(part);
    expect(hasPicture(pdf)).toBe(true);
  });

  it.each([
    ["show", "GAME"],
    ["score", "GAME", "3", "3", "3", "3", "6"],
    ["sheet", "GAME"],
    ["diff", "yatzy", "GAME"],
  ])("stands for its game with its house rules: %s", async (...args) => {
    const folder = emptyFolder();
    put(folder, "ours.yaml", "id: ours\nextends: yatzy\nname: { de: Wir, en: We, sv: Vi }\n");
    const block = put(folder, "block.yaml", "block: ours.yaml\nset: { same_face_groups: strict }\n");
    const shown = await run(...args.map((one) => (one === "GAME" ? block : one)));
    const set = args.includes("diff") ? "--set-b" : "--set";
    const variant = join(folder, "ours.yaml");
    expect(shown).toEqual(
      await run(...args.map((one) => (one === "GAME" ? variant : one)), set, "same_face_groups=strict"),
    );
    expect(shown).not.toEqual(await run(...args.map((one) => (one === "GAME" ? variant : one))));
  });

  it("is linted as its game, with the house rules that it chooses", async () => {
    const block = lion();
    expect((await run("lint", block)).out).toMatch(/ours\.yaml: ok\n$/);
    const unknown = put(emptyFolder(), "block.yaml", "block: yatzy\nset: { nothing: here }\n");
    expect((await run("lint", unknown)).out).toContain("`nothing`");
  });

  it("gives a new variant its game and its house rules", async () => {
    const folder = emptyFolder();
    const block = put(folder, "block.yaml", "block: yatzy\nset: { same_face_groups: strict }\n");
    put(folder, "variant.schema.json", "{}");
    await run("new", "mine", "--from", block, "--lang", "en", "--out", folder);
    const file = join(folder, "mine.yaml");
    expect(readFileSync(file, "utf8")).toContain("extends: yatzy\n");
    const game = need(readGame(file));
    expect(game.options.map(({ id, chosen }) => [id, chosen])).toContainEqual(["same_face_groups", "strict"]);
  });

  it("is named by a typed sheet, whose options override its house rules", () => {
    const folder = emptyFolder();
    put(folder, "block.yaml", "block: yatzy\nset: { same_face_groups: strict }\n");
    const sheet = join(folder, "night.yaml");
    const chosen = (choices: Choices) => need(readGame("block.yaml", choices, {}, sheet)).options[0]?.chosen;
    expect([chosen({}), chosen({ same_face_groups: "loose" })]).toEqual(["strict", "loose"]);
  });

  it("is not quoted where a sheet names it and it can't be read", () => {
    const folder = emptyFolder();
    put(folder, "block.yaml", "block: yatzy\nsecret-key: 1\n");
    const read = readGame("block.yaml", {}, {}, join(folder, "night.yaml"));
    expect(read.ok ? "" : showProblems(read.problems)).not.toContain("secret-key");
    expect(read.ok ? "" : showProblems(read.problems)).toContain("can’t be used");
  });

  it("names a shipped style, or a style file next to it", async () => {
    const folder = emptyFolder();
    put(folder, "ours.yaml", "style: ours\nhead: band\n");
    const looks = new Set<string>();
    for (const style of ["plain", "pub", "ours.yaml"]) {
      const block = put(folder, "block.yaml", `block: yatzy\nlang: en\nstyle: ${style}\n`);
      const out = join(folder, "pad.pdf");
      await run("pad", block, "--out", out);
      looks.add(readFileSync(out, "latin1"));
    }
    expect(looks.size).toBe(3);
    const block = put(folder, "block.yaml", "block: yatzy\nstyle: ../ours.yaml\n");
    expect((await refusal("pad", block)).map(({ code }) => code)).toEqual(["leads-out"]);
    put(folder, "ours.yaml", "style: ours\nhead: hat\ntint-sums: 50\n");
    const problems = await refusal("pad", "yatzy", "--style", join(folder, "ours.yaml"));
    expect(problems.map(({ code, place }) => `${place?.line} ${code}`)).toEqual([
      "2 bad-value",
      "3 bad-value",
    ]);
  });

  it("gives way to flags, which rules also take without it", async () => {
    const [block, out] = [lion(), join(emptyFolder(), "rules.md")];
    await run("rules", block, "--title", "The Silver Lion", "--lang", "de", "--format", "md", "--out", out);
    expect(readFileSync(out, "utf8")).toMatch(
      /^\*\*The Silver Lion\*\*\n\n# Unser Yazzo\n.*\n3 Market Square\n$/s,
    );
    await run("rules", "yazzo", "--subtitle", "Thursdays", "--lang", "en", "--format", "md", "--out", out);
    expect(readFileSync(out, "utf8")).toMatch(/^Thursdays\n\n# Yazzo\n/);
  });

  rareTest("makes a page with its words, logo and colour on page, pads and rules", async () => {
    const out = join(emptyFolder(), "site");
    await run("publish", lion(), "--out", out);
    const page = readFileSync(join(out, "index.html"), "utf8");
    expect(page).toMatch(/<html lang="en">.*<title>Our Yazzo – The Golden Lion<\/title>/s);
    expect(page).toMatch(/<div class="brand"><img [^>]+><p><strong>The Golden Lion<\/strong><\/p><\/div>/);
    expect(page).toContain("<p>3 Market Square</p>");
    expect(page).toContain("--accent: #7a1f1f;");
    expect(page).toContain("img-src data:");
    const pads = readdirSync(join(out, "pads"));
    expect(pads).toHaveLength(12);
    for (const name of pads) {
      const pdf = readFileSync(join(out, "pads", name));
      const words = (await textsOf(new Uint8Array(pdf), 1)).map(({ text }) => text);
      expect(words, name).toContain("The Golden Lion");
      expect(hasPicture(pdf), name).toBe(true);
    }
    expect(readFileSync(join(out, "rules/ours-rules-de.md"), "utf8")).toMatch(/^\*\*The Golden Lion\*\*\n/);
    expect(hasPicture(readFileSync(join(out, "rules/ours-rules-sv.pdf")))).toBe(true);
  });

  it("is told with its place by every command that takes one", async () => {
    const wrong = put(emptyFolder(), "wrong.yaml", "block: yazzo\ntitel: Lion\n");
    for (const command of ["pad", "rules", "publish"]) {
      const problems = await refusal(command, wrong);
      expect(problems[0], command).toMatchObject({ code: "unknown-key", place: { line: 2, file: wrong } });
    }
  });

  it("names files beside it only, whatever the command", async () => {
    const outside = put(emptyFolder(), "out.yaml", "block: yazzo\nlogo: ../../etc/lion.svg\n");
    for (const command of ["rules", "publish"])
      expect((await refusal(command, outside))[0], command).toMatchObject({ code: "leads-out" });
  });
});

describe("watch with a block file", () => {
  const start = watching();

  it("prints again when the block, its variant or its logo is saved, and tells what is wrong with the block", async () => {
    const watching = start({ named: "lion.yaml", files: { "lion.svg": LOGO("black"), "lion.yaml": BLOCK } });
    await watching.until("Press Ctrl-C to stop.");
    watching.write("base.yaml", `${BASE}# again\n`);
    // Nothing that was not saved is told as changed.
    expect(await watching.until("rules-en.pdf")).toMatch(/^\s*Nothing in the rules has changed\./);
    const names = ["ours-the-golden-lion-en-a5.pdf", "ours-the-golden-lion-rules-en.pdf"] as const;
    expect(names.every((name) => hasPicture(watching.pdf(name)))).toBe(true);
    const first = watching.pdf(names[0]);
    watching.write("lion.svg", LOGO("black").replace('cy="4" r="4"', 'cy="4" r="2"'));
    expect(await watching.until(names[1])).toContain("Changed: lion.svg");
    watching.write("lion.yaml", `${BLOCK}papr: a4\n`);
    expect(await watching.until("The last good PDFs stay in place.")).toContain("lion.yaml:7:1 error: ");
    watching.write("lion.yaml", `${BLOCK}paper: a4\n`);
    expect(await watching.until("rules-en.pdf")).toContain("Changed: lion.yaml");
    expect(existsSync(join(watching.folder, "output", "ours-the-golden-lion-en-a4.pdf"))).toBe(true);
    expect(watching.pdf(names[0]).equals(first)).toBe(false);
    watching.write("ours.yaml", "id: ours\nextends: yazzo\nname: {de: Unser, en: Ours}\nturn: {rolls: 4}\n");
    expect(await watching.until("rules-en.pdf")).not.toContain("Changed:");
  });

  it("is taken by `check` in place of its game, with its house rules", async () => {
    const block = lion();
    const folder = join(block, "..");
    const sheet = put(folder, "anna.yaml", "players:\n  - { name: Anna, columns: { mixed: { ones: 3 } } }\n");
    const printed = await run("check", sheet, "--variant", block, "--lang", "en", "--json");
    expect(JSON.stringify(printed)).toContain("ours");
  });
});
