import type { Sheet } from "../../src/check/sheet.ts";
import type { Evidence } from "../../src/scan/digits/evidence.ts";
import type { SeenBox, Written } from "../../src/scan/inference/sheet-reading.ts";
import { inferReading } from "../../src/scan/inference/infer.ts";
import type { PadOnPhoto } from "../../src/scan/pads/pad.ts";
import {
  judgePhotoSheet,
  type NamelessSheet,
  type PhotoSheet,
  type SheetView,
} from "../../src/scan/sheet/photo-sheet.ts";
import { placesOf, truthOf } from "./photographed.ts";

/** Evidence of a box that is read without the least doubt. */
export function clearly(written: Written): Evidence {
  if (written.kind === "score") return numbers({ [String(written.value)]: 1 });
  const kind = written.kind === "strike" ? "struck" : written.kind === "empty" ? "empty" : "scribble";
  return { ...numbers({ "5": 1 }), kinds: { ...NEVER, [kind]: 0.99996 } };
}

const NEVER = { empty: 1e-5, number: 1e-5, struck: 1e-5, corrected: 1e-5, scribble: 1e-5 };

/** Evidence of a box that holds one of a few numbers. */
export function numbers(shares: Readonly<Record<string, number>>): Evidence {
  const likely = Object.entries(shares)
    .map(([text, probability]) => ({ text, probability }))
    .sort((a, b) => b.probability - a.probability);
  return {
    kinds: { ...NEVER, number: 0.99996 },
    probability: (text) => shares[text] ?? 1e-6,
    likely,
    script: null,
  };
}

/** Where a box of a made-up photo is. */
export interface Spot {
  readonly player?: number;
  readonly column?: string;
  /** Category or line. */
  readonly row: string;
}

/** What a photo shows in some boxes, instead of what the sheet says; null where it is hidden. */
export type Views = readonly (readonly [Spot, Evidence | null])[];

/** A pad that a sheet seems to be of, which a person has to say. */
export const ASKED_PAD = {
  ...{ id: "card", name: { en: "Card" }, confidence: 0.7, isSure: false, changes: {} },
  columns: "players",
} as const satisfies PadOnPhoto;

/** The boxes of a sheet as a photo shows them: everything clear but what is said. */
function seenOf(sheet: Sheet, views: Views = [], players = sheet.players.length): SeenBox[] {
  const places = placesOf(sheet.game, players);
  const truth = truthOf(sheet, places, () => 1);
  const seen = places.map((place, at): SeenBox => {
    const told = views.find(
      ([spot]) =>
        (spot.player ?? 1) === place.player &&
        (spot.column === undefined || spot.column === place.column) &&
        spot.row === (place.category ?? place.line),
    );
    return { ...place, evidence: told === undefined ? clearly(truth[at] ?? { kind: "empty" }) : told[1] };
  });
  return seen;
}

/** A sheet as one photo shows it. */
export function viewOf(sheet: Sheet, views: Views = [], rest: Partial<SheetView> = {}): SheetView {
  const seen = seenOf(sheet, views);
  return {
    file: "night.jpg",
    identity: null,
    number: 0,
    pad: null,
    game: sheet.game,
    seen,
    reading: inferReading(sheet.game, seen),
    warnings: [],
    picture: null,
    ...rest,
  };
}

/** A photographed sheet, read and judged. */
export function photoOf(sheet: Sheet, views: Views = [], rest: Partial<NamelessSheet> = {}): PhotoSheet {
  const { file, number, pad, game, seen, reading, warnings, picture } = viewOf(sheet, views);
  const nameless = {
    files: [file] as const,
    number,
    pad,
    game,
    seen,
    reading,
    disagreements: [],
    warnings,
    picture,
  };
  return judgePhotoSheet(
    { ...nameless, ...rest },
    sheet.players.map(({ name }) => name),
  );
}

/** The index of a box. */
export function indexOf(photo: PhotoSheet, spot: Spot): number {
  return photo.reading.boxes.findIndex(
    ({ player, column, category, line }) =>
      player === (spot.player ?? 1) &&
      (spot.column === undefined || spot.column === column) &&
      spot.row === (category ?? line),
  );
}
