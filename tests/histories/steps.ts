import { hexDigest, type SheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { madeUpSheet } from "../support/seasons.ts";
import { pick, type Random } from "../support/sheets.ts";

/** How much of a game a sheet tells: all of it, an earlier state without the last box, or a photo with open questions. */
type Extent = "whole" | "early" | "unclear";

/**
 * A sheet that is handed in. Sheets of different serial numbers have no box in common; versions of one differ in the last box of the first
 * player.
 */
export interface HandedIn {
  readonly serial: number;
  readonly version: number;
  readonly source: "typed" | "photo";
  readonly extent: Extent;
  /** What was typed of the photo of this version: known by the same hash. */
  readonly isOfPhoto: boolean;
  readonly names: readonly string[];
  readonly date: string;
}

type NameStep = { readonly kind: "rename" | "alias" | "merge"; readonly name: string; readonly to: string };

/** A change that one process makes. Numbers that select something are taken modulo how many there are, so that a step can be left out. */
export type Change =
  | { readonly kind: "hand in"; readonly sheet: HandedIn }
  | NameStep
  | { readonly kind: "leave"; readonly name: string }
  | { readonly kind: "decide"; readonly which: number; readonly decision: "this" | "other" | "both" }
  | { readonly kind: "move evening"; readonly from: string; readonly to: string }
  | { readonly kind: "undo names" | "undo evening" };

/** A step of a history. */
export type Step =
  | Change
  | { readonly kind: "export and import" }
  /** A process that makes changes is killed before a statement, or before it writes to a file for the nth time. */
  | {
      readonly kind: "kill";
      readonly changes: readonly Change[];
      readonly at: "statement" | "write";
      readonly count: number;
    }
  | { readonly kind: "two processes"; readonly mine: Change; readonly theirs: Change }
  | { readonly kind: "missing file"; readonly which: number };

const DAYS = ["2026-01-09", "2026-01-16", "2026-01-23"] as const;
const SPELLINGS = [
  "Anna",
  "Ann",
  "Ben",
  "Cem",
  "Dora",
  "anna",
  "ANN",
  " Ben ",
  "Ｃem",
  "D\u00adora",
] as const;
const NEW_NAMES = ["Ännchen", "Zoë", "anna", "Bea", "Cem"] as const;
const CHANGES = [
  ...["hand in", "hand in", "hand in", "again", "again", "correct", "correct", "correct", "go on"],
  ...["decide", "decide", "rename", "alias", "merge", "undo names", "move evening", "undo evening", "leave"],
] as const;

const HEAVY = ["export and import", "kill", "two processes", "missing file", "kill"] as const;

/** Draws the steps of a history. */
export class StepDrawer {
  readonly #random: Random;
  readonly #handedIn: HandedIn[] = [];
  #serial = 0;
  #version = 0;
  #heavy = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** @param isHeavy whether it may be one that starts a process or opens a store anew */
  step(isHeavy: boolean): Step {
    const change = () => this.#change();
    if (!isHeavy) return change();
    // Each kind in its turn, so that short histories have them all.
    const kind = HEAVY[this.#heavy++ % HEAVY.length];
    if (kind === "export and import") return { kind };
    if (kind === "two processes") return { kind, mine: change(), theirs: change() };
    if (kind === "missing file") return { kind, which: this.#number(10_000) };
    const at = pick(["statement", "write"] as const, this.#random);
    return { kind: "kill", changes: [change(), change(), change()], at, count: 1 + this.#number(60) };
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #change(): Change {
    const kind = pick(CHANGES, this.#random);
    const before = this.#handedIn.length === 0 ? null : pick(this.#handedIn, this.#random);
    switch (kind) {
      case "again":
        return before === null ? this.#handIn(this.#newSheet()) : { kind: "hand in", sheet: before };
      case "correct":
        return this.#handIn(before === null ? this.#newSheet() : this.#corrected(before));
      case "go on":
        return this.#handIn(before === null ? this.#newSheet() : this.#goneOn(before));
      case "decide":
        return {
          kind,
          which: this.#number(100),
          decision: pick(["this", "other", "both"] as const, this.#random),
        };
      case "rename":
      case "alias":
        return { kind, name: pick(SPELLINGS, this.#random), to: pick(NEW_NAMES, this.#random) };
      case "merge":
        return { kind, name: pick(SPELLINGS, this.#random), to: pick(SPELLINGS, this.#random) };
      case "leave":
        return this.#random() < 0.4
          ? { kind, name: pick(SPELLINGS, this.#random) }
          : this.#handIn(this.#newSheet());
      case "move evening":
        return { kind, from: pick(DAYS, this.#random), to: pick(DAYS, this.#random) };
      case "undo names":
      case "undo evening":
        return { kind };
      default:
        return this.#handIn(this.#newSheet());
    }
  }

  #handIn(sheet: HandedIn): Change {
    this.#handedIn.push(sheet);
    return { kind: "hand in", sheet };
  }

  #newSheet(): HandedIn {
    const names: string[] = this.#random() < 0.1 ? ["Ännchen"] : [];
    const count = this.#random() < 0.5 ? 1 : 2 + this.#number(2);
    while (names.length < count) {
      const name = pick(SPELLINGS, this.#random);
      if (!names.some((one) => plain(one) === plain(name))) names.push(name);
    }
    const source = this.#random() < 0.4 ? "photo" : "typed";
    const extents =
      count === 1 ? (["whole", "unclear"] as const) : (["whole", "whole", "early", "unclear"] as const);
    const extent = source === "photo" ? pick(extents, this.#random) : "whole";
    const own = { serial: ++this.#serial, version: 0, source, extent, isOfPhoto: false } as const;
    return { ...own, names, date: pick(DAYS, this.#random) };
  }

  /** The same sheet with another score, as another file or photo. */
  #corrected(sheet: HandedIn): HandedIn {
    const date = this.#random() < 0.7 ? sheet.date : pick(DAYS, this.#random);
    const isSpelledAnew = this.#random() < 0.2;
    const spelledAnew = (name: string) => (name === "Ann" ? "Ännchen" : name.toUpperCase());
    const names =
      isSpelledAnew && !sheet.names.includes("Ännchen") ? sheet.names.map(spelledAnew) : sheet.names;
    return { ...sheet, version: ++this.#version, extent: "whole", isOfPhoto: false, names, date };
  }

  /** A later photo of the same sheet, or what was typed of its photo. */
  #goneOn(sheet: HandedIn): HandedIn {
    if (sheet.source === "typed") return sheet;
    const isTyped = sheet.extent === "unclear" && this.#random() < 0.5;
    const extent = pick(
      ["whole", "whole", "unclear", sheet.names.length > 1 ? "early" : "whole"] as const,
      this.#random,
    );
    return { ...sheet, extent: isTyped ? "whole" : extent, isOfPhoto: isTyped };
  }
}

/** A name by which two spellings of these steps are compared. */
export function plain(name: string): string {
  return name.normalize("NFKC").replaceAll("\u00ad", "").trim().toLowerCase();
}

const BOXES = 8;
const FIRST = 500;

/** What the players of a sheet wrote into its boxes. */
export function boxesOn({ serial, version, extent, names }: HandedIn): (number | null)[][] {
  return names.map((_, seat) =>
    Array.from({ length: BOXES }, (_none, box) => {
      if (box === BOXES - 1)
        return extent === "early" ? null : FIRST - serial + (seat === 0 ? version % 5 : 0);
      // Totals are near each other, so that players may be level.
      const tie = box === 0 ? ((serial * 7 + seat * 3) % 4) * 1000 : 0;
      return tie + (box % 2 === 0 ? FIRST + serial : FIRST - serial);
    }),
  );
}

/** The hash by which a season knows a sheet, and the name of its file. */
export function fileName({ serial, version, source, extent, names, date }: HandedIn): string {
  // Whoever leaves the season is taken out of the names of files, too.
  const said =
    source === "photo"
      ? extent
      : [...names.map(plain).join("+")].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
  return `${source} ${serial}.${version} ${said}${source === "photo" ? "" : ` ${date}`}`;
}

/** The file by which a season knows a sheet: that of the photo for what was typed of one. */
export function photoOf(sheet: HandedIn): string {
  return fileName(sheet.isOfPhoto ? { ...sheet, extent: "unclear" } : sheet);
}

/** The number that is printed on a sheet; 0 if it has none. */
export function printedNumber({ source, serial }: HandedIn): number {
  return source === "photo" ? 1 + (serial % 3) : 0;
}

/** A sheet as a season keeps it. */
export function sheetToKeep(sheet: HandedIn): SheetToKeep {
  const boxes = boxesOn(sheet);
  const file = photoOf(sheet);
  const hash = hexDigest(new TextEncoder().encode(file));
  const made = madeUpSheet(
    hash,
    Object.fromEntries(sheet.names.map((name, seat) => [name, boxes[seat] ?? []])),
  );
  const common = {
    ...{ ...made, file, evening: { date: sheet.date, place: "", name: "" }, seats: sheet.names.length },
    complete: sheet.extent !== "early",
  };
  if (sheet.source === "typed" || sheet.isOfPhoto) return common;
  const photo = {
    ...common,
    source: "photo",
    identity: `P${sheet.serial}`,
    number: printedNumber(sheet),
  } as const;
  if (sheet.extent !== "unclear") return photo;
  const open = { packed: JSON.stringify({ games: [{}], sheets: [{}] }), questions: 1, picture: null };
  return { ...photo, waits: "questions", verdict: "unsure", complete: false, results: [], filled: 0, open };
}
