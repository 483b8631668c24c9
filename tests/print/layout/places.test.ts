import { expect } from "vitest";
import { type PadMarks, USUAL_MARKS } from "../../../src/print/layout/marks.ts";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { type Branding, UNBRANDED } from "../../../src/print/brand.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { shippedGame } from "../../support/games.ts";
import { layoutTable } from "../../support/layout-table.ts";
import { FAMILY, good, shippedText } from "../../support/pads.ts";
import { rareTest } from "../../support/cases.ts";

interface Sheet {
  readonly id: string;
  readonly paper: string;
  readonly players?: number;
  readonly marks?: PadMarks;
  readonly brand?: Partial<Branding>;
}

/** Sheets that have everything that can be on one, each in all the places that it can have. */
const SHEETS: Readonly<Record<string, Sheet>> = {
  "names turned, fields in the corner, a bracket": { id: "yahtzee-block", paper: "a5", players: 4 },
  "without marks": { id: "yahtzee-block", paper: "a5", players: 4, marks: "none" },
  "names level": { id: "yatzy", paper: "a5", players: 2 },
  "no room for hints": { id: "yatzy-deluxe", paper: "a5", players: 8 },
  "dice between labels and hints": { id: "kniffel-extreme", paper: "a5", players: 2 },
  "one table in small": { id: "crag", paper: "a6", players: 4 },
  "columns with arrows": { id: "yazzo", paper: "a5" },
  "columns with factors": { id: "triple-yahtzee", paper: "a5", marks: "none" },
  "two tables, small boxes to tick": { id: "maxi-yatzy", paper: "a5", players: 2 },
  "chips, symbols": { id: "kniffel-extreme", paper: "a4", players: 4 },
  "large print": { id: "doppel-yatzy", paper: "a4-large", players: 2 },
  "large print without hints": { id: "yazzo", paper: "letter-large" },
  "many columns": { id: "yamb", paper: "a4" },
  "a square": { id: "crag", paper: "180x180mm", players: 3, marks: "none" },
  "a pub's sheet": {
    id: "yazzo",
    paper: "a5",
    brand: {
      title: "Zum Löwen",
      subtitle: "Stammtisch",
      footer: "Marktplatz 3",
      logoRatio: 1.5,
      linkModules: 29,
      names: ["Anna", "Ben"],
      date: "heute",
    },
  },
  "a pub's corner": {
    id: "yahtzee-block",
    paper: "a5",
    players: 4,
    marks: "none",
    brand: { title: "Zum Löwen", logoRatio: 0.8, names: ["Anna", "Ben"], date: "heute" },
  },
  "a long title": {
    id: "doppel-yatzy",
    paper: "a4",
    players: 4,
    brand: {
      title: "Vereinsmeisterschaft des Kegelclubs Frohsinn Oberursel",
      names: ["Anna"],
      footer: "Gasthaus zum Goldenen Löwen am Marktplatz ".repeat(4).trim(),
    },
  },
  "a subtitle on little room": {
    id: "yahtzee-block",
    paper: "a6",
    players: 2,
    brand: { title: "Zum Löwen", subtitle: "Kegelclub Frohsinn", footer: "Marktplatz 3", names: ["Anna"] },
  },
};

const laidOut = ({ id, paper, players = 1, marks = USUAL_MARKS, brand = {} }: Sheet) => {
  const game = shippedGame(id);
  const size = { paper: good(parsePaper(paper)), players, marks };
  return good(layOutPad(game, shippedText(game, "de"), size, FAMILY, { ...UNBRANDED, ...brand }));
};

rareTest(
  "texts, lines, tints, dice, arrows and places to write stand where they did: look at the pads if they move",
  async () => {
    const tables = Object.entries(SHEETS).map(([what, sheet]) => {
      const { id, paper, players = 1, marks = USUAL_MARKS } = sheet;
      const head = `${what}: ${id} on ${paper} for ${players}${marks === "none" ? " without marks" : ""}`;
      return `${head}\n${layoutTable(laidOut(sheet))}\n`;
    });
    await expect(tables.join("\n")).toMatchFileSnapshot("places.txt");
  },
);
