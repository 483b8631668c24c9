import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import type { openTools } from "../../../src/files/pictures/scanner.ts";
import type { SheetCode } from "../../../src/print/layout/sheet-code.ts";
import { need, success } from "../../../src/rules/problem/problem.ts";
import type { decodePhoto } from "../../../src/scan/image/decode.ts";
import type { learnPad, sheetToLearn } from "../../../src/scan/pads/learn-pad.ts";
import type { replaceRows } from "../../../src/scan/pads/propose-pad.ts";
import { type padYaml, readPadFile } from "../../../src/scan/pads/pad-file.ts";
import { type Pad, type RowContent, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import type { markUncertain } from "../../../src/scan/sheet/judge-sheet.ts";
import type { KnownPads, readTables } from "../../../src/scan/pads/read-tables.ts";
import type { viewTables } from "../../../src/scan/pads/view-tables.ts";
import type { Fold } from "../../photos/folds.ts";
import {
  builtParts,
  type Judging,
  type Modules,
  type Opening,
  openNetwork,
  READING,
  type ReadSheet,
  readSheet,
} from "../../photos/measure/subject.ts";

/** A sheet of a store-bought pad as the program read it. */
export interface StoreBoughtSheet extends ReadSheet {
  readonly pad: string;
  /** Whether nobody is asked which pad it is of. */
  readonly isSure: boolean;
}

export interface StoreBoughtPhoto {
  readonly sheets: readonly StoreBoughtSheet[];
  /** Why the photo or a sheet on it could not be read, by code. */
  readonly refusals: readonly string[];
}

/** The built reader of store-bought pads, as the command runs it. */
export interface StoreBoughtSubject {
  /** @param known the pads that it may be of; of one that comes from a file, `--pad` has told the program which it is */
  read(bytes: Uint8Array, file: string, known: KnownPads): Promise<StoreBoughtPhoto>;
  /**
   * Learns a pad from a photo, as the command does with a person who knows the pad.
   *
   * @param real what the pad is really like
   * @throws if the table on the photo has other rows
   */
  learn(bytes: Uint8Array, file: string, real: Pad): Promise<LearnedPad>;
}

interface LearnedPad {
  readonly pad: Pad;
  /** How many rows it has, and of how many the person had to say what they hold. */
  readonly rows: number;
  readonly told: number;
}

interface Program extends Judging, Opening {
  readonly openTools: typeof openTools;
  readonly decodePhoto: typeof decodePhoto;
  readonly viewTables: typeof viewTables;
  readonly sheetToLearn: typeof sheetToLearn;
  readonly learnPad: typeof learnPad;
  readonly replaceRows: typeof replaceRows;
  readonly padYaml: typeof padYaml;
  readonly readTables: typeof readTables;
  readonly markUncertain: typeof markUncertain;
}

export const PAD_MODULES: Modules<Program> = {
  ...READING,
  openTools: "files/pictures/scanner",
  decodePhoto: "scan/image/decode",
  viewTables: "scan/pads/view-tables",
  sheetToLearn: "scan/pads/learn-pad",
  learnPad: "scan/pads/learn-pad",
  replaceRows: "scan/pads/propose-pad",
  padYaml: "scan/pads/pad-file",
  readTables: "scan/pads/read-tables",
  markUncertain: "scan/sheet/judge-sheet",
};

/** Store-bought pads have no code; this is what the bench records instead. */
const NO_CODE: SheetCode = {
  layoutVersion: 0,
  marks: "double",
  paper: "store-bought",
  players: 0,
  variantTag: "",
  digest: "",
  number: 0,
};

/**
 * Opens the reader of store-bought pads.
 *
 * @param fold whose network reads
 * @throws if the program was not built
 */
export async function openStoreBoughtSubject(fold: Fold): Promise<StoreBoughtSubject> {
  const program = await builtParts<Program>(PAD_MODULES);
  const [tools, digits] = [await program.openTools(), await openNetwork(program, fold)];
  return {
    async read(bytes, file, known) {
      const photo = await program.decodePhoto(bytes, file);
      if (!photo.ok) return { sheets: [], refusals: photo.problems.map(({ code }) => code) };
      const views = await program.viewTables(photo.value, known.pads, tools, { file, keepPicture: false });
      const sheets: StoreBoughtSheet[] = [];
      const refusals: string[] = views.length === 0 ? ["no-table"] : [];
      for (const view of views) {
        const read = view.ok ? await program.readTables(view.value, known, digits, file) : view;
        if (!read.ok) {
          refusals.push(...read.problems.map(({ code }) => code));
          continue;
        }
        const { pad } = read.value;
        const judged = readSheet(read.value, NO_CODE, file, program, (judgement) =>
          program.markUncertain(judgement, pad),
        );
        sheets.push({ ...judged, pad: pad.id, isSure: pad.isSure });
      }
      return { sheets, refusals };
    },
    async learn(bytes, file, real) {
      const photo = need(await program.decodePhoto(bytes, file));
      const { id, game } = real;
      const { tables: _, ...start } = real;
      const known = await shippedPads();
      const sheet = need(program.sheetToLearn(photo, null, tools, file, { start, known }));
      const hints = { rows: new Map(), labels: null };
      const { pad: proposed } = need(await program.learnPad(sheet, start, hints, digits, known));
      const wrong = wrongRows(proposed, real);
      const pad = program.replaceRows(proposed, wrong);
      const yaml = program.padYaml(pad, { game: game.id, set: {}, title: id });
      const written = need(readPadFile(`${id}.yaml`, yaml, () => success(game)));
      return { pad: written, rows: rowsOfPad(real).length, told: wrong.size };
    },
  };
}

/** What the rows hold that were proposed wrong, by their numbers from 1. @throws if there are more rows, or fewer */
function wrongRows(proposed: Pad, real: Pad): Map<number, RowContent> {
  const [own, rows] = [rowsOfPad(proposed), rowsOfPad(real)];
  if (own.length !== rows.length) throw new Error(`${own.length} rows were found where ${rows.length} are`);
  return new Map(
    rows.flatMap(({ holds }, at) =>
      JSON.stringify(own[at]?.holds) === JSON.stringify(holds) ? [] : [[at + 1, holds] as const],
    ),
  );
}
