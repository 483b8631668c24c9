import { describe, expect, it } from "vitest";
import {
  FINDING_CODES,
  type PreflightCode,
  type PreflightFinding,
} from "../../../src/print/preflight/checks.ts";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import type { Asked } from "../../../src/print/preflight/requirements.ts";
import { boxOf, type Easel, madeUp } from "../../support/made-up-pdf.ts";

async function findingsOf(pdf: Uint8Array, asked: Asked = {}): Promise<readonly PreflightFinding[]> {
  const result = await preflight(pdf, asked);
  if (typeof result === "string") throw new Error(result);
  return result.findings;
}

/** Something on the page, so that no check is happy with nothing. */
function fine({ line, write }: Easel): void {
  line({ x: 25, y: 25, long: 50, pt: 0.25 });
  write("All is well", { x: 25, y: 30 });
}

interface Provoked {
  readonly code: PreflightCode;
  readonly draw: (on: Easel) => void;
  readonly asked?: Asked;
  /** Where it must be told, in mm from the left and from the top; null for nowhere. */
  readonly at: readonly [number, number] | null;
  readonly says: string;
}

const PROVOKED: Readonly<Record<string, Provoked>> = {
  "a line of 0.1 pt": {
    code: "thin-line",
    draw: ({ line }) => line({ x: 20, y: 40, long: 30, pt: 0.1 }),
    at: [20, 40],
    says: "0.10 pt",
  },
  "a line that is as thin as the device can": {
    code: "thin-line",
    draw: ({ line }) => line({ x: 20, y: 40, long: 30, pt: 0 }),
    at: [20, 40],
    says: "0.00 pt",
  },
  "a thick line that is drawn small": {
    code: "thin-line",
    draw: ({ raw, line }) => {
      raw("q 0.1 0 0 0.1 0 0 cm");
      line({ x: 200, y: 400, long: 300, pt: 1 });
      raw("Q");
    },
    at: [20, 40],
    says: "0.10 pt",
  },
  "a rectangle that is a thin line": {
    code: "thin-line",
    draw: ({ raw }) => raw("56.69 113.39 100 0.12 re f"),
    at: [20, 40],
    says: "0.12 pt",
  },
  "a crop mark that is as thin as a line may be": {
    code: "thin-mark",
    draw: ({ set, line }) => {
      set("TrimBox", boxOf(10, 10, 95, 138));
      line({ x: 2, y: 10, long: 5, pt: 0.25 });
    },
    at: [2, 10],
    says: "0.09 mm",
  },
  "a font that every printer is said to have": {
    code: "font-not-embedded",
    draw: ({ write }) => write("Hello", { x: 30, y: 60, font: "Helvetica" }),
    at: [30, 60 - 3.5],
    says: "Helvetica",
  },
  "text at the edge": {
    code: "text-near-cut",
    draw: ({ write }) => write("Hello", { x: 2, y: 60 }),
    at: [2, 57.4],
    says: "“Hello” stands nearer than 4 mm",
  },
  "text that is cut": {
    code: "text-near-cut",
    draw: ({ set, write }) => {
      set("TrimBox", boxOf(20, 20, 85, 128));
      write("Hello", { x: 83, y: 60 });
    },
    at: [83, 57.4],
    says: "Hello",
  },
  "text where the block is glued": {
    code: "text-in-glue",
    draw: ({ write }) => write("Hello", { x: 30, y: 8 }),
    asked: { glueEdge: "top", glueMm: 10 },
    at: [30, 5.4],
    says: "10 mm where the block is glued",
  },
  "text at the left edge, where it is glued": {
    code: "text-in-glue",
    draw: ({ write }) => write("Hello", { x: 7, y: 60 }),
    asked: { glueEdge: "left", glueMm: 8 },
    at: [7, 57.4],
    says: "8 mm where the block is glued",
  },
  "black that is mixed of red, green and blue": {
    code: "colour",
    draw: ({ raw }) => raw("0 0 0 rg 56.69 113.39 100 50 re f"),
    asked: { purpose: "home" },
    at: [20, 40],
    says: "RGB",
  },
  "a coloured line": {
    code: "colour",
    draw: ({ raw, line }) => {
      raw("1 0 0 0.2 K");
      line({ x: 20, y: 40, long: 30, pt: 1 });
    },
    asked: { purpose: "copyshop" },
    at: [20, 40],
    says: "CMYK",
  },
  "a picture in colour": {
    code: "colour",
    draw: ({ raw }) => raw("q 85 0 0 57 283 57 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"),
    asked: { purpose: "home" },
    at: [100, 20],
    says: "RGB",
  },
  "a link": {
    code: "annotation",
    draw: ({ kit }) => kit.link(56.69, 113.39, 50, 20, "https://example.org"),
    at: [20, 40],
    says: "Link",
  },
  "a box that reaches beyond another": {
    code: "boxes-not-nested",
    draw: ({ set }) => {
      set("BleedBox", boxOf(5, 5, 100, 143));
      set("TrimBox", boxOf(8, 8, 102, 140));
    },
    at: [8, 8],
    says: "TrimBox reaches beyond its BleedBox",
  },
  "no box for the cut": {
    code: "no-trim-box",
    draw: () => undefined,
    asked: { purpose: "printshop", glueEdge: "none" },
    at: null,
    says: "no TrimBox",
  },
  "content that breaks off": {
    code: "broken-page",
    draw: ({ raw }) => raw("(never closed"),
    at: null,
    says: "breaks off",
  },
  "no word of being kept": {
    code: "not-archived",
    draw: () => undefined,
    asked: { purpose: "archive" },
    at: null,
    says: "PDF/A",
  },
  "nothing to fill in": {
    code: "no-fields",
    draw: () => undefined,
    asked: { purpose: "fillable" },
    at: null,
    says: "nothing to fill in",
  },
};

describe("preflight finds", () => {
  it.each(Object.entries(PROVOKED))("%s", async (_, { code, draw, asked, at, says }) => {
    const pdf = await madeUp((on) => {
      fine(on);
      on.next();
      draw(on);
      fine(on);
    });
    const findings = await findingsOf(pdf, asked);
    const found = findings.filter((finding) => finding.code === code);
    expect(findings.map((finding) => finding.code).filter((other) => other !== code)).toEqual([]);
    expect(found.length, JSON.stringify(findings)).toBe(1);
    const [finding] = found;
    expect(finding?.message).toContain(says);
    expect(finding?.hint).not.toBe("");
    if (at === null) expect(finding?.area).toBeNull();
    else {
      expect(finding?.pages).toEqual([2]);
      expect(finding?.area?.xMm).toBeCloseTo(at[0], 0);
      expect(finding?.area?.yMm).toBeCloseTo(at[1], 0);
    }
  });

  it("each of its codes in one of these files, or in a file without pages", () => {
    const provoked = new Set(Object.values(PROVOKED).map(({ code }) => code));
    expect(FINDING_CODES.filter((code) => !provoked.has(code))).toEqual(["no-pages"]);
  });
});

describe("preflight finds nothing", () => {
  it("on a page where nothing is wrong", async () => {
    const pdf = await madeUp((on) => {
      fine(on);
      on.raw("0 0 0 1 k 1 1 1 RG 56.69 113.39 100 50 re f");
      on.set("TrimBox", boxOf(3, 3, 102, 145));
      on.set("BleedBox", boxOf(0, 0, 105, 148));
    });
    expect(await findingsOf(pdf)).toEqual([]);
    expect(await findingsOf(pdf, { purpose: "printshop" })).toEqual([]);
  });

  it("in colour that nobody asked to leave out, or that is wanted", async () => {
    const pdf = await madeUp((on) => {
      fine(on);
      on.raw("1 0 0 rg 56.69 113.39 100 50 re f");
    });
    expect(await findingsOf(pdf)).toEqual([]);
    expect(await findingsOf(pdf, { purpose: "home", colour: true })).toEqual([]);
  });

  it("in what a printer puts beyond the cut", async () => {
    const pdf = await madeUp((on) => {
      fine(on);
      on.set("TrimBox", boxOf(10, 10, 95, 138));
      on.write("Job 12, page 1", { x: 40, y: 6 });
      on.line({ x: 2, y: 10, long: 5, pt: 0.3 });
    });
    expect(await findingsOf(pdf)).toEqual([]);
  });
});

describe("a finding", () => {
  it("is told once for all pages that have it, with each of them", async () => {
    const pdf = await madeUp((on) => {
      for (let page = 1; page <= 4; page++) {
        if (page > 1) on.next();
        fine(on);
        if (page !== 3) on.line({ x: 20, y: 40, long: 30, pt: 0.1 });
        if (page === 4) on.line({ x: 20, y: 50, long: 30, pt: 0.1 });
      }
    });
    const findings = await findingsOf(pdf);
    expect(findings.map(({ code, pages }) => [code, pages])).toEqual([["thin-line", [1, 2, 4]]]);
    expect(findings[0]?.message).toContain("4 lines have 0.10 pt");
  });

  it("about a file without pages is about the file", async () => {
    const pdf = await madeUp(() => undefined, { autoFirstPage: false });
    expect((await findingsOf(pdf)).map(({ code, pages }) => [code, pages])).toEqual([["no-pages", []]]);
  });

  it("lies where one sees it, also on a page that is turned", async () => {
    for (const [turned, x, y] of [
      [90, 148 - 40, 20],
      [180, 105 - 20 - 30, 148 - 40],
      [270, 40, 105 - 20 - 30],
    ] as const) {
      const pdf = await madeUp((on) => {
        fine(on);
        on.set("Rotate", turned);
        on.line({ x: 20, y: 40, long: 30, pt: 0.1 });
      });
      const [finding] = await findingsOf(pdf);
      expect(finding?.area?.xMm).toBeCloseTo(x, 1);
      expect(finding?.area?.yMm).toBeCloseTo(y, 1);
    }
  });
});
