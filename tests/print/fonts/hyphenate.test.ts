import { describe, expect, it } from "vitest";
import { loadHyphenation } from "../../../src/print/fonts/hyphenation.ts";

describe("hyphenation", () => {
  it("breaks words where their language does", async () => {
    const de = await loadHyphenation("de");
    expect(de("Höchstpunktzahl")).toEqual(["Höchst", "punkt", "zahl"]);
    expect(de("Punkte").join("")).toBe("Punkte");
    const en = await loadHyphenation("en");
    expect(en("announced").join("|")).toBe("an|nounced");
    const sv = await loadHyphenation("sv");
    expect(sv("poängräkning")).toEqual(["po", "äng", "räk", "ning"]);
  });

  it("takes the language at large for a region without patterns of its own", async () => {
    expect((await loadHyphenation("de-AT"))("Spaltensumme").length).toBeGreaterThan(1);
  });

  it.each(["xx", "../de", "de/../../x", ""])(
    "leaves words whole where there are no patterns: %s",
    async (code) => {
      expect((await loadHyphenation(code))("Höchstpunktzahl")).toEqual(["Höchstpunktzahl"]);
    },
  );
});
