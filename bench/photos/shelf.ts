import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { PhoneName } from "./camera/phones.ts";
import { type CodedMarks, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type Fold, INK_FILES } from "./folds.ts";
import { keep } from "./print.ts";
import { DIFFICULTIES, type Difficulty, type PhotoTruth } from "./sheets/truth.ts";

/** The difficulties in turn: two photos in five are easy, two medium, one is hard. */
const MIX: readonly Difficulty[] = ["easy", "medium", "easy", "medium", "hard"];

/** The difficulty of a photo; one that was asked for, or what the mix says. */
export function difficultyOf(photo: number, only: Difficulty | null): Difficulty {
  return only ?? MIX[photo % MIX.length] ?? DIFFICULTIES[0];
}

/** Where photos are kept, so that they can be read again without being made again. */
export interface Shelf {
  readonly prints: string;
  has(photo: number, difficulty: Difficulty): boolean;
  put(jpeg: Uint8Array, truth: PhotoTruth): void;
  path(photo: number, difficulty: Difficulty): string;
  /** The file next to a photo that keeps the pictures of its boxes. */
  viewsPath(photo: number, difficulty: Difficulty): string;
  truth(photo: number, difficulty: Difficulty): PhotoTruth;
}

/**
 * @param anyAge whether photos will do that were made before the simulator or the pads changed
 * @param fold whose ink is written with
 * @param pads files and folders that sheets are made of, apart from those of our own pads
 */
export function openShelf(
  folder: string,
  anyAge: boolean,
  fold: Fold,
  phone: PhoneName,
  pads: readonly string[] = [],
  marks: CodedMarks = USUAL_MARKS,
): Shelf {
  const current = () => fingerprint(fold, phone, pads, marks);
  const mark = anyAge ? null : current();
  const path = (photo: number, difficulty: Difficulty) =>
    join(folder, `${difficulty}-${String(photo).padStart(4, "0")}.jpg`);
  const truthPath = (photo: number, difficulty: Difficulty) =>
    path(photo, difficulty).replace(/jpg$/, "json");
  const entry = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Entry;
  return {
    prints: join(folder, "prints"),
    path,
    viewsPath: (photo, difficulty) => path(photo, difficulty).replace(/jpg$/, "views"),
    has: (photo, difficulty) => {
      const file = truthPath(photo, difficulty);
      return existsSync(file) && (mark === null || entry(file).fingerprint === mark);
    },
    put: (jpeg, truth) => {
      keep(path(truth.photo, truth.difficulty), jpeg);
      const made: Entry = { fingerprint: mark ?? current(), truth };
      keep(truthPath(truth.photo, truth.difficulty), JSON.stringify(made));
    },
    truth: (photo, difficulty) => entry(truthPath(photo, difficulty)).truth,
  };
}

interface Entry {
  readonly fingerprint: string;
  readonly truth: PhotoTruth;
}

/** Everything that photos are made of. */
const MADE_OF = [
  ...["chance.ts", "print.ts", "sheets", "hand", "camera"].map((name) => `bench/photos/${name}`),
  ...["src/rules", "src/check", "src/print", "variants", "templates"],
  ...["sheets.ts", "mistakes.ts", "pads.ts"].map((name) => `tests/support/${name}`),
];

/** Changes whenever photos might come out otherwise. */
function fingerprint(fold: Fold, phone: PhoneName, pads: readonly string[], marks: CodedMarks): string {
  const ink = INK_FILES.map((name) => join(resolve(fold), name));
  return `${phone} ${marks} ${fingerprintOf([...MADE_OF, ...pads, ...ink])}`;
}
