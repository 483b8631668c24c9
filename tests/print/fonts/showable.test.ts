import { describe, expect, it } from "vitest";
import { showable } from "../../../src/print/fonts/typeface.ts";
import { FAMILY } from "../../support/pads.ts";

describe("showable text", () => {
  it("gives characters that the font lacks in their plain form", () => {
    expect(showable("2,50 ℂ", FAMILY)).toBe("2,50 C");
    expect(showable("ﬁnal Ⅻ", FAMILY).replace("ﬁ", "fi")).toBe("final XII");
  });

  it("leaves what the font has, also where a plainer form exists", () => {
    expect(showable("½ x² … Straße", FAMILY)).toBe("½ x² … Straße");
  });

  it("leaves what has no plain form, so that it is found missing", () => {
    expect(showable("漢 ⚀", FAMILY)).toBe("漢 ⚀");
  });
});
