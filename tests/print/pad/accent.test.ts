import { describe, expect, it } from "vitest";
import { lightenColour, readAccent } from "../../../src/print/pad/accent.ts";
import { bad, good } from "../../support/pads.ts";

describe("an accent colour", () => {
  it.each([
    ["#7a1f1f", 0x7a / 255, 0x1f / 255, 0x1f / 255],
    ["#00f", 0, 0, 1],
    [" Navy ", 0, 0, 0x80 / 255],
  ])("%s is read", (text, red, green, blue) => {
    expect(good(readAccent(text))).toEqual({ red, green, blue });
  });

  it.each(["yellow", "#ffcc00", "lime", "gray", "#888"])(
    "%s is too light, and a darker one is named",
    (text) => {
      const [p] = bad(readAccent(text));
      expect(p?.code).toBe("light-colour");
      const named = /#[\da-f]{6}/.exec(p?.hint ?? "")?.[0] ?? "";
      expect(readAccent(named).ok).toBe(true);
    },
  );

  it.each([
    ["cmyk:0,90,80,40", null, [0, 0.9, 0.8, 0.4]],
    ["spot:HKS 16 K=20,100,80,30", "HKS 16 K", [0.2, 1, 0.8, 0.3]],
    ["Spot: A=B = 0, 0, 0, 62.5", "A=B", [0, 0, 0, 0.625]],
  ])("%s is an ink", (text, spot, cmyk) => {
    expect(good(readAccent(text)).press).toEqual({ spot, cmyk });
  });

  it("looks on a screen as an ink does, without a promise", () => {
    const { red, green, blue } = good(readAccent("cmyk:0,100,50,20"));
    expect([red, green, blue]).toEqual([0.8, 0, 0.4]);
  });

  it.each(["cmyk:0,20,100,0", "spot:Sun=0,10,90,0"])("%s is too light; a darker one is named", (text) => {
    const [p] = bad(readAccent(text));
    expect(p?.code).toBe("light-colour");
    const named = /: ((?:cmyk|spot):.*)$/.exec(p?.hint ?? "")?.[1] ?? "";
    expect(good(readAccent(named)).press?.spot).toBe(text.startsWith("spot") ? "Sun" : null);
  });

  it.each([
    ["cmyk:0,90,80", "cmyk:0,90,80,40"],
    ["cmyk:0,90,80,101", "0 to 100"],
    ["cmyk:0,90,80,40,0", "four numbers"],
    ["spot:=0,90,80,40", "ink’s name"],
    ["spot:HKS 16", "ink’s name"],
    ["spot:Black=0,0,0,100", "cmyk:0,0,0,100"],
    ["nvy", "did you mean `navy`?"],
    ["#12345", "#rrggbb"],
    ["rgb(1,2,3)", "#rrggbb"],
    ["__proto__", "#rrggbb"],
    ["constructor", "possible here"],
  ])("%s is none", (text, hint) => {
    expect(bad(readAccent(text))[0]).toMatchObject({
      code: "bad-colour",
      hint: expect.stringContaining(hint),
    });
  });
});

describe("a colour on a dark page", () => {
  /** The share of light of a colour (WCAG 2.2). */
  const lightOf = (colour: Readonly<Record<"red" | "green" | "blue", number>>) => {
    const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  };
  const DARK = lightOf({ red: 0x19 / 255, green: 0x19 / 255, blue: 0x19 / 255 });

  it.each(["black", "navy", "#7a1f1f", "#767676"])(
    "%s becomes light enough, and no lighter than it has to",
    (name) => {
      const tint = lightenColour(good(readAccent(name)));
      const contrast = (lightOf(tint) + 0.05) / (DARK + 0.05);
      expect(contrast).toBeGreaterThanOrEqual(4.5);
      expect(contrast).toBeLessThan(5);
    },
  );
});
