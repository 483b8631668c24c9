import { describe, expect, it } from "vitest";
import { PAD_MARKS, type PadMarks, USUAL_MARKS } from "../../../src/print/layout/marks.ts";
import { type Branding, UNBRANDED } from "../../../src/print/brand.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { type Area, grown, within } from "../../../src/print/geometry.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { PAPERS, parsePaper } from "../../../src/print/layout/paper.ts";
import { someOf, TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { bad, FAMILY, good, laidOut, shippedText } from "../../support/pads.ts";

const LION: Branding = {
  title: "Zum Löwen",
  subtitle: "Stammtisch",
  footer: "Marktplatz 3",
  logoRatio: 1.2,
  linkModules: null,
  names: ["Anna"],
  date: "12. Mai 2027",
};

/** Players of a sheet. */
function playersOf(id: string): number {
  return shippedGame(id).columns.length === 1 ? 3 : 1;
}

function branded(
  id: string,
  paper: string,
  brand: Partial<Branding>,
  players = playersOf(id),
  marks: PadMarks = USUAL_MARKS,
) {
  const game = shippedGame(id);
  const size = { paper: good(parsePaper(paper)), players, marks };
  return layOutPad(game, shippedText(game, "de"), size, FAMILY, { ...UNBRANDED, ...brand });
}

function overlap(a: Area, b: Area): boolean {
  const HAIR = 0.01;
  return (
    a.xMm + HAIR < b.xMm + b.widthMm &&
    b.xMm + HAIR < a.xMm + a.widthMm &&
    a.yMm + HAIR < b.yMm + b.heightMm &&
    b.yMm + HAIR < a.yMm + a.heightMm
  );
}

const WAYS = SHIPPED.flatMap((id) =>
  PAPERS.flatMap(({ name: paper }) =>
    PAD_MARKS.flatMap((marks) =>
      [...new Set([1, playersOf(id)])].map((players) => ({ id, paper, marks, players })),
    ),
  ),
);

/** Ways to print a branded sheet that fit, with the plain sheet. */
const SHEETS = someOf(WAYS, 7).flatMap(({ id, paper, marks, players }) => {
  const plain = laidOut(shippedGame(id), "de", paper, players, marks);
  const what = `${id} on ${paper} for ${players} with marks: ${marks}`;
  return plain.ok ? [{ what, plain: plain.value, own: branded(id, paper, LION, players, marks) }] : [];
});

describe("a branded sheet", () => {
  it("fits wherever a short title and a short footer can be expected to", () => {
    const failed = SHEETS.filter(({ own }) => !own.ok).map(({ what }) => what);
    expect(SHEETS.length).toBeGreaterThan(TRIES_ALL ? 500 : 75);
    // On the smallest paper without marks, there is hardly any margin.
    expect(failed.filter((what) => !what.includes("a6"))).toEqual([]);
    expect(failed.length).toBeLessThan(SHEETS.length / 8);
  });

  it("has every box, mark and letter of the code where the plain one has it", () => {
    for (const { what, plain, own } of SHEETS) {
      if (!own.ok) continue;
      expect(own.value.boxes, what).toEqual(plain.boxes);
      expect(own.value.ticks, what).toEqual(plain.ticks);
      expect(own.value.marks, what).toEqual(plain.marks);
      expect(own.value.code?.areas[0], what).toEqual(plain.code?.areas[0]);
      const [letters, usual] = [own.value.code?.letters, plain.code?.letters];
      const isInFoot = usual?.every(({ cell }) => cell.yMm > plain.page.heightMm / 2) === true;
      // In the foot, a footer may need their room.
      if (!isInFoot || plain.marks.length === 0) expect(letters, what).toEqual(usual);
    }
  });

  it("gives the code's place at the foot to a footer that needs it", () => {
    const short = good(branded("yazzo", "a5", { footer: "Marktplatz 3" }, 1, "double"));
    expect(short.code?.areas.length).toBe(2);
    const footer =
      "Gasthaus zum Goldenen Löwen am Marktplatz, Inhaber Familie Huber, seit 1873 jeden Donnerstag, auch an Feiertagen ab sechs Uhr, mit Kegelbahn, Biergarten und einem Saal für hundert Gäste, geöffnet bis Mitternacht, und danach für Stammgäste";
    const long = good(branded("yazzo", "a5", { footer }, 1, "double"));
    expect(long.code?.areas).toEqual([short.code?.areas[0]]);
    expect(long.code?.letters).toEqual(short.code?.letters);
    expect(long.boxes).toEqual(short.boxes);
  });

  it("has no text that leaves its cell or stands on another, on a box, a mark or the picture", () => {
    const clashes = SHEETS.flatMap(({ what, own }) => {
      if (!own.ok) return [];
      const { texts, owners, boxes, marks, code, logo, dice } = own.value;
      const all = [...texts, ...owners];
      const squares = dice.map((die) => ({ ...die, widthMm: die.sideMm, heightMm: die.sideMm }));
      const coded = code === null ? [] : [...code.areas, ...code.letters.map(({ cell }) => cell)];
      const others = [...boxes, ...marks, ...coded, ...squares, ...(logo === null ? [] : [logo])];
      return all.flatMap(({ text, ink, cell }, at) => [
        ...(within(ink, cell) ? [] : [`${what}: ${text} leaves its cell`]),
        ...all.slice(at + 1).flatMap((b) => (overlap(ink, b.ink) ? [`${what}: ${text} / ${b.text}`] : [])),
        ...others.flatMap((area) => (overlap(ink, area) ? [`${what}: ${text} on something`] : [])),
      ]);
    });
    expect(clashes).toEqual([]);
  });

  it("says everything that it is told to", () => {
    for (const { what, own } of SHEETS) {
      if (!own.ok) continue;
      const said = [...own.value.texts, ...own.value.owners].map(({ text }) => text);
      for (const words of ["Zum Löwen", "Marktplatz 3", "Anna", "12. Mai 2027"])
        expect(said, what).toContain(words);
      // The game keeps its name.
      const [id = ""] = what.split(" ");
      expect(said, what).toContain(`${shippedText(shippedGame(id), "de").title} · Stammtisch`);
      expect(own.value.logo, what).not.toBeNull();
    }
  });

  it("keeps the picture's shape, in the table's corner and as high as 20 mm", () => {
    for (const ratio of [0.3, 1, 4]) {
      const sheet = good(branded("yatzy", "a5", { title: "Zum Löwen", logoRatio: ratio }, 4));
      const { logo, boxes } = sheet;
      if (logo === null) throw new Error("no logo");
      expect(logo.widthMm / logo.heightMm).toBeCloseTo(ratio, 6);
      expect(logo.heightMm).toBeLessThanOrEqual(20);
      if (ratio < 1) expect(logo.heightMm).toBe(20);
      expect(logo.xMm + logo.widthMm).toBeLessThan(textAt(sheet, "Datum").ink.xMm);
      expect(logo.yMm + logo.heightMm).toBeLessThan(Math.min(...boxes.map(({ yMm }) => yMm)));
    }
  });

  it.each([2, 4])("says what a QR code opens, and keeps the word for names, for %i players", (players) => {
    for (const id of ["yatzy", "kniffel", "kismet"])
      for (const paper of ["a5", "a4"]) {
        const brand = { title: null, subtitle: null, names: [], logoRatio: null, linkModules: 25 };
        const sheet = good(branded(id, paper, { ...brand, linkCaption: "example.org" }, players));
        const { link, boxes } = sheet;
        if (link === null) throw new Error("no symbol");
        const quietMm = (4 * link.widthMm) / 25 - 0.001;
        const { ink, sizePt } = textAt(sheet, "example.org");
        expect(sizePt).toBeGreaterThanOrEqual(6);
        expect(link.widthMm / 25).toBeGreaterThan(0.33);
        expect(ink.yMm - link.yMm - link.heightMm).toBeGreaterThanOrEqual(quietMm);
        expect(ink.yMm + ink.heightMm).toBeLessThan(Math.min(...boxes.map(({ yMm }) => yMm)));
        expect(textAt(sheet, "Datum").ink.xMm - link.xMm - link.widthMm).toBeGreaterThanOrEqual(quietMm);
        expect(textAt(sheet, "Namen").ink.xMm).toBeGreaterThan(link.xMm);
        expect(boxes).toEqual(good(laidOut(shippedGame(id), "de", paper, players)).boxes);
      }
  });

  it("has room for a QR code, its caption and the word for names on small paper, too", () => {
    const brand = { title: null, subtitle: null, names: [], logoRatio: null, linkModules: 25 };
    const games = someOf(["kniffel", "yatzy-deluxe", "edencity-yatzy", "yahtzee-block", "crag"], 2);
    for (const [paper, ids] of [
      ["a6", games],
      ["95x200mm", ["kismet", "yazzo"]],
    ] as const)
      for (const id of ids) {
        const players = id === "yazzo" ? 1 : 4;
        const sheet = good(branded(id, paper, { ...brand, linkCaption: "example.org" }, players));
        const { link, texts } = sheet;
        if (link === null) throw new Error("no symbol");
        const quiet = grown(link, (4 * link.widthMm) / 25 - 0.001);
        const { ink } = textAt(sheet, "example.org");
        for (const { text, ink: other } of texts) {
          expect(overlap(other, quiet), `${id}: ${text}`).toBe(false);
          if (text !== "example.org") expect(overlap(other, grown(ink, 0.5)), `${id}: ${text}`).toBe(false);
        }
        if (paper === "a6") textAt(sheet, "Namen");
      }
  });

  it("has the symbol of a link beside it, with white around", () => {
    const sheet = good(branded("yatzy", "a5", { logoRatio: 1, linkModules: 29 }, 4));
    const { logo, link } = sheet;
    if (logo === null || link === null) throw new Error("no pictures");
    const quietMm = (4 * link.widthMm) / 29 - 0.001;
    expect(link.widthMm / 29).toBeGreaterThan(0.33);
    expect(link.xMm - logo.xMm - logo.widthMm).toBeGreaterThanOrEqual(quietMm);
    expect(textAt(sheet, "Datum").ink.xMm - link.xMm - link.widthMm).toBeGreaterThanOrEqual(quietMm);
    expect(sheet.boxes).toEqual(good(laidOut(shippedGame("yatzy"), "de", "a5", 4)).boxes);
    expect(bad(branded("yatzy", "a6", { logoRatio: 1, linkModules: 69 }, 2))[0]?.code).toBe("link-too-long");
  });
});

function textAt({ texts }: PadLayout, words: string) {
  const found = texts.find(({ text }) => text === words);
  if (found === undefined) throw new Error(`no text ${words}`);
  return found;
}

describe("a title of one's own", () => {
  it("shrinks to fit, and is a problem where it can't", () => {
    const long = "Vereinsmeisterschaft des Kegelclubs Frohsinn";
    const short = textAt(good(branded("yatzy", "a5", { title: "Kegelclub" })), "Kegelclub");
    const small = textAt(good(branded("yatzy", "a5", { title: long })), long);
    expect(small.sizePt).toBeLessThan(short.sizePt);
    const [p] = bad(branded("yatzy", "a5", { title: `${long} ${long}` }));
    expect(p).toMatchObject({ code: "text-too-long", hint: expect.stringContaining("fewer words") });
  });

  it("that names the game is not followed by its name", () => {
    const said = (title: string) =>
      good(branded("doppel-yatzy", "a5", { title })).texts.map(({ text }) => text);
    expect(said("Kegelclub")).toContain("Doppel Yatzy");
    expect(said("Doppel Yatzy im Löwen")).not.toContain("Doppel Yatzy");
  });
});

describe("a footer of one's own", () => {
  it("takes a second line, then smaller type, then is a problem", () => {
    const address = "Gasthaus zum Goldenen Löwen, Marktplatz 3, Nürnberg";
    const usual = textAt(
      good(branded("yazzo", "a5", { footer: "Marktplatz 3" }, 1, "double")),
      "Marktplatz 3",
    );
    const sheet = good(branded("yazzo", "a5", { footer: Array(3).fill(address).join(" · ") }));
    const lines = sheet.texts.filter(({ text }) => text.includes("Löwen"));
    expect(lines).toHaveLength(2);
    expect(lines[0]?.sizePt).toBeLessThanOrEqual(usual.sizePt);
    expect(lines[0]?.sizePt).toBeGreaterThanOrEqual(6);
    expect(bad(branded("yazzo", "a5", { footer: Array(9).fill(address).join(" ") }))[0]).toMatchObject({
      code: "text-too-long",
    });
  });
});

describe("names", () => {
  it("stand in the heads of their columns: level where there is room, else turned", () => {
    for (const [players, upwards] of [
      [2, false],
      [4, true],
    ] as const) {
      const names = ["Anna", "Ben", "Maximilian-Alexander", "Dora"].slice(0, players);
      const sheet = good(branded("yahtzee-block", "a5", { names }, players));
      names.forEach((name, at) => {
        const placed = textAt(sheet, name);
        const head = sheet.blanks.find(({ player }) => player === at + 1);
        expect(placed.upwards).toBe(upwards);
        expect(head !== undefined && within(placed.ink, head)).toBe(true);
      });
    }
  });

  it("are for a sheet each where players have sheets of their own", () => {
    const sheet = good(branded("yazzo", "a5", { names: ["Anna", "Ben"] }));
    expect(sheet.owners.map(({ text }) => text)).toEqual(["Anna", "Ben"]);
    expect(sheet.texts.map(({ text }) => text)).not.toContain("Anna");
    const field = sheet.blanks.find(({ purpose }) => purpose === "name");
    for (const { xMm } of sheet.owners) expect(xMm).toBeGreaterThanOrEqual(field?.xMm ?? 999);
  });

  it("that are too long for their place are told", () => {
    const names = ["Donaudampfschifffahrtsgesellschaftskapitänswitwe", "Ben", "Claire", "Dora"];
    const problems = bad(branded("yahtzee-block", "a5", { names }, 4));
    expect(problems.map(({ code }) => code)).toEqual(["text-too-long"]);
    expect(problems[0]?.message).toContain("Donau");
  });

  it("and a date need a field that is for them", () => {
    const game = shippedGame("yazzo");
    const plain = shippedText(game, "de");
    const text = { ...plain, fields: plain.fields.map((field) => ({ ...field, purpose: null })) };
    const size = { paper: good(parsePaper("a5")), players: 1 };
    const problems = bad(
      layOutPad(game, text, size, FAMILY, { ...UNBRANDED, names: ["Anna"], date: "heute" }),
    );
    expect(problems.map(({ code }) => code)).toEqual(["no-field", "no-field"]);
    expect(problems.map(({ hint }) => hint).join()).toMatch(/kind: date.*kind: name/);
  });
});

describe("words that the font lacks", () => {
  it("are a problem in a branding as anywhere", () => {
    expect(bad(branded("yazzo", "a5", { title: "Löwe 🦁" }))[0]).toMatchObject({ code: "missing-glyph" });
  });
});
