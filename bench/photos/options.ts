import { type CodedMarks, PAD_MARKS, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import { MISTAKES } from "../../tests/support/mistakes.ts";
import { count, readFlags } from "../flags.ts";
import { type DamageKind, DAMAGES } from "./camera/damage.ts";
import type { PhoneName } from "./camera/phones.ts";
import { type Writing, WRITINGS } from "./hand/habit.ts";
import { DIFFICULTIES, type Difficulty } from "./sheets/truth.ts";

export interface BenchOptions {
  readonly photos: number;
  readonly from: number;
  readonly only: Difficulty | null;
  readonly folder: string;
  readonly jobs: number;
  /** Read the photos that are there, even if they would come out otherwise today. */
  readonly asTheyAre: boolean;
  /** A folder with the other folds; null for that one alone. */
  readonly folds: string | null;
  /** Which camera takes the photos. */
  readonly phone: PhoneName;
  /** Puts the figures into `docs/benchmarks.md`. */
  readonly write: boolean;
  /** Makes the photos of the tests instead. */
  readonly samples: boolean;
  /** Begins where the boxes of a photo were cut out when it was read last. */
  readonly replay: boolean;
  /** Makes the photos and reads none. */
  readonly renderOnly: boolean;
  /** Takes what this same program found on photos that it has read before. */
  readonly resume: boolean;
  /** How frequent scores are on the sheets: each as the other, or as people have them who play by a card of rules of thumb, in solved games. */
  readonly scores: "even" | "card";
  /** Reads each photo with all expectations of scores that the reader may have, in solved games. */
  readonly expectations: boolean;
  /** What has happened to all sheets; null for nothing but usual wear. */
  readonly damage: DamageKind | null;
  /** How all sheets were written on; null for as people usually write. */
  readonly writing: Writing | null;
  /** The style of the pads; plain if left out. */
  readonly style: string | undefined;
  /** What the pads carry to be found by. */
  readonly marks: CodedMarks;
  /** Makes no photo, and reads those that are there already. */
  readonly kept: boolean;
}

/** What the flags can be. */
const FLAGS = {
  options: {
    photos: { type: "string", default: "300" },
    from: { type: "string", default: "0" },
    only: { type: "string" },
    keep: { type: "string", default: "output/bench-photos" },
    jobs: { type: "string", default: "2" },
    "as-they-are": { type: "boolean", default: false },
    folds: { type: "string" },
    phone: { type: "string", default: "first" },
    write: { type: "boolean", default: false },
    samples: { type: "boolean", default: false },
    replay: { type: "boolean", default: false },
    "render-only": { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
    damage: { type: "string" },
    writing: { type: "string" },
    scores: { type: "string", default: "even" },
    expectations: { type: "boolean", default: false },
    style: { type: "string" },
    marks: { type: "string", default: USUAL_MARKS },
  },
} as const;

/** Reads the flags. Ends the bench on flags that there are not. */
export function readOptions(args: readonly string[]): BenchOptions {
  return readFlags(FLAGS, args, ({ values }) => {
    if (values.expectations && values.folds !== undefined)
      throw new Error("--expectations are read with the first fold: leave out --folds");
    if (values.write && !values.expectations && values.folds === undefined)
      throw new Error("--write updates the table of all writers: give --folds, too");
    return {
      photos: count("photos", values.photos),
      from: count("from", values.from),
      only: difficulty(values.only),
      style: values.style,
      marks: codedMarks(values.marks),
      folder: values.keep,
      jobs: count("jobs", values.jobs, 1),
      asTheyAre: values["as-they-are"],
      folds: values.folds ?? null,
      phone: oneOf("phone", ["first", "second"], values.phone),
      write: values.write,
      samples: values.samples,
      replay: values.replay,
      renderOnly: values["render-only"],
      resume: values.resume,
      kept: values.kept,
      damage: damageKind(values.damage),
      writing: writingKind(values.writing),
      scores: oneOf("scores", ["even", "card"], values.scores),
      expectations: values.expectations,
    };
  });
}

function difficulty(text: string | undefined): Difficulty | null {
  return text === undefined ? null : oneOf("only", DIFFICULTIES, text);
}

function codedMarks(text: string): CodedMarks {
  const coded = PAD_MARKS.flatMap((kind) => (kind === "none" ? [] : [kind]));
  return oneOf("marks", coded, text);
}

/** @throws if there is no such damage */
export function damageKind(text: string | undefined): DamageKind | null {
  return text === undefined ? null : oneOf("damage", DAMAGES, text);
}

/** @throws if nobody writes so */
export function writingKind(text: string | undefined): Writing | null {
  return text === undefined ? null : oneOf("writing", WRITINGS, text);
}

/** @throws if there is no such mistake */
export function mistakeKind(text: string | undefined): string | null {
  return text === undefined ? null : oneOf("mistake", Object.keys(MISTAKES), text);
}

function oneOf<T extends string>(flag: string, all: readonly T[], text: string): T {
  const known = all.find((one) => one === text);
  if (known === undefined) throw new Error(`--${flag} takes ${all.join(", ")}, not \`${text}\``);
  return known;
}
