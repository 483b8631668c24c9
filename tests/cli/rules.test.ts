import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { readOut } from "../support/read-out.ts";

describe("augenblock rules --out", () => {
  it.each([
    ["r.md", /^# Yatzy\n/],
    ["r.HTML", /^<!doctype html>/i],
    ["r.pdf", /^%PDF/],
    ["r.txt", /^%PDF/],
  ])("writes what the ending of %s says", async (name, beginning) => {
    const folder = emptyFolder();
    const { code, err } = await augenblock(["rules", "yatzy", "--lang", "en", "--out", name], folder);
    expect([code, err]).toEqual([0, ""]);
    expect(readFileSync(`${folder}/${name}`, "latin1")).toMatch(beginning);
  });

  it("gives way to --format", async () => {
    const folder = emptyFolder();
    await augenblock(["rules", "yatzy", "--lang", "en", "--format", "md", "--out", "r.html"], folder);
    expect(readFileSync(`${folder}/r.html`, "utf8")).toMatch(/^# Yatzy\n/);
  });
});

describe("augenblock rules --fold", () => {
  it("writes a PDF of sheets to print on both sides, with its paper in its name", async () => {
    const folder = emptyFolder();
    for (const flags of [["--fold"], ["--fold", "--paper", "a6"], ["--paper", "a6"], []])
      expect((await augenblock(["rules", "yatzy", "--lang", "en", ...flags], folder)).code).toBe(0);
    const names = ["", "-a5-fold", "-a6", "-a6-fold"].map((flags) => `yatzy-rules-en${flags}.pdf`);
    expect(readdirSync(`${folder}/output`).sort()).toEqual(names.sort());
    const folded = readFileSync(`${folder}/output/yatzy-rules-en-a5-fold.pdf`, "latin1");
    expect(folded).toContain("/Duplex /DuplexFlipShortEdge");
  });

  it("is for PDF only", async () => {
    const page = await augenblock(["rules", "yatzy", "--fold", "--format", "md", "--out", "-"]);
    expect([page.code, page.out]).toEqual([2, ""]);
    expect(page.err).toContain("`--fold` makes a PDF, not md");
  });
});

describe("augenblock rules --profile archive", () => {
  it("writes a PDF to be kept", async () => {
    const folder = emptyFolder();
    const { code } = await augenblock(["rules", "yatzy", "--profile", "archive", "--out", "r.pdf"], folder);
    expect(code).toBe(0);
    const { metadata } = await readOut(new Uint8Array(readFileSync(`${folder}/r.pdf`)));
    expect([metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")]).toEqual(["2", "A"]);
  });

  it("is for PDF only, and for no other purpose", async () => {
    const page = await augenblock([
      "rules",
      "yatzy",
      "--profile",
      "archive",
      "--format",
      "html",
      "--out",
      "-",
    ]);
    expect(page.code).toBe(2);
    expect(page.out).toBe("");
    expect(page.err).toContain("`--profile archive` makes a PDF, not html");
    const named = await augenblock(["rules", "yatzy", "--profile", "archive", "--out", "r.md"]);
    expect(named.code).toBe(2);
    expect(named.err).toContain("choose a file name that ends in `.pdf`");
    const other = await augenblock(["rules", "yatzy", "--profile", "archiv"]);
    expect(other.code).toBe(2);
    expect(other.err).toContain("archive");
  });
});
