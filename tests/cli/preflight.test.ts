import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";
import { madeUp } from "../support/made-up-pdf.ts";

const thin = madeUp(({ line, write, next }) => {
  line({ x: 20, y: 40, long: 30, pt: 0.1 });
  write("Hello", { x: 30, y: 60, font: "Helvetica" });
  next();
  line({ x: 20, y: 40, long: 30, pt: 0.1 });
});

describe("preflight", () => {
  it("says that a pad of ours is fine, and what it was looked at for", async () => {
    const folder = emptyFolder();
    await augenblock(["pad", "yatzy", "--profile", "printshop", "--crop-marks", "--out", "pad.pdf"], folder);
    const { code, out } = await augenblock(["preflight", "pad.pdf"], folder);
    expect([code, out]).toEqual([0, "pad.pdf: ok (printshop, 1 page)\n"]);
    const glued = await augenblock(
      ["preflight", "pad.pdf", "--glue-edge", "left", "--glue-mm", "20"],
      folder,
    );
    expect(glued.code).toBe(1);
    expect(glued.out).toContain("[text-in-glue]");
  });

  it("tells what is wrong, with page, place and a way out; the worst file sets the exit code", async () => {
    const folder = emptyFolder();
    put(folder, "thin.pdf", await thin);
    put(folder, "photo.pdf", new Uint8Array([0xff, 0xd8, 0xff, 0xe0]));
    const { code, out } = await augenblock(["preflight", "thin.pdf"], folder);
    expect(code).toBe(1);
    expect(out).toContain("thin.pdf: 2 found (any print shop, 2 pages)");
    expect(out).toContain(
      "page 1 and 1 more, 20.0 mm from the left, 40.0 mm from the top: 2 lines are too thin (0.10 pt)",
    );
    expect(out).toContain("the font Helvetica is not embedded [font-not-embedded]");
    expect(out).toContain("  export with all fonts embedded");
    const all = await augenblock(["preflight", "thin.pdf", "photo.pdf", "nowhere.pdf"], folder);
    expect(all.code).toBe(2);
    expect(all.out).toContain("photo.pdf is not a PDF [not-a-pdf]");
    expect(all.out).toContain("nowhere.pdf can’t be read: there is no such file");
    expect(all.out).toContain("thin.pdf: 2 found");
  });

  it("prints JSON", async () => {
    const folder = emptyFolder();
    put(folder, "thin.pdf", await thin);
    const { files } = await json<{ files: { findings: object[] }[] }>(["preflight", "thin.pdf"], 1, folder);
    expect(files).toMatchObject([{ file: "thin.pdf", profile: null, pages: 2, looked: 2, problems: [] }]);
    expect(files[0]?.findings.map((finding) => Object.keys(finding))).toEqual(
      Array.from({ length: 2 }, () => "code pages xMm yMm widthMm heightMm message hint".split(" ")),
    );
    expect(files[0]?.findings).toMatchObject([
      { code: "font-not-embedded", pages: [1] },
      { code: "thin-line", pages: [1, 2], xMm: 20, yMm: 40, widthMm: 30, heightMm: 0 },
    ]);
  });
});
