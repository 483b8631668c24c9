import { describe, expect, it } from "vitest";
import { rulesPdf } from "../../../src/print/rulebook/rules-pdf.ts";
import { grammarReport } from "../../support/arlington.ts";
import { formOf } from "../../support/forms.ts";
import { shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { type Profile, printed } from "../../support/printed.ts";
import { shippedTemplates } from "../../support/templates.ts";

/** A file of each kind that we write. */
const FILES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  "a pad": () => pad("home"),
  "a pad for a print shop": () => pad("printshop"),
  "a pad to be kept": () => pad("archive"),
  "a form": async () => (await formOf(shippedGame("yatzy"), { players: 2, paper: "a5" })).pdf,
  "a rule sheet": () => rules(false),
  "a rule sheet to be kept": () => rules(true),
};

async function pad(profile: Profile): Promise<Uint8Array> {
  return (await printed("yatzy", "de", "a5", profile)).pdf;
}

async function rules(isArchived: boolean): Promise<Uint8Array> {
  const print = { paper: { widthMm: 210, heightMm: 297 }, isArchived };
  const templates = shippedTemplates("de", "rules");
  return good(await rulesPdf(shippedGame("yatzy"), language("de"), templates, print, FAMILY));
}

describe("every object that is written keeps to the grammar of PDF", () => {
  it.each(Object.entries(FILES))("%s", async (_, make) => {
    const { faults, reached, unreached, tables } = await grammarReport(await make());
    expect(faults).toEqual([]);
    expect(unreached).toEqual([]);
    expect(reached).toBeGreaterThan(20);
    expect(tables.has("PageObject")).toBe(true);
  });

  it("which finds what goes against it", async () => {
    const text = Buffer.from(await pad("printshop")).toString("latin1");
    const faultsWith = async (from: string, to: string) => {
      expect(text.includes(from)).toBe(true);
      expect(from.length).toBe(to.length);
      return (await grammarReport(Buffer.from(text.replace(from, to), "latin1"))).faults;
    };
    expect(await faultsWith("/S /GTS_PDFX", "/Z /GTS_PDFX")).toEqual([
      expect.stringContaining("lacks S"),
      expect.stringContaining("Z: is unknown"),
    ]);
    expect(await faultsWith("/DisplayDocTitle true", "/DisplayDocTitle 1234")).toEqual([
      expect.stringContaining("is integer, not boolean"),
    ]);
    expect(await faultsWith("/BleedBox[", "/BleedBux[")).toEqual([
      expect.stringContaining("BleedBux: is unknown"),
    ]);
    expect(await faultsWith("%PDF-1.4", "%PDF-1.2")).toContainEqual(
      expect.stringContaining("is of version 1.3"),
    );
  });
});
