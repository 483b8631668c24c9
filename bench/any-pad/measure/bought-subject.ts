import type { openDigits, openTools } from "../../../src/files/scanner.ts";
import type { SheetCode } from "../../../src/print/layout/sheet-code.ts";
import type { decodePhoto } from "../../../src/scan/image/decode.ts";
import type { Pad } from "../../../src/scan/pads/pad.ts";
import type { onUncertainPad } from "../../../src/scan/pads/pad-on-photo.ts";
import type { readTables } from "../../../src/scan/pads/read-tables.ts";
import type { viewTables } from "../../../src/scan/pads/view-tables.ts";
import { builtParts, type Judging, type ReadSheet, readSheet } from "../../photos/measure/subject.ts";

/** A sheet of a bought pad as the program read it. */
export interface BoughtSheet extends ReadSheet {
  readonly pad: string;
  /** Whether nobody is asked which pad it is of. */
  readonly isSure: boolean;
}

export interface BoughtPhoto {
  readonly sheets: readonly BoughtSheet[];
  /** Why the photo or a sheet on it could not be read, by code. */
  readonly refusals: readonly string[];
}

/** What is measured: the reader of bought pads as the command runs it, which is as it was built. */
export interface BoughtSubject {
  /** @param pads those that the program knows */
  read(bytes: Uint8Array, file: string, pads: readonly Pad[]): Promise<BoughtPhoto>;
}

interface Program extends Judging {
  readonly openTools: typeof openTools;
  readonly openDigits: typeof openDigits;
  readonly decodePhoto: typeof decodePhoto;
  readonly viewTables: typeof viewTables;
  readonly readTables: typeof readTables;
  readonly onUncertainPad: typeof onUncertainPad;
}

const PARTS = [
  "files/scanner.js",
  "scan/image/decode.js",
  "scan/pads/view-tables.js",
  "scan/pads/read-tables.js",
  "scan/pads/pad-on-photo.js",
  "scan/photo-sheet.js",
  "scan/inference/infer.js",
  "scan/inference/sheet-reading.js",
  "scan/inference/judge.js",
];

/** Bought pads have no code; what the bench writes into its truth stands in its place. */
const NO_CODE: SheetCode = {
  layoutVersion: 0,
  paper: "bought",
  players: 0,
  variantTag: "",
  digest: "",
  number: 0,
};

/** Opens the reader of bought pads. @throws if the program was not built */
export async function openBoughtSubject(): Promise<BoughtSubject> {
  const program = await builtParts<Program>(PARTS);
  const [tools, digits] = [await program.openTools(), await program.openDigits()];
  return {
    async read(bytes, file, pads) {
      const photo = await program.decodePhoto(bytes, file);
      if (!photo.ok) return { sheets: [], refusals: photo.problems.map(({ code }) => code) };
      const views = await program.viewTables(photo.value, pads, tools, { file, keepPicture: false });
      const sheets: BoughtSheet[] = [];
      const refusals: string[] = views.length === 0 ? ["no-table"] : [];
      for (const view of views) {
        const read = view.ok
          ? await program.readTables(view.value, { pads, isTold: false }, digits, file)
          : view;
        if (!read.ok) {
          refusals.push(...read.problems.map(({ code }) => code));
          continue;
        }
        const { pad } = read.value;
        const judged = readSheet(read.value, NO_CODE, file, program, (judgement) =>
          program.onUncertainPad(judgement, pad),
        );
        sheets.push({ ...judged, pad: pad.id, isSure: pad.isSure });
      }
      return { sheets, refusals };
    },
  };
}
