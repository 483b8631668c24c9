import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { readOut } from "../support/read-out.ts";

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
    expect(page.err).toContain("`--profile archive` is for PDF, not for html");
    const other = await augenblock(["rules", "yatzy", "--profile", "archiv"]);
    expect(other.code).toBe(2);
    expect(other.err).toContain("archive");
  });
});
