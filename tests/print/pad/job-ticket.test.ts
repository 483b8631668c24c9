import { describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/print/imposition/imposition.ts";
import { PLAIN_LOOK, UNBRANDED } from "../../../src/print/brand.ts";
import { concatBytes } from "../../../src/rules/bytes.ts";
import { readLogo } from "../../../src/print/pad/logo.ts";
import { type PrintJob, ticketText, writeCover, writeTicket } from "../../../src/print/pad/job-ticket.ts";
import { simulateInk } from "../../../src/print/pdf/colour.ts";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { language } from "../../support/languages.ts";
import { FAMILY, good } from "../../support/pads.ts";
import { streamsOf } from "../../support/pdf-streams.ts";
import { textsOf } from "../../support/pdfs.ts";

const JOB: PrintJob = {
  language: language("en"),
  game: "Yazzo",
  faces: [1, 2, 3, 4, 5, 6],
  branding: UNBRANDED,
  look: PLAIN_LOOK,
  sheet: { widthMm: 148, heightMm: 210 },
  settings: PROFILES.printshop,
  sheets: 50,
  blockSheets: null,
  numbers: null,
  files: { pad: "block.pdf", cover: "block-cover.pdf" },
  madeAt: new Date("2026-11-22T12:00:00Z"),
};
const LION: PrintJob = {
  ...JOB,
  branding: { ...UNBRANDED, title: "The Golden Lion", subtitle: "every Thursday", footer: "3 Market Square" },
  look: { ...PLAIN_LOOK, accent: simulateInk({ spot: "HKS 16", cmyk: [0.2, 1, 0.8, 0.3] }) },
  settings: { ...PROFILES.printshop, cropMarks: true, glueEdge: "left", back: "long-edge" },
  numbers: { from: 1, to: 50 },
};

async function written(write: (sink: (bytes: Uint8Array) => Promise<void>) => Promise<void>) {
  const pieces: Uint8Array[] = [];
  await write(async (bytes) => {
    pieces.push(bytes.slice());
  });
  return concatBytes(pieces);
}

describe("a job ticket", () => {
  it("says what the print shop asks: format, sheets, colours, paper, glue and board", () => {
    expect(ticketText(JOB)).toBe(`Print job

Job:           Yazzo
File:          block.pdf, PDF/X-1a:2003, 50 pages
Trimmed size:  148 × 210 mm; 3 mm bleed on all sides
Sheets:        50 sheets, every page once
Printed:       on the front
Colours:       black
Paper:         white, uncoated, 80 to 100 g/m², for pencil and ballpoint (made for FOGRA52)
Binding:       glued at the top, where 10 mm are kept free
Backing board: grey board of about 0.5 mm; its cover is block-cover.pdf, of the same size
Made:          2026-11-22
`);
  });

  it("knows numbers, backs, crop marks and inks", () => {
    const text = ticketText(LION);
    for (const words of [
      "The Golden Lion · Yazzo",
      "100 pages",
      "; crop marks",
      "numbered from 1 to 50",
      "on both sides",
      "black and HKS 16 (looks like 20 / 100 / 80 / 30)",
      "glued at the left",
    ])
      expect(text).toContain(words);
    const mixed = { ...JOB, look: { ...PLAIN_LOOK, accent: { red: 0.5, green: 0, blue: 0 } } };
    expect(ticketText(mixed)).toContain("the accent is 0 / 100 / 100 / 50");
    // It is no spot colour.
    expect(ticketText({ ...mixed, language: language("de") })).toContain(
      "die Akzentfarbe ist 0 / 100 / 100 / 50",
    );
  });

  it("counts by blocks, with the pages of their separators", () => {
    const job = { ...LION, sheets: 10_000, blockSheets: 50, numbers: { from: 1, to: 10_000 } };
    expect(ticketText(job)).toContain("20,400 pages");
    expect(ticketText(job)).toMatch(
      /200 blocks of 50 sheets, .*a separator sheet in front of each block; numbered from 1 to 10,000/,
    );
    expect(ticketText({ ...job, language: language("de") })).toContain(
      "200 Blöcke zu je 50 Blättern, jede Seite einmal; vor jedem Block ein Trennblatt; nummeriert von 1 bis 10.000",
    );
    expect(ticketText({ ...job, language: language("sv") })).toContain("200 block med vardera 50 blad");
    expect(ticketText({ ...job, sheets: 50 })).toContain("one block of 50 sheets");
  });

  it.each(["de", "en", "sv"] as const)("is written as a page in %s, with the same words", async (code) => {
    const job = { ...LION, language: language(code) };
    const texts = (await textsOf(await written((sink) => writeTicket(job, FAMILY, sink)), 1)).map(
      ({ text }) => text,
    );
    const rows = ticketText(job)
      .split("\n")
      .filter((row) => row.includes(":"));
    expect(rows.length).toBe(10);
    for (const row of rows) expect(texts).toContain(row.slice(0, row.indexOf(":")));
    expect(texts.join(" ")).not.toMatch(/ticket\.|\{/);
  });
});

describe("the cover of a backing board", () => {
  it.each([
    ["of a game", JOB, ["Yazzo"]],
    [
      "of a game with symbols",
      { ...JOB, game: "Escalero", faces: ["9", "10", "J"] },
      ["9", "10", "J", "Escalero"],
    ],
    ["of a pub", LION, ["The Golden Lion", "every Thursday", "Yazzo", "3 Market Square"]],
  ])("%s is a file for a press, with nothing that a print shop would object to", async (_, job, words) => {
    const pdf = await written((sink) => writeCover(job, FAMILY, sink));
    expect(await preflight(pdf)).toMatchObject({ purpose: "printshop", pages: 1, findings: [] });
    expect((await textsOf(pdf, 1)).map(({ text }) => text)).toEqual(words);
  });

  it("bears the logo of the pad", async () => {
    const shapes = '<rect width="50" height="20"/><path d="M0 0l50 20v10z" fill="#c00000"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30">${shapes}</svg>`;
    const {
      ratio: logoRatio,
      png: logo,
      outlines,
    } = good(await readLogo("lion.svg", new TextEncoder().encode(svg), false));
    const branding = { ...LION.branding, logoRatio };
    const [plain, bearing] = await Promise.all(
      [LION, { ...LION, branding, look: { ...LION.look, logo, outlines } }].map((job) =>
        written((sink) => writeCover(job, FAMILY, sink)),
      ),
    );
    expect(await preflight(bearing ?? new Uint8Array())).toMatchObject({
      purpose: "printshop",
      findings: [],
    });
    const lines = (pdf: Uint8Array | undefined) =>
      streamsOf(pdf ?? new Uint8Array())
        .join("")
        .split(/\sl\s/).length;
    expect(lines(bearing)).toBeGreaterThan(lines(plain));
  });
});
