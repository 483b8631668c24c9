import type { Chance } from "../../photos/chance.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** How a printer has made a pad look. Colours from 0 to 255, lengths in mm. */
export interface Design {
  /** Fonts that every PDF viewer has. */
  readonly font: string;
  readonly boldFont: string;
  readonly textColour: Colour;
  readonly lineColour: Colour;
  /** The usual line, the frame of a table, and a thick line. */
  readonly lineMm: number;
  readonly frameMm: number;
  readonly thickMm: number;
  /** Between the strokes of a double line. */
  readonly doubleMm: number;
  readonly rowMm: number;
  readonly columnMm: number;
  readonly labelMm: number;
  /** Columns of labels have different widths if there are several. */
  readonly noteMm: number;
  readonly gapMm: number;
  readonly marginMm: number;
  readonly headMm: number;
  readonly footMm: number;
  /** Colours of cells: of rows that hold sums, of every other row, of labels; null for white. */
  readonly sumTint: Colour | null;
  readonly zebraTint: Colour | null;
  readonly labelTint: Colour | null;
  /** Pictures of dice instead of words next to the upper boxes. */
  readonly hasDice: boolean;
  /** What is printed lightly in every cell, or in the cells of sums; null for nothing. */
  readonly inCells: { readonly text: string; readonly where: "all" | "sums"; readonly colour: Colour } | null;
  /** What is above the columns. */
  readonly head: "letters" | "numbers" | "blank";
  readonly title: string;
  readonly hasLogo: boolean;
  readonly rules: string;
  /** How the heading of a section is printed that stands between two rows. */
  readonly heading: (typeof HEADINGS)[number];
}

/** A row like the others; a cell above the labels; words between two tables; the same on a dark bar. */
export const HEADINGS = ["row", "tab", "gap", "bar"] as const;

/** Fonts with their bold cuts, and how often pads are set in them. */
const FONTS: readonly (readonly [readonly [font: string, bold: string], number])[] = [
  [["Helvetica", "Helvetica-Bold"], 0.65],
  [["Times-Roman", "Times-Bold"], 0.25],
  [["Courier", "Courier-Bold"], 0.1],
];

/** Inks of pads: black, blue, red, green, brown, grey. */
const INKS: readonly (readonly [Colour, number])[] = [
  [[20, 20, 22], 0.4],
  [[38, 44, 110], 0.24],
  [[170, 34, 40], 0.1],
  [[24, 96, 62], 0.1],
  [[104, 66, 40], 0.06],
  [[96, 98, 102], 0.1],
];

/** Draws how a pad looks. */
export function pickDesign(chance: Chance, columns: number, heading: Design["heading"]): Design {
  const [font, boldFont] = chance.weighted(FONTS);
  const textColour = chance.weighted(INKS);
  const lineColour = chance.isSo(0.3) ? faded(textColour, chance.between(0.2, 0.55)) : textColour;
  const lineMm = chance.between(0.1, 0.35);
  return {
    font,
    boldFont,
    textColour,
    lineColour,
    lineMm,
    frameMm: chance.isSo(0.4) ? chance.between(0.35, 0.8) : lineMm,
    thickMm: Math.max(chance.between(0.55, 0.95), 2.4 * lineMm),
    doubleMm: chance.between(0.45, 0.8) + lineMm,
    rowMm: chance.between(5.6, 8.6),
    columnMm: chance.between(10, columns > 5 ? 13 : 17),
    labelMm: chance.between(23, 40),
    noteMm: chance.between(13, 22),
    gapMm: chance.between(2.5, 9),
    marginMm: chance.between(5, 10),
    headMm: chance.between(10, 26),
    footMm: chance.between(3, 12),
    sumTint: chance.isSo(0.25) ? tint(chance) : null,
    zebraTint: chance.isSo(0.12) ? tint(chance) : null,
    labelTint: chance.isSo(0.2) ? tint(chance) : null,
    hasDice: chance.isSo(0.4),
    inCells: chance.isSo(0.15) ? pickCellPrint(chance, textColour) : null,
    head: chance.pick(["letters", "numbers", "blank", "blank"] as const),
    title: chance.pick(["Yatzy", "WÜRFELBLOCK", "Score pad", "Poängblock", "Gewinnkarte", "5 dice"]),
    hasLogo: chance.isSo(0.5),
    rules: chance.pick([
      "Regler: 5 tärningar, 3 kast, bonus 50",
      "3 Würfe · Bonus ab 63 Punkten",
      "3 throws a turn. www.example.com",
    ]),
    heading,
  };
}

/** A colour mixed with white. */
function faded([red, green, blue]: Colour, share: number): Colour {
  const mixed = (level: number) => Math.round(level + share * (255 - level));
  return [mixed(red), mixed(green), mixed(blue)];
}

function tint(chance: Chance): Colour {
  const base = chance.pick<Colour>([
    [128, 128, 128],
    [70, 110, 190],
    [230, 180, 40],
    [110, 170, 90],
    [210, 90, 90],
  ]);
  return faded(base, chance.between(0.62, 0.88));
}

function pickCellPrint(chance: Chance, colour: Colour): Design["inCells"] {
  const where = chance.pick(["all", "sums"] as const);
  const text = where === "all" ? chance.pick(["*", "pts", "Y"]) : chance.pick(["=", "+", "T"]);
  return { text, where, colour: faded(colour, chance.between(0.45, 0.75)) };
}
