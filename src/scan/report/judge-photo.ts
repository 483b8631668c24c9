import type { SheetReport } from "../../check/check-sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Problem } from "../../rules/problem/problem.ts";
import { problem } from "../../rules/problem/problem.ts";
import {
  confirm,
  type SeenBox,
  sheetFrom,
  type SheetReading,
  type Written,
} from "../inference/sheet-reading.ts";
import { conflictingViews, joinViews } from "../inference/picture-reading.ts";
import { type Judgement, judge } from "../inference/judge.ts";
import { inferReading } from "../inference/infer.ts";
import type { Disagreement, PhotoSheet, SheetPicture } from "./photo-sheet.ts";

/** A sheet as one photo shows it. */
export interface ViewedSheet {
  readonly file: string;
  /** What is printed in its code, the same on all photos of it; null for sheets without a number, which can't be known again. */
  readonly identity: string | null;
  readonly number: number;
  readonly game: Game;
  readonly seen: readonly SeenBox[];
  readonly reading: SheetReading;
  readonly warnings: readonly Problem[];
  readonly picture: SheetPicture | null;
}

/** A sheet that was read, but whose players have no names yet. */
export type NamelessSheet = Omit<PhotoSheet, "names" | "sheet" | "judgement">;

/** Photos that differ in more than this share of the boxes are not of the same sheet, or not of the same state of the game. */
const MAX_CONFLICTS = 0.15;

/**
 * Joins the photos of each numbered sheet, in the order of their first photos. Two sheets on one photo are never the same one, and
 * sheets that hardly agree are kept apart, with a warning.
 */
export function joinSheets(views: readonly ViewedSheet[]): NamelessSheet[] {
  const groups: ViewedSheet[][] = [];
  for (const view of views) {
    const group = groups.find((one) => isSameSheet(one, view));
    if (group === undefined) groups.push([view]);
    else group.push(view);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const twin = groups.find((other) => other !== group && isNamedAlike(other, first));
    const doubled = twin === undefined ? [] : [sameNumber(first, twin)];
    const joined = group.length === 1 ? alone(first) : together(first, group);
    return { ...joined, warnings: [...joined.warnings, ...doubled] };
  });
}

function isNamedAlike([first]: readonly ViewedSheet[], view: ViewedSheet): boolean {
  return first !== undefined && view.identity !== null && first.identity === view.identity;
}

function isSameSheet(group: readonly ViewedSheet[], view: ViewedSheet): boolean {
  if (!isNamedAlike(group, view) || group.some(({ file }) => file === view.file)) return false;
  const photos = [...group, view].map(({ seen }) => seen);
  return conflictingViews(photos).length <= MAX_CONFLICTS * view.seen.length;
}

function sameNumber({ number }: ViewedSheet, [twin]: readonly ViewedSheet[]): Problem {
  const message = `${twin?.file ?? "another photo"} shows a sheet with the same number ${number} that holds something else`;
  const hint = "two blocks may have been printed with the same numbers; `pad --numbered` tells them apart";
  return problem("same-number", message, { severity: "warning", hint });
}

function alone({ file, number, game, seen, reading, warnings, picture }: ViewedSheet): NamelessSheet {
  return { files: [file], number, game, seen, reading, disagreements: [], warnings, picture };
}

/** What several photos say together. A box that they show differently is asked about, whatever comes of it. */
function together(first: ViewedSheet, group: readonly ViewedSheet[]): NamelessSheet {
  const photos = group.map(({ seen }) => seen);
  const seen = joinViews(photos);
  const disagreements = conflictingViews(photos).map(({ at, views }): Disagreement => {
    const told = views.map(({ photo, written }) => ({ file: group[photo]?.file ?? "", written }));
    return { at, views: told };
  });
  return {
    files: [first.file, ...group.slice(1).map(({ file }) => file)],
    number: first.number,
    game: first.game,
    seen,
    reading: askedAbout(inferReading(first.game, seen), new Set(disagreements.map(({ at }) => at))),
    disagreements,
    warnings: group.flatMap(({ warnings }) => warnings),
    picture: group.reduce((best, view) => (hidden(view) < hidden(best) ? view : best)).picture,
  };
}

function askedAbout(reading: SheetReading, places: ReadonlySet<number>): SheetReading {
  const boxes = reading.boxes.map((box, at) =>
    places.has(at) ? { ...box, doubt: box.doubt ?? ("unclear" as const) } : box,
  );
  return { ...reading, boxes };
}

function hidden({ seen }: ViewedSheet): number {
  return seen.filter(({ evidence }) => evidence === null).length;
}

/** Gives the players their names, and judges what stands on the sheet. */
export function judged(sheet: NamelessSheet, names: readonly string[]): PhotoSheet {
  const { game, reading, seen, files } = sheet;
  const typed = sheetFrom(reading, game, files[0], names);
  const judgement = judge(game, reading, typed, seen);
  return { ...sheet, names, sheet: typed, judgement: { ...judgement, report: cautious(judgement, game) } };
}

/** What a sheet pays may still change as long as it is not correct beyond doubt. */
function cautious({ verdict, report }: Judgement, { settlement, prizes }: Game): SheetReport {
  const isPaidFor = settlement !== null || prizes !== null;
  const payoutIsProvisional = report.complete && isPaidFor && verdict !== "correct";
  return { ...report, payoutIsProvisional };
}

/** What a person says stands in a box. No other box is read anew; findings are. */
export function corrected(photo: PhotoSheet, at: number, written: Written): PhotoSheet {
  return judged({ ...photo, reading: confirm(photo.reading, at, written) }, photo.names);
}
