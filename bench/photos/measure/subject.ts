import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { openTools } from "../../../src/files/pictures/scanner.ts";
import type { knownSheets } from "../../../src/files/pictures/sheet-sources.ts";
import type { SheetCode } from "../../../src/print/layout/sheet-code.ts";
import type { SharesByCategory, setScoreShares } from "../../../src/odds/casual-play.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import type { DigitReader, openReader } from "../../../src/scan/digits/reader.ts";
import type { answer } from "../../../src/scan/inference/infer.ts";
import type { Judgement, judge } from "../../../src/scan/inference/judge.ts";
import type { SheetReading, toTypedSheet, Written } from "../../../src/scan/inference/sheet-reading.ts";
import type { nextQuestion } from "../../../src/scan/sheet/photo-sheet.ts";
import type { readViews, SheetOnPhoto } from "../../../src/scan/scan.ts";
import type { isWithoutMarks, viewQuietPapers, viewSheets } from "../../../src/scan/view/view-sheets.ts";
import type { decodePhoto } from "../../../src/scan/image/decode.ts";
import type { Fold } from "../folds.ts";
import type { Views } from "../kept-views.ts";
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
  /** Asks one question after the other until none is open. @param tell the content of a box, by its place in the reading */
  confirm(tell: (at: number) => Written): Confirmed;
}

/** What the program says once a person has answered everything that it asked. */
interface Confirmed extends Verdict {
  readonly reading: SheetReading;
  /** The boxes that were asked about. */
  readonly questions: readonly number[];
}

export interface ReadPhoto {
  readonly sheets: readonly ReadSheet[];
  /** Why the photo or a sheet on it could not be read, by code. */
  readonly refusals: readonly string[];
}

/** What is measured: the reader of photos as the command runs it, which is as it was built. */
export interface Subject {
  /** From the bytes of a photo to the pictures of its boxes. */
  view(bytes: Uint8Array, file: string): Promise<Views>;
  /** From there to their contents and what is wrong. */
  read(views: Views): Promise<ReadPhoto>;
}

/** The parts of the program that say what is wrong on a sheet, and ask about it. */
export interface Judging {
  readonly nextQuestion: typeof nextQuestion;
  readonly answer: typeof answer;
  readonly toTypedSheet: typeof toTypedSheet;
  readonly judge: typeof judge;
}

/** The parts of the program that open the network. */
export interface Opening {
  readonly openReader: typeof openReader;
}

/** The parts of the program that the reader of photos is made of. */
interface Program extends Judging, Opening {
  readonly knownSheets: typeof knownSheets;
  readonly openTools: typeof openTools;
  readonly decodePhoto: typeof decodePhoto;
  readonly viewSheets: typeof viewSheets;
  readonly isWithoutMarks: typeof isWithoutMarks;
  readonly viewQuietPapers: typeof viewQuietPapers;
  readonly readViews: typeof readViews;
  readonly setScoreShares: typeof setScoreShares;
}

/** Where `npm run build` puts the program. */
const BUILT = new URL("../../../dist/", import.meta.url);
/** The module that each function of the program comes from, without its extension. */
export type Modules<T> = Readonly<Record<keyof T, string>>;

const OPENING: Modules<Opening> = { openReader: "scan/digits/reader" };
const JUDGING: Modules<Judging> = {
  nextQuestion: "scan/sheet/photo-sheet",
  answer: "scan/inference/infer",
  toTypedSheet: "scan/inference/sheet-reading",
  judge: "scan/inference/judge",
};
/** What reading any pad takes. */
export const READING = { ...OPENING, ...JUDGING } as const;

export const PHOTO_MODULES: Modules<Program> = {
  ...READING,
  knownSheets: "files/pictures/sheet-sources",
  openTools: "files/pictures/scanner",
  decodePhoto: "scan/image/decode",
  viewSheets: "scan/view/view-sheets",
  isWithoutMarks: "scan/view/view-sheets",
  viewQuietPapers: "scan/view/view-sheets",
  readViews: "scan/scan",
  setScoreShares: "odds/casual-play",
};

/** Ends the process, with one message instead of one for each photo, if there is no program to read with. */
export function endUnlessBuilt(): void {
  if (existsSync(new URL("index.js", BUILT))) return;
  console.error("the program is not built yet: run `npm run build` first");
  process.exit(1);
}

/** Functions of the program as it was built. @throws if it was not */
export async function builtParts<T>(modules: Modules<T>): Promise<T> {
  const paths = new Set(Object.values<string>(modules));
  const parts = await Promise.all([...paths].map((path) => import(new URL(`${path}.js`, BUILT).href)));
  return Object.assign({}, ...parts);
}

/** Opens the network that does not know the writers of a fold. */
export async function openNetwork(program: Opening, fold: Fold): Promise<DigitReader> {
  const weights = readFileSync(join(fold, "numbers.onnx"));
  const description = readFileSync(join(fold, "numbers.json"), "utf8");
  return need(await program.openReader({ weights, description }));
}

/**
 * Opens the reader of photos.
 *
 * @param fold whose network reads
 * @param expected how frequent scores are taken to be, by game; null for what the program takes
 * @throws if the program was not built
 */
export async function openSubject(
  fold: Fold,
  expected: ReadonlyMap<string, SharesByCategory> | null = null,
): Promise<Subject> {
  const program = await builtParts<Program>(PHOTO_MODULES);
  const known = await program.knownSheets();
  const [tools, digits] = [await program.openTools(), await openNetwork(program, fold)];
  return {
    view: async (bytes, file) => {
      const photo = await program.decodePhoto(bytes, file);
      if (!photo.ok) return { file, sheets: [photo] };
      const viewed = await program.viewSheets(photo.value, known, tools, { file });
      if (!program.isWithoutMarks(viewed)) return viewed;
      // The surroundings may hide the lines of quiet sheets.
      const quiet = await program.viewQuietPapers(photo.value, known, tools, { file });
      return quiet.length === 0 ? viewed : { file, sheets: quiet };
    },
    read: async (views) => {
      for (const one of expected === null ? [] : views.sheets) {
        const printed = one.ok ? known.ofCode(one.value.code) : null;
        if (!printed?.ok) continue;
        const shares = expected?.get(printed.value.game.id);
        if (shares !== undefined) program.setScoreShares(printed.value.game, shares);
      }
      const { file, sheets } = await program.readViews(views, known, digits);
      const read = sheets.flatMap((one) =>
        one.ok && one.value.code !== null ? [readSheet(one.value, one.value.code, file, program)] : [],
      );
      const refused = sheets.flatMap((one) => (one.ok ? [] : one.problems));
      return { sheets: read, refusals: refused.map(({ code }) => code) };
    },
  };
}

/** What is judged of a sheet that was read. */
type ReadPages = Pick<SheetOnPhoto, "game" | "seen" | "reading">;

/** A sheet as the program judges it, at once and after every answer. @param onJudgement what else becomes of a judgement */
export function readSheet(
  { game, seen, reading }: ReadPages,
  code: SheetCode,
  file: string,
  program: Judging,
  onJudgement: (judgement: Judgement) => Judgement = (judgement) => judgement,
): ReadSheet {
  const judgementOf = (told: SheetReading) =>
    onJudgement(program.judge(told, program.toTypedSheet(told, game, file, []), seen));
  return {
    code,
    variant: game.id,
    reading,
    ...verdictOf(judgementOf(reading), reading),
    confirm: (tell) => {
      const questions: number[] = [];
      let told = reading;
      for (;;) {
        const judgement = judgementOf(told);
        const at = program.nextQuestion({ pad: null, game, seen, reading: told, judgement });
        if (at === null) return { ...verdictOf(judgement, told), reading: told, questions };
        questions.push(at);
        told = program.answer(game, seen, told, at, tell(at));
      }
    },
  };
}

/** Players without names go by their number on the sheet. */
function verdictOf({ verdict, findings }: Judgement, { boxes }: SheetReading): Verdict {
  const players = Math.max(...boxes.map(({ player }) => player));
  const names = Array.from({ length: players }, (_, at) => String(at + 1));
  return {
    verdict,
    findings: findings.map(({ finding, isSure }) => ({ fault: faultOf(finding, names), isSure })),
  };
}
