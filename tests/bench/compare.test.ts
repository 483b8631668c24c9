import { expect, test } from "vitest";
import { type SheetScore, score } from "../../bench/photos/measure/compare.ts";
import { reachGroups } from "../../bench/photos/measure/reach.ts";
import type { ReadSheet, Verdict } from "../../bench/photos/measure/subject.ts";
import { handTallies, worstOf } from "../../bench/photos/measure/tally.ts";
import type { BoxTruth, Fault, Ink, PhotoTruth, SheetTruth } from "../../bench/photos/sheets/truth.ts";
import type { ReadBox, Written } from "../../src/scan/inference/sheet-reading.ts";

const place = { player: 1, column: "main", category: "ones", line: null } as const;
const wrongSum: Fault = { code: "wrong-sum", player: 1, column: "main", row: "upper.sum" };
const otherFault: Fault = { code: "illegal-score", player: 1, column: "main", row: "ones" };
const calm: Verdict = { verdict: "correct", findings: [] };

function box(ink: Ink, hidden = false): BoxTruth {
  return { ...place, ink, crossedOut: null, hidden };
}

function read(written: Written, doubt: ReadBox["doubt"] = null): ReadBox {
  return { ...place, written, confidence: 0.9, alternatives: [], doubt, confirmed: false };
}

interface Story {
  readonly boxes: readonly (readonly [truth: BoxTruth, read: ReadBox])[];
  readonly planted?: Fault;
  readonly said?: Verdict;
  readonly saidAfterwards?: Verdict;
}

function sheetTruth({ boxes, planted }: Story): SheetTruth {
  return {
    variant: "yatzy",
    language: "en",
    paper: "a5",
    players: 1,
    number: 3,
    boxes: boxes.map(([truth]) => truth),
    isCopied: false,
    writers: [17],
    planted: planted ?? null,
    faults: planted === undefined ? [] : [planted],
    corners: [],
    visibleMarks: [0, 1, 2, 3],
    isSubject: true,
  };
}

function readSheet({ boxes, said = calm, saidAfterwards = said }: Story): ReadSheet {
  return {
    code: {
      layoutVersion: 1,
      marks: "double",
      paper: "a5",
      players: 1,
      variantTag: "AA",
      digest: "AAAA",
      number: 3,
    },
    variant: "yatzy",
    reading: { boxes: boxes.map(([, seen]) => seen), players: [1] },
    ...said,
    confirm: () => ({
      ...saidAfterwards,
      reading: { boxes: boxes.map(([, seen]) => seen), players: [1] },
      questions: boxes.flatMap(([, { doubt }], at) => (doubt === null ? [] : [at])),
    }),
  };
}

function photoOf(sheets: readonly SheetTruth[]): PhotoTruth {
  return { photo: 1, difficulty: "easy", widthPx: 100, heightPx: 100, isScan: false, scene: {}, sheets };
}

function scored(story: Story): SheetScore {
  const result = score(photoOf([sheetTruth(story)]), { sheets: [readSheet(story)], refusals: [] }, 5)
    .sheets[0];
  if (result === undefined) throw new Error("no sheet was scored");
  return result;
}

const five = { kind: "score", value: 5 } as const;
const zero = { kind: "score", value: 0 } as const;
const empty = { kind: "empty" } as const;
const slash = { kind: "strike", mark: "/" } as const;

test.each<[string, Ink, Written, "right" | "wrong"]>([
  ["the same number", five, five, "right"],
  ["another number", five, { kind: "score", value: 6 }, "wrong"],
  ["ink that was overlooked", five, empty, "wrong"],
  ["ink that is none", empty, slash, "wrong"],
  ["a strike", slash, { kind: "strike" }, "right"],
  ["a strike as a 0, where dice can't earn one", slash, zero, "right"],
  ["a 0 as a strike, where dice can't earn one", zero, { kind: "strike" }, "right"],
  ["a strike as a number", slash, { kind: "score", value: 1 }, "wrong"],
  ["a scribble as a number", { kind: "scribble" }, five, "wrong"],
  ["a scribble as nothing, for it is in a box that nobody used", { kind: "scribble" }, empty, "right"],
])("%s that is not asked about counts", (_, ink, written, outcome) => {
  const { right, wrong, asked } = scored({ boxes: [[box(ink), read(written)]] });
  expect({ right, wrong: wrong.length, asked }).toEqual({
    right: Number(outcome === "right"),
    wrong: Number(outcome === "wrong"),
    asked: 0,
  });
});

test("a box that is asked about is neither right nor wrong, whatever was read", () => {
  const boxes = [
    [box(five), read(five, "unclear")],
    [box(five), read(empty, "unclear")],
    [box(five, true), read({ kind: "unknown" }, "hidden")],
  ] as const;
  const { right, wrong, asked, hidden, hiddenAsked } = scored({ boxes });
  expect({ right, wrong: wrong.length, asked, hidden, hiddenAsked }).toEqual({
    right: 0,
    wrong: 0,
    asked: 3,
    hidden: 1,
    hiddenAsked: 1,
  });
});

const mistakes = (fault: Fault, isSure: boolean): Verdict => ({
  verdict: isSure ? "mistakes" : "unsure",
  findings: [{ fault, isSure }],
});
const boxes = [[box(five), read(five)]] as const;

test.each<[string, Verdict, Verdict, SheetScore["planted"]]>([
  ["told as sure is found", mistakes(wrongSum, true), mistakes(wrongSum, true), "found"],
  ["told as unsure is asked", mistakes(wrongSum, false), mistakes(wrongSum, false), "asked"],
  [
    "that comes out by answers is asked",
    { verdict: "unsure", findings: [] },
    mistakes(wrongSum, true),
    "asked",
  ],
  ["that never comes out is missed", { verdict: "unsure", findings: [] }, calm, "missed"],
  ["called correct is missed", calm, mistakes(wrongSum, true), "missed"],
  [
    "that hides behind another one is missed",
    mistakes(otherFault, true),
    mistakes(otherFault, true),
    "missed",
  ],
])("a planted mistake %s", (_, said, saidAfterwards, outcome) => {
  expect(scored({ boxes, planted: wrongSum, said, saidAfterwards }).planted).toBe(outcome);
});

test("a sure finding that is none is a false alarm, an unsure one is a question", () => {
  expect(scored({ boxes, said: mistakes(otherFault, true) }).falseAlarms).toEqual([
    "illegal-score 1/main/ones",
  ]);
  expect(scored({ boxes, said: mistakes(otherFault, false) }).falseAlarms).toEqual([]);
  expect(scored({ boxes, planted: wrongSum, said: mistakes(wrongSum, true) }).falseAlarms).toEqual([]);
});

test("only a sheet with a mistake on it is wrongly called correct", () => {
  expect(scored({ boxes, planted: wrongSum }).isWronglyCorrect).toBe(true);
  expect(scored({ boxes, planted: wrongSum, said: mistakes(wrongSum, false) }).isWronglyCorrect).toBe(false);
  expect(scored({ boxes }).isWronglyCorrect).toBe(false);
});

test("a sheet with another number is not the one that was photographed", () => {
  const story: Story = { boxes };
  const truth = { ...sheetTruth(story), number: 4 };
  const result = score(photoOf([truth]), { sheets: [readSheet(story)], refusals: [] }, 5);
  expect(result.sheets.map(({ isFound }) => isFound)).toEqual([false]);
});

test("of two sheets of the same kind each is compared with its own", () => {
  const one: Story = { boxes: [[box(five), read(five)]] };
  const other: Story = { boxes: [[box(slash), read({ kind: "strike" })]] };
  const sheets = [readSheet(other), readSheet(one)];
  const result = score(photoOf([sheetTruth(one), sheetTruth(other)]), { sheets, refusals: [] }, 5);
  expect(result.sheets.map(({ right }) => right)).toEqual([1, 1]);
});

test("a sheet that only reaches into the photo counts for nothing", () => {
  const truth = { ...sheetTruth({ boxes }), isSubject: false };
  expect(score(photoOf([truth]), { sheets: [], refusals: [] }, 5).sheets).toEqual([]);
});

test("a sheet that was read and does not lie there is counted, and named as a fault", () => {
  const story: Story = { boxes };
  const twice = { sheets: [readSheet(story), readSheet(story)], refusals: [] };
  const result = score(photoOf([sheetTruth(story)]), twice, 5);
  expect(result.extra).toBe(1);
  expect(worstOf([result]).flatMap(({ faults }) => faults)).toEqual(["1 sheet that is not there"]);
  const reachingIn = { ...sheetTruth(story), isSubject: false };
  expect(score(photoOf([sheetTruth(story), reachingIn]), twice, 5).extra).toBe(0);
});

test("inked boxes are counted for the hand that wrote them, hidden ones for none", () => {
  const boxes = [
    [box(five), read(five)],
    [box(five), read({ kind: "strike" })],
    [box(five), read(five, "unclear")],
    [box(five, true), read({ kind: "unknown" }, "hidden")],
    [box(empty), read(empty)],
  ] as const;
  expect(scored({ boxes }).hands).toEqual([{ writer: 17, boxes: 3, asked: 1, wrong: 1 }]);
});

test("the figures of a hand are added up over all sheets", () => {
  const story: Story = { boxes: [[box(five), read(five)]] };
  const other = { ...sheetTruth(story), number: 4, writers: [5] };
  const third = { ...sheetTruth(story), number: 5 };
  const code = readSheet(story).code;
  const sheets = [3, 4, 5].map((number) => ({ ...readSheet(story), code: { ...code, number } }));
  const photo = score(photoOf([sheetTruth(story), other, third]), { sheets, refusals: [] }, 5);
  expect(handTallies([photo])).toEqual([
    { writer: 5, boxes: 1, asked: 0, wrong: 0 },
    { writer: 17, boxes: 2, asked: 0, wrong: 0 },
  ]);
});

test("sheets are counted by kind, and apart where the photo does not show all ink", () => {
  const whole: Story = { boxes: [[box(five), read(five)]] };
  const half: Story = { boxes: [...whole.boxes, [box(empty), read(empty)]], said: mistakes(wrongSum, false) };
  const covered: Story = { boxes: [[box(five, true), read({ kind: "unknown" }, "hidden")]] };
  const emptyCovered: Story = { boxes: [...half.boxes, [box(empty, true), read(empty)]] };
  const wrong: Story = { ...whole, planted: wrongSum };
  const told: Story = {
    ...wrong,
    boxes: [[box(five), read(five, "unclear")]],
    said: mistakes(wrongSum, true),
  };
  const photos = [whole, half, covered, emptyCovered, wrong, told].map((story, at) => {
    const sheet = { ...sheetTruth(story), isCopied: at === 4 };
    const truth = { ...photoOf([sheet]), difficulty: at === 1 ? "hard" : "easy", isScan: at > 3 } as const;
    return score(truth, { sheets: [readSheet(story)], refusals: [] }, 5);
  });
  const groups = reachGroups(photos).map((group) => [group.name, group]);
  const counted = (name: string) => {
    const { atOnce, sheets, found, planted, asked, read } = Object.fromEntries(groups)[name];
    return [atOnce, sheets, found, planted, asked, read];
  };
  expect(counted("all difficulties")).toEqual([2, 3, 1, 2, 1, 5]);
  expect(counted("hard photos")).toEqual([0, 1, 0, 0, 0, 1]);
  expect(counted("half-filled games")).toEqual([1, 2, 0, 0, 0, 2]);
  expect(counted("photocopied pads")).toEqual([0, 0, 0, 1, 0, 1]);
  expect(counted("scans")).toEqual([0, 0, 1, 2, 1, 2]);
  expect(counted("counted apart: ink that the photo does not show")).toEqual([1, 1, 0, 0, 1, 1]);
});

test("a sheet on which nobody added up has nothing on the lines of those who play", () => {
  const line = (ink: Ink): BoxTruth => ({ ...box(ink), category: null, line: "sum" });
  const summed = (...own: BoxTruth[]) =>
    scored({ boxes: own.map((one) => [one, read(five)] as const) }).isUnsummed;
  expect(summed(box(five), line(empty), line(empty))).toBe(true);
  expect(summed(box(five), line(five), line(empty))).toBe(false);
  expect(summed(box(five), { ...line(five), player: 2 })).toBe(false);
  expect(summed(box(five))).toBe(false);
});
