import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStudio, type PhotoWish } from "./camera/photograph.ts";
import { type CodedMarks, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import { keep } from "./print.ts";
import { ownPads } from "./sheets/own-pads.ts";
import type { Difficulty } from "./sheets/truth.ts";

interface Sample {
  readonly name: string;
  readonly photo: number;
  readonly difficulty: Difficulty;
  readonly wish: PhotoWish;
}

/** Small enough for a repository, large enough to be read. */
const SIZE = { sheetPx: 1400, fill: 0.93, quality: 72 } as const;
/** Seen from the side a sheet reaches farther. */
const SIDEWAYS = { sheetPx: 1300, fill: 0.84, quality: 66 } as const;
/** One table on one evening, with printed pads of the same game. */
export const EVENING = { background: "wood", variant: "yatzy", paper: "a5", isHalfFilled: false } as const;

/** For the tests, one photo for each of five games; one game is still on, and one sheet lies upside down. */
const OF_TESTS: readonly Sample[] = [
  {
    name: "correct",
    photo: 9001,
    difficulty: "easy",
    wish: {
      ...SIZE,
      background: "wood",
      variant: "doppel-yatzy",
      mistake: null,
      isHalfFilled: false,
      turn: 0.06,
    },
  },
  {
    name: "wrong-sum",
    photo: 9002,
    difficulty: "easy",
    wish: {
      ...SIZE,
      background: "cloth",
      variant: "yatzy-deluxe",
      mistake: "wrongLineCarriedOn",
      turn: -0.1,
    },
  },
  {
    // The impossible score is what is asked about: tests of questions need one whose likeliest answer is a mistake.
    name: "impossible-score",
    photo: 9933,
    difficulty: "medium",
    wish: {
      ...SIDEWAYS,
      background: "checked",
      variant: "edencity-yatzy",
      mistake: "nearlyLegalScore",
      isHalfFilled: false,
      turn: 0.2,
    },
  },
  {
    // Written so small that one number is asked about: the screens of questions show it.
    name: "half-filled",
    photo: 9014,
    difficulty: "easy",
    wish: {
      ...SIZE,
      background: "dark",
      variant: "yazzo",
      mistake: "outOfOrder",
      writing: "small",
      turn: -0.05,
    },
  },
  {
    name: "wrong-bonus",
    photo: 9005,
    difficulty: "medium",
    wish: {
      ...SIDEWAYS,
      background: "stone",
      variant: "yahtzee-block",
      mistake: "wrongTier",
      isHalfFilled: false,
      turn: 0.16,
    },
  },
  {
    name: "upside-down",
    photo: 9006,
    difficulty: "easy",
    wish: {
      ...SIZE,
      background: "light",
      variant: "doppel-yatzy",
      mistake: "wrongLine",
      isHalfFilled: false,
      turn: Math.PI + 0.08,
    },
  },
];

/** To try the program with: two sheets of one evening, a mistake on the first, and a total that nobody can read on the second. */
const OF_EXAMPLES: readonly Sample[] = [
  {
    name: "first",
    photo: 9024,
    difficulty: "easy",
    wish: { ...SIZE, ...EVENING, mistake: "wrongLine", turn: 0.04 },
  },
  {
    name: "second",
    photo: 9048,
    difficulty: "hard",
    wish: { ...SIZE, sheetPx: 820, ...EVENING, mistake: null, turn: -0.05 },
  },
];

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Makes the photos of the examples, and those of the tests with the truth about each. @param folder where printed pads are kept */
export async function makeSamples(folder: string): Promise<void> {
  const open = async (marks: CodedMarks) => {
    const pads = await ownPads({ marks });
    // Names in the photos of tests would be asked for.
    const plan: typeof pads.plan = (...wish) => {
      const planned = pads.plan(...wish);
      return marks === "double" ? { ...planned, layout: { ...planned.layout, blanks: [] } } : planned;
    };
    return openStudio(join(folder, "prints"), undefined, undefined, { ...pads, plan });
  };
  // The tests cover one of two codes.
  const studios = { "examples/photos": await open(USUAL_MARKS), "tests/photos": await open("double") };
  const take = async ({ name, photo, difficulty, wish }: Sample, into: keyof typeof studios) => {
    const { jpeg, truth } = await studios[into].take(photo, difficulty, wish);
    keep(join(ROOT, into, `${name}.jpg`), jpeg);
    console.log(
      `${into}/${name}: ${Math.round(jpeg.length / 1000)} kB, ${truth.widthPx} x ${truth.heightPx}`,
    );
    return truth;
  };
  for (const sample of OF_EXAMPLES) await take(sample, "examples/photos");
  for (const sample of OF_TESTS)
    keep(
      join(ROOT, "tests/photos", `${sample.name}.json`),
      `${JSON.stringify(await take(sample, "tests/photos"))}\n`,
    );
}
