import type { Area, Size } from "../geometry.ts";
import { computeMargin } from "./sizes.ts";

/** What a pad carries so that photos of it can be read. */
export const PAD_MARKS = ["standard", "quiet", "double", "none"] as const;
export type PadMarks = (typeof PAD_MARKS)[number];
/** The marks of sheets with a code. */
export type CodedMarks = Exclude<PadMarks, "none">;
/** The marks of pads for which nothing else is chosen. */
export const USUAL_MARKS: CodedMarks = "standard";

/** `standard`, `quiet`, `double` or `none`; `true` is the default, and `false` is `none`. */
export type MarksChoice = PadMarks | boolean;

export function chooseMarks(choice: MarksChoice): PadMarks {
  if (typeof choice === "string") return choice;
  return choice ? USUAL_MARKS : "none";
}

/** The places of marks: the corners of a sheet clockwise from top left, as large marks (`double`) and then as small ones (`standard`). */
export const MARK_PLACES = 8;
const CORNERS = 4;

/** The corner of a mark, 0 to 3 clockwise from top left. */
export function markCorner(place: number): number {
  return place % CORNERS;
}

/** The marks of the sheets that have a mark at a place. */
export function marksWithPlace(place: number): Exclude<CodedMarks, "quiet"> {
  return place < CORNERS ? "double" : "standard";
}

/**
 * By the shorter side of the paper: the height of the strips at head and foot, their distance from the paper's edge, and the clear space
 * around what is in them; the side of marks and the height of the code.
 */
const SIZES = [
  {
    ...{ belowMm: 125, stripMm: 5.5, edgeMm: 4.5, clearMm: 1.2 },
    ...{ double: { markMm: 5.5, codeMm: 5.5 }, standard: { markMm: 3.4, codeMm: 5.5 }, quiet: { codeMm: 5 } },
  },
  {
    ...{ belowMm: 180, stripMm: 7, edgeMm: 6, clearMm: 2 },
    ...{ double: { markMm: 7, codeMm: 7 }, standard: { markMm: 3.6, codeMm: 5.3 }, quiet: { codeMm: 5.5 } },
  },
] as const;
const USUAL_SIZES = {
  ...{ stripMm: 9, edgeMm: 7, clearMm: 2.5 },
  ...{ double: { markMm: 9, codeMm: 9 }, standard: { markMm: 5.1, codeMm: 6.8 }, quiet: { codeMm: 7 } },
} as const;

/** The code is a Data Matrix of 12 rows and 26 columns. */
export const CODE_MODULES = { rows: 12, columns: 26 } as const;

/** One of the square marks by which a photographed sheet is found. */
export interface Mark extends Area {
  /** 0 to 7: the corners clockwise from top left, as large marks and then as small ones. */
  readonly place: number;
}

/** The fiducials of a sheet, in mm. */
export interface Fiducials {
  /** The strip at the head, as wide as the table; the one at the foot is as high. */
  readonly head: Area;
  readonly foot: Area;
  /** None on quiet sheets. */
  readonly marks: readonly Mark[];
  /** The places of the code's symbol without its clear space; the second one is used if there is room. */
  readonly code: Area;
  readonly footCode: Area | null;
  /** Clear space around marks and code. */
  readonly clearMm: number;
}

/**
 * The places of marks and code, by the size of the page and the kind of marks alone, so that scans find them before they know anything
 * else. A code is next to a mark, top right and for double marks also bottom left, or alone at the bottom right.
 */
export function placeFiducials(page: Size, kind: CodedMarks): Fiducials {
  const { widthMm, heightMm } = page;
  const shorter = Math.min(widthMm, heightMm);
  const sizes = SIZES.find(({ belowMm }) => shorter < belowMm) ?? USUAL_SIZES;
  const { stripMm, edgeMm, clearMm } = sizes;
  // Flush with the table.
  const left = computeMargin(page);
  const head = { xMm: left, yMm: edgeMm, widthMm: widthMm - 2 * left, heightMm: stripMm };
  const foot = { ...head, yMm: heightMm - edgeMm - stripMm };
  const placeCode = (strip: Area, endMm: number, fromMm: number | null = null): Area => {
    const symbol = codeSize(sizes[kind].codeMm);
    return { ...symbol, xMm: fromMm ?? endMm - symbol.widthMm, yMm: centreInStrip(strip, symbol.heightMm) };
  };
  const right = widthMm - left;
  const strips = { head, foot, clearMm };
  if (kind === "quiet") return { ...strips, marks: [], code: placeCode(foot, right), footCode: null };
  const { markMm } = sizes[kind];
  const side = { widthMm: markMm, heightMm: markMm };
  const [top, bottom] = [centreInStrip(head, markMm), centreInStrip(foot, markMm)];
  const first = kind === "double" ? 0 : CORNERS;
  const fromEdgeMm = markMm + 1.25 * clearMm;
  return {
    ...strips,
    marks: [
      { place: first, xMm: left, yMm: top, ...side },
      { place: first + 1, xMm: right - markMm, yMm: top, ...side },
      { place: first + 2, xMm: right - markMm, yMm: bottom, ...side },
      { place: first + 3, xMm: left, yMm: bottom, ...side },
    ],
    code: placeCode(head, right - fromEdgeMm),
    footCode: kind === "double" ? placeCode(foot, right, left + fromEdgeMm) : null,
  };
}

function codeSize(heightMm: number): Size {
  return { widthMm: (heightMm * CODE_MODULES.columns) / CODE_MODULES.rows, heightMm };
}

function centreInStrip(strip: Area, heightMm: number): number {
  return strip.yMm + (strip.heightMm - heightMm) / 2;
}

/**
 * The dictionary ARUCO_MIP_36h12 (Garrido-Jurado, Muñoz-Salinas, Madrid-Cuevas, Medina-Carnicer 2016), by id: the inner 6 × 6 modules of
 * each mark row by row as 36 bits in hexadecimal, the highest bit first, 1 = black. Any two differ in at least 12 modules, turned or not.
 */
export const MARK_WORDS: readonly string[] = `
2d49c5f62 9ffeecb1a edf90418d 00752934b 7a25643b6 4b9e50163 924ae01ec adb73abe0 ff70cbafc 715b9d131
153d41892 e509ea3bb 4b75b60d8 d1b1ed7c4 874e0d057 d82cb0a81 76ddd000e b3e996bf9 40b64caee 23e6e32a2
ee283c07a e95ecf1ca 1d60d8100 bd72751f3 6f2ab7b88 dce63436c 3c4f3c203 fbdb43336 d5f7e29cf 89d8bc269
2f9ba40e6 0c728029f 3934065ef c3e41839a d8908a19c bb6f5c09c 259f532ad c339720a6 54b906251 772acc287
4929d13de 4c3fd49b9 dd1a92bf7 53a0a88f5 55566c099 b355f8372 a364b084f 55610f1fa f8fa3a8af 537e0aba1
8ca46e18b 733ca311b 1bb96b2fb 4a1ede21f d9efe82f0 0e2bc614a 5e5cc5369 e8b39d3fd e11d808e9 74e3a1316
95fa4f395 f2fa97203 e6d2da1a0 e52413337 3013780ff 2f4622185 7723107e1 bba97e346 244d0037c 5b726920e
48d33d182 f3d6a4ac0 0b67cd8fb 6697123d6 61b1e507a 797c1d2e4 7ef4ba3fb 953bb401d 9bacb99ea c66f42a67
e3612f095 3d98d629a 7c66c086a c53fa53a2 ca85200c4 f2a3faa9a d0ab810bb 793eeafbe 9bf0261a0 31f744308
ef644cbc1 3debca36d ca4b2031b ba68ad30d 136ea47d3 ae77e112f d22582368 d1febdebb bd176f066 6577a9ad8
717f2627f 76e3430cb da227dbef dc6aae2cb 70170f38f 6bef9568f 7d9f64bf3 f036350c9 977e7e2ee 8e79ec3f7
f0e5489d6 5ca8403e7 b3fc485b9 dfb212319 529cff2c8 7b33b32f6 bde9f1a3b 782d52057 87af188b6 b18af0383
40d1a2025 277cdb25a dcb4ad07f c87dfbaeb 5420d52ac c9a187106 b6355935d fc3c6220c 3973ac7a2 a40344098
9dcdbe1de 5436f2a33 c7739017a 25f1d29d2 ef7aa2016 b2b910294 8915ed29e 624c882c2 112f1058e 1913c51d0
bbe05117c 45e63700a cecfca154 9317089da 77f254a72 72cbf61f2 d416d11de 29fcfd393 b960038db 78114112c
bda781085 85733b1ad 895bc89af 6661be10b 82f6961bd 3fd450b94 6da60c1b8 dee95e23f 60d21b27b ff10053d6
84c8e0073 997cc6256 2fef511c0 e32ff4b3f 6af8f03c4 07b36588f c7079c289 c9b900fba 31e469bed 85a2ba257
eb1ff1093 a16a54027 4d16348d6 fc93b8228 471168394 f161709a8 2b52d10e5 77ee380cd b842183ce c5252049b
91a4d7a8b cc198326e d546022d2 7505980d4 195d703a1 8dfb63242 519a253ed edae5bad9 ef76547be 1d0f6911f
4f3511a8c 029988179 bbb4c0ae7 4174c5a95 97f58a303 53fd45157 6827ea1e3 e2bc791f7 e5eb0a4f1 19a75727e
5c7971058 c9975698c 1703ac27a d1d48122a 74db8f0ec 09686a0cd ba7600371 d1df7f363 f9bd9a082 c28eb22ef
e96d3910e c1980d0b6 afbe2529c e5eafcbea 9b3e738bd f58d113ca e0f06239f 56aa64398 0cd6ee2f2 de3f2b003
1fe310a4f b1dc5cadf 55b0fb1b6 1e3b033bc df7170917 7b7988b5a 616738aa7 d3a604823 6bb95b9ec 7d6d233d1
ffb29e9ce 2faad87f6 5fe9c7ad2 709a809c6 33593c1c8 34ec94385 03a57c1ac 655bb03cf 4213e42c3 1fdf46083
b470ca04f 47e9a09c8 cc2377296 ef5d081b2 3734a00ac 21da60094 b92f8f22b cd2c468be
`
  .trim()
  .split(/\s+/);

/** The number of groups of marks; sheets of different groups can't be mistaken for one another. */
export const MARK_GROUPS = Math.floor(MARK_WORDS.length / MARK_PLACES);

/** The group of a sheet: neighbours in a numbered block differ. 0 is for sheets without a number. */
export function markGroup(sheetNumber: number): number {
  return sheetNumber % MARK_GROUPS;
}

/** The id in the dictionary of the mark at a place of a sheet. */
export function markId(group: number, place: number): number {
  return group * MARK_PLACES + place;
}

const INNER = 6;

/** The modules of a mark, row by row, 8 × 8 with the black rim; true is black. Empty for an id that the dictionary lacks. */
export function markModules(id: number): boolean[][] {
  const word = MARK_WORDS[id];
  if (word === undefined) return [];
  const bits = BigInt(`0x${word}`)
    .toString(2)
    .padStart(INNER * INNER, "0");
  const side = INNER + 2;
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => {
      const isRim = row === 0 || column === 0 || row === side - 1 || column === side - 1;
      return isRim || bits[(row - 1) * INNER + column - 1] === "1";
    }),
  );
}
