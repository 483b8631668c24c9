import { describe, expect, it } from "vitest";
import {
  FINDING_CODES,
  type PreflightCode,
  type PreflightFinding,
} from "../../../src/print/preflight/finding.ts";
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
  /** What a file asked about that way also lacks. */
  readonly also?: readonly PreflightCode[];
  /** Where it must be told, in mm from the left and from the top; null for nowhere. */
  readonly at: readonly [number, number] | null;
  readonly says: string;
  /** How many findings have the code; one if left out. */
  readonly times?: number;
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
  "boxes that are too low": {
    code: "low-box",
    draw: ({ raw, line }) => {
      for (const y of [40, 45]) line({ x: 20, y, long: 30, pt: 0.5 });
      raw("0.5 w 99.21 113.39 m 99.21 127.56 l S");
    },
    at: [20, 40],
    says: "5.0 mm",
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
    says: "“Hello” is less than 4 mm",
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
    says: "10 mm glue strip",
  },
  "text at the left edge, where it is glued": {
    code: "text-in-glue",
    draw: ({ write }) => write("Hello", { x: 7, y: 60 }),
    asked: { glueEdge: "left", glueMm: 8 },
    at: [7, 57.4],
    says: "8 mm glue strip",
  },
  "black that is mixed of red, green and blue": {
    code: "colour",
    draw: ({ raw }) => raw("0 0 0 rg 56.69 113.39 100 50 re f"),
    asked: { purpose: "home", grey: true },
    at: [20, 40],
    says: "RGB",
  },
  "a coloured line": {
    code: "colour",
    draw: ({ raw, line }) => {
      raw("1 0 0 0.2 K");
      line({ x: 20, y: 40, long: 30, pt: 1 });
    },
    asked: { purpose: "copyshop", grey: true },
    at: [20, 40],
    says: "CMYK",
  },
  "a picture in colour": {
    code: "colour",
    draw: ({ raw }) => raw("q 85 0 0 57 283 57 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"),
    asked: { purpose: "home", grey: true },
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
    says: "TrimBox extends beyond its BleedBox",
  },
  "no box for the cut": {
    code: "no-trim-box",
    draw: () => undefined,
    asked: { purpose: "printshop" },
    also: ["no-output-intent"],
    at: null,
    says: "no TrimBox",
  },
  "no word of what printing it was made for": {
    code: "no-output-intent",
    draw: () => undefined,
    asked: { purpose: "printshop" },
    also: ["no-trim-box"],
    at: null,
    says: "no output intent",
  },
  "what is see-through": {
    code: "transparency",
    draw: ({ kit }) => kit.save().fillOpacity(0.5).rect(56.69, 113.39, 100, 50).fill("black").restore(),
    at: [20, 40],
    says: "1 object is transparent",
  },
  "white that prints nothing over what is there": {
    code: "white-overprint",
    draw: ({ kit, raw }) => {
      const resources = (kit.page as unknown as { ext_gstates: Record<string, unknown> }).ext_gstates;
      const over = kit.ref({ Type: "ExtGState", op: true });
      over.end(undefined);
      resources.Over = over;
      raw("q /Over gs 1 g 56.69 113.39 100 50 re f Q");
    },
    at: [20, 40],
    says: "1 white object is set to overprint",
  },
  "a coarse picture": {
    code: "low-resolution",
    draw: ({ raw }) => raw("q 72 0 0 72 283 57 cm BI /W 100 /H 200 /BPC 8 /CS /G ID abc EI Q"),
    at: [100, 20],
    says: "100 dpi",
  },
  "type that nobody can read": {
    code: "small-type",
    draw: ({ kit, write, raw }) => {
      raw("q .5 0 0 .5 0 0 cm");
      write("Hello", { x: 60, y: 120 });
      raw("Q");
      kit.fontSize(10);
    },
    at: [30, 58.2],
    says: "too small (5.0 pt)",
  },
  "small letters made of dots": {
    code: "grey-type",
    draw: ({ kit, raw }) => {
      raw(".4 g");
      const style = { lineBreak: false, baseline: "alphabetic" } as object;
      kit.font("ours").fontSize(7).text("Hello", 85, 170, style);
      raw("0 g");
    },
    at: [30, 57.5],
    says: "grey text is too small (7.0 pt)",
  },
  "a background that ends where the sheet does": {
    code: "no-bleed",
    draw: ({ raw }) => raw(".9 g 0 100 150 50 re f 0 g"),
    at: [0, 35.3],
    says: "1 background ends at the cut",
  },
  "resources of the node above": {
    code: "inherited-resources",
    draw: ({ kit }) => {
      const page = kit.page.dictionary.data as Record<string, unknown>;
      const { _root } = kit as unknown as { _root: { data: { Pages: { data: Record<string, unknown> } } } };
      _root.data.Pages.data.Resources = page.Resources;
      delete page.Resources;
    },
    asked: { purpose: "archive" },
    also: ["not-archived", "info-differs", "undefined-colour"],
    at: null,
    says: "does not list itself",
  },
  "colours that nobody says the looks of": {
    code: "undefined-colour",
    draw: () => undefined,
    asked: { purpose: "archive" },
    also: ["not-archived", "info-differs"],
    at: null,
    says: "DeviceGray",
  },
  "scripts in what is to be kept": {
    code: "not-for-archives",
    draw: ({ kit }) => kit.addNamedJavaScript("x", "1"),
    asked: { purpose: "archive" },
    also: ["not-archived", "info-differs", "undefined-colour"],
    at: null,
    says: "scripts",
  },
  "content that breaks off": {
    code: "broken-page",
    draw: ({ raw }) => raw("(never closed"),
    at: null,
    says: "cut off",
  },
  "no word of being kept": {
    code: "not-archived",
    draw: () => undefined,
    asked: { purpose: "archive" },
    also: ["info-differs", "undefined-colour"],
    at: null,
    says: "PDF/A",
  },
  "a writer of whom the metadata say nothing": {
    code: "info-differs",
    draw: ({ kit }) => {
      const info = kit.info as Record<string, unknown>;
      info.Author = "Anna";
    },
    asked: { purpose: "archive" },
    also: ["not-archived", "undefined-colour"],
    at: null,
    says: "Author",
    times: 4,
  },
  "nothing to fill in": {
    code: "no-fields",
    draw: () => undefined,
    asked: { purpose: "fillable" },
    at: null,
    says: "no form fields",
  },
};

describe("preflight finds", () => {
  it.each(Object.entries(PROVOKED))(
    "%s",
    async (_, { code, draw, asked, at, says, also = [], times = 1 }) => {
      const pdf = await madeUp((on) => {
        fine(on);
        on.next();
        draw(on);
        fine(on);
      });
      const findings = await findingsOf(pdf, asked);
      const found = findings.filter((finding) => finding.code === code);
      const others = findings.map((finding) => finding.code).filter((other) => other !== code);
      expect([...new Set(others)].sort()).toEqual([...also].sort());
      expect(found.length, JSON.stringify(findings)).toBe(times);
      const finding = found.find(({ message }) => message.includes(says)) ?? found[0];
      expect(finding?.message).toContain(says);
      expect(finding?.hint).not.toBe("");
      if (at === null) expect(finding?.area).toBeNull();
      else {
        expect(finding?.pages).toEqual([2]);
        expect(finding?.area?.xMm).toBeCloseTo(at[0], 0);
        expect(finding?.area?.yMm).toBeCloseTo(at[1], 0);
      }
    },
  );

  it("each of its codes in one of these files, in a file without pages, or in one without a name", () => {
    const provoked = new Set(Object.values(PROVOKED).map(({ code }) => code));
    expect(FINDING_CODES.filter((code) => !provoked.has(code))).toEqual(["no-pages", "no-file-id"]);
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
    expect(await findingsOf(pdf, { purpose: "home" })).toEqual([]);
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
    expect(findings[0]?.message).toContain("4 lines are too thin (0.10 pt)");
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
