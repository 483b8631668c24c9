import { describe, expect, it } from "vitest";
import { stripSoftHyphens, showFinalHyphen } from "../../../src/print/fonts/hyphenation.ts";
import { FAMILY } from "../../support/pads.ts";

describe("soft hyphens", () => {
  it("are seen at the end of a line and nowhere else", () => {
    expect(showFinalHyphen("Auf\u00adla\u00adge")).toBe("Auflage");
    expect(showFinalHyphen("Auf\u00adla\u00ad")).toBe("Aufla-");
    expect(stripSoftHyphens("Auf\u00adla\u00ad")).toBe("Aufla\u00ad");
    expect(showFinalHyphen("E-Dur")).toBe("E-Dur");
  });

  it("are as wide as what is seen of them", () => {
    for (const { width } of [FAMILY.regular, FAMILY.bold]) {
      expect(width("Auf\u00adlage", 10)).toBe(width("Auflage", 10));
      expect(width("Auf\u00ad", 10)).toBe(width("Auf-", 10));
      expect(width("Auf\u00ad", 10)).toBeGreaterThan(width("Auf", 10));
    }
  });
});
