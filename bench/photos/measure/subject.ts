import type { JudgedOnPhoto } from "../../../src/cli/photo-reading.ts";
import type { SheetCode } from "../../../src/layout/sheet-code.ts";
import type { Judgement } from "../../../src/reading/judge.ts";
import type { SheetReading, Written } from "../../../src/reading/sheet-reading.ts";
import { type Fault, faultOf } from "../sheets/truth.ts";

/** What the program says about a sheet. */
export interface Verdict {
  readonly verdict: Judgement["verdict"];
  readonly findings: readonly { readonly fault: Fault; readonly isSure: boolean }[];
}

/** A sheet as the program read it. */
export interface ReadSheet extends Verdict {
  readonly code: SheetCode;
  readonly variant: string;
  readonly reading: SheetReading;
  /** What the program says once a person has told what stands in some boxes. */
  answer(answers: readonly Answer[]): Verdict;
}

export interface Answer {
  /** The place of the box in the reading. */
  readonly at: number;
  readonly written: Written;
}

export interface ReadPhoto {
  readonly sheets: readonly ReadSheet[];
  /** Why the photo or a sheet on it could not be read, by code. */
  readonly refusals: readonly string[];
}

/** What is measured: the reader of photos as the command runs it, which is as it was built. */
export interface Subject {
  read(bytes: Uint8Array, file: string): Promise<ReadPhoto>;
}

/** The parts of the program that the reader of photos is made of. */
interface Program {
  readonly reading: typeof import("../../../src/cli/photo-reading.ts");
  readonly confirming: typeof import("../../../src/reading/confirm.ts");
  readonly judging: typeof import("../../../src/reading/judge.ts");
  readonly sheets: typeof import("../../../src/reading/sheet-from.ts");
}

/** Where `npm run build` puts the program. */
const BUILT = new URL("../../../dist/", import.meta.url);

/** @throws if the program was not built */
async function builtProgram(): Promise<Program> {
  const part = (path: string) => import(new URL(path, BUILT).href);
  return {
    reading: await part("cli/photo-reading.js"),
    confirming: await part("reading/confirm.js"),
    judging: await part("reading/judge.js"),
    sheets: await part("reading/sheet-from.js"),
  };
}

/** Opens the reader of photos. @throws if the program was not built */
export async function openSubject(): Promise<Subject> {
  const program = await builtProgram();
  const { openWorkshop, readPhoto } = program.reading;
  const workshop = await openWorkshop();
  return {
    read: async (bytes, file) => {
      const job = {
        file,
        bytes,
        names: [],
        variant: null,
        set: {},
        code: null,
        paper: null,
        templates: null,
        keepPicture: false,
      };
      const { sheets, problems } = await readPhoto(job, workshop);
      const read = sheets.flatMap((one) => (one.ok ? [readSheet(one.value, file, program)] : []));
      const refused = sheets.flatMap((one) => (one.ok ? [] : one.problems));
      return { sheets: read, refusals: [...problems, ...refused].map(({ code }) => code) };
    },
  };
}

function readSheet(one: JudgedOnPhoto, file: string, { confirming, judging, sheets }: Program): ReadSheet {
  const { code, game, seen, reading, judgement } = one;
  return {
    code,
    variant: game.id,
    reading,
    ...verdictOf(judgement, reading),
    answer: (answers) => {
      const told = answers.reduce(
        (known, { at, written }) => confirming.confirm(known, at, written),
        reading,
      );
      const sheet = sheets.sheetFrom(told, game, file, []);
      return verdictOf(judging.judge(game, told, sheet, seen), told);
    },
  };
}

/** Players without names are called by their number on the sheet. */
function verdictOf({ verdict, findings }: Judgement, { boxes }: SheetReading): Verdict {
  const players = Math.max(...boxes.map(({ player }) => player));
  const names = Array.from({ length: players }, (_, at) => String(at + 1));
  return {
    verdict,
    findings: findings.map(({ finding, isSure }) => ({ fault: faultOf(finding, names), isSure })),
  };
}
