import { describe, expect, it } from "vitest";
import { isBlockFile, readBlockFile } from "../../../src/print/pad/block-file.ts";
import { bad, good } from "../../support/pads.ts";

const LION = `# The block of the Golden Lion.
block: our-yazzo.yaml
set: { extra: chance, fives: 5 }
paper: a5
players: 4
numbered: 1-200
profile: copyshop
glue-edge: top
glue-mm: 12
crop-marks: false
back-offset: "1.5,-0.5"
title: Zum Goldenen Löwen
footer: "Marktplatz 3: gleich am Brunnen"
accent: "#7a1f1f"
players-named: [Anna, Ben]
date: 2027-05-01
`;

describe("a block file", () => {
  it("is known by its key, and a variant is none", () => {
    expect(isBlockFile(LION)).toBe(true);
    expect(isBlockFile("id: yazzo\nname: {de: block, en: block}\n")).toBe(false);
  });

  it("says what flags say", () => {
    expect(good(readBlockFile("lion.yaml", LION))).toEqual({
      variant: "our-yazzo.yaml",
      flags: {
        set: { extra: "chance", fives: "5" },
        paper: "a5",
        players: 4,
        numbered: { from: 1, to: 200 },
        profile: "copyshop",
        glueEdge: "top",
        glueMm: 12,
        cropMarks: false,
        backOffset: { xMm: 1.5, yMm: -0.5 },
        title: "Zum Goldenen Löwen",
        footer: "Marktplatz 3: gleich am Brunnen",
        accent: "#7a1f1f",
        playersNamed: "Anna,Ben",
        date: "2027-05-01",
      },
    });
  });

  it.each<[string, string, number, string, string]>([
    ["block: yazzo\ntitel: Löwe", "unknown-key", 2, "no key `titel`", "did you mean `title`?"],
    ["block: yazzo\nplayers: many", "bad-value", 2, "a number", "docs/"],
    ["block: yazzo\nplayers: 0", "bad-value", 2, "at least 1", "docs/"],
    ["block: yazzo\nsheets: 1000000", "bad-value", 2, "at most 100000", "docs/"],
    ["block: yazzo\nprofile: homes", "bad-value", 2, "one of home, copyshop", "docs/"],
    ["block: yazzo\nnumbered: 9-1", "bad-value", 2, "such as 1-50", "docs/"],
    ["block: yazzo\nback-offset: far", "bad-value", 2, "1.5,-0.5", "docs/"],
    ["block: yazzo\nplayers-named: {a: b}", "bad-value", 2, "names", "docs/"],
    ["block: yazzo\ntitle: [a]", "bad-value", 2, "text", "docs/"],
    ["block: yazzo\naccent: #7a1f1f", "empty-key", 2, "has no value", "quotation marks"],
    ["block: yazzo\ntitle: a\ntitle: b", "duplicate-key", 3, "twice", "keep one of them"],
    ["block:\n  - yazzo", "bad-value", 2, "text", "docs/"],
    ["- block: yazzo", "wrong-type", 1, "a map", ""],
  ])("that is wrong is told with its place: %j", (text, code, line, message, hint) => {
    const problems = bad(readBlockFile("lion.yaml", text));
    expect(problems.map((p) => p.code)).toEqual([code]);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.hint ?? "").toContain(hint);
    expect(problems[0]?.place).toMatchObject({ file: "lion.yaml", line });
  });

  it("tells all that is wrong at once, and reads nothing of strangers' making", () => {
    const text = "block: yazzo\nplayers: -1\ncolour: red\nset: {__proto__: x}\ntitle: &a [*a]\n";
    expect(bad(readBlockFile("lion.yaml", text)).length).toBeGreaterThan(0);
    expect(bad(readBlockFile("lion.yaml", `block: ${"[".repeat(5000)}`)).length).toBeGreaterThan(0);
    const both = bad(readBlockFile("lion.yaml", "block: yazzo\nplayers: -1\ncolour: red\n"));
    expect(both.map(({ code }) => code).sort()).toEqual(["bad-value", "unknown-key"]);
  });
});
