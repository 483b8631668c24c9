import type { CheckedSheet } from "../../check/evening.ts";
import { checkSheet } from "../../check/check-sheet.ts";
import type { Sheet } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { gameReference } from "../../check/sheet.ts";
import type { Evidence, LikelyText } from "../digits/evidence.ts";
import type { PixelArea } from "../image/picture.ts";
import type { NameCell } from "../view/name-cells.ts";
import { inferReading } from "../inference/infer.ts";
import type { SeenBox, SheetReading } from "../inference/sheet-reading.ts";
import { judgePhotoSheet, type PhotoSheet } from "../sheet/photo-sheet.ts";

/** What a report page needs of its sheets to judge them anew, as JSON. Each game is stored once. */
interface PackedReport {
  readonly games: readonly unknown[];
  readonly sheets: readonly (PackedPhoto | PackedTyped)[];
}

/** A typed sheet: it counts in the evening, and nothing is corrected on it. */
interface PackedTyped {
  readonly kind: "typed";
  readonly game: number;
  readonly checked: Omit<CheckedSheet, "sheet" | "report"> & { readonly sheet: Omit<Sheet, "game"> };
}

interface PackedPhoto
  extends Pick<
      PhotoSheet,
      | "files"
      | "number"
      | "onPhoto"
      | "names"
      | "unnamed"
      | "disagreements"
      | "pad"
      | "columnsAreGames"
      | "owners"
      | "occasion"
    >,
    Omit<LivePhoto, "photo"> {
  readonly kind: "photo";
  readonly game: number;
  readonly reading: SheetReading;
  /** In the order of the reading; null where the box can't be seen. */
  readonly evidence: readonly (PackedEvidence | null)[];
}

/** What the picture of a box says: its kinds, and the texts that are more than negligible, the likely ones first. */
interface PackedEvidence {
  readonly kinds: Evidence["kinds"];
  readonly likely: number;
  readonly texts: readonly (readonly [text: string, probability: number])[];
  readonly isAstride?: boolean;
}

/** A sheet of the page as it is packed and as it comes out again. */
export interface LivePhoto {
  readonly photo: PhotoSheet;
  readonly areas: readonly PixelArea[];
  readonly nameCells: readonly NameCell[];
  readonly saveAs: string;
}

/** A sheet that was just read. @param saveAs the name under which the corrected sheet is saved */
export function livePhoto(photo: PhotoSheet, saveAs: string): LivePhoto {
  return { photo, areas: photo.picture?.areas ?? [], nameCells: photo.picture?.names ?? [], saveAs };
}

type ReportSheet = LivePhoto | { readonly photo: null; readonly checked: CheckedSheet };

export function packReport(sheets: readonly ReportSheet[]): string {
  const games: Game[] = [];
  const addGame = (game: Game) => (games.includes(game) ? games.indexOf(game) : games.push(game) - 1);
  const packed = sheets.map((one): PackedReport["sheets"][number] =>
    one.photo === null
      ? packTyped(one.checked, addGame(one.checked.sheet.game))
      : packPhoto(one, addGame(one.photo.game)),
  );
  return toJson({ games, sheets: packed });
}

/** The sheets of a packed report, in its order; each photographed one is judged as it was when it was packed. */
export function unpackReport(json: string): ReportSheet[] {
  const report = fromJson(json) as PackedReport;
  return report.sheets.map((one) => {
    const game = report.games[one.game] as Game;
    return one.kind === "photo" ? unpackPhoto(one, game) : { photo: null, checked: unpackTyped(one, game) };
  });
}

/** A game as \`packReport\` packs it. */
export function packGame(game: Game): string {
  return toJson(game);
}

/** A packed game as it was. What another hand has packed may be no game at all. */
export function unpackGame(json: string): Game {
  return fromJson(json) as Game;
}

function toJson(value: object): string {
  return JSON.stringify(value, (_, one) => (one instanceof Map ? { map: [...one] } : one));
}

function fromJson(json: string): unknown {
  const isMap = (value: unknown): value is { readonly map: readonly [unknown, unknown][] } =>
    typeof value === "object" && value !== null && "map" in value && Array.isArray(value.map);
  return JSON.parse(json, (_, value) => (isMap(value) ? new Map(value.map) : value));
}

function packTyped({ sheet, report: _, ...checked }: CheckedSheet, game: number): PackedTyped {
  const { game: __, ...plain } = sheet;
  return { kind: "typed", game, checked: { ...checked, sheet: plain } };
}

function unpackTyped({ checked }: PackedTyped, game: Game): CheckedSheet {
  const sheet = { ...checked.sheet, game };
  return { ...checked, sheet, report: checkSheet(sheet) };
}

function packPhoto({ photo, areas, nameCells, saveAs }: LivePhoto, game: number): PackedPhoto {
  const { files, number, names, unnamed, disagreements, reading, pad, occasion, onPhoto } = photo;
  const { columnsAreGames, owners } = photo;
  const evidence = packEvidence(photo);
  return {
    ...{ kind: "photo", game, files, number, names, unnamed, disagreements, pad },
    ...{ reading, evidence, areas, nameCells, saveAs, ...(occasion === undefined ? {} : { occasion }) },
    ...(onPhoto === undefined ? {} : { onPhoto }),
    ...(columnsAreGames === true && { columnsAreGames }),
    ...(owners === undefined ? {} : { owners }),
  };
}

function unpackPhoto(
  { kind: _, evidence, areas, nameCells, saveAs, ...packed }: PackedPhoto,
  game: Game,
): LivePhoto {
  const seen = packed.reading.boxes.map(({ player, column, category, line }, at): SeenBox => {
    const said = evidence[at] ?? null;
    const isAstride = said?.isAstride === true && { isAstride: true };
    return { player, column, category, line, evidence: said && unpackEvidence(said), ...isAstride };
  });
  const { names, unnamed, ...nameless } = packed;
  const photo = judgePhotoSheet({ ...nameless, game, seen, warnings: [], picture: null }, names, unnamed);
  return { photo, areas, nameCells, saveAs };
}

/** A text that is less probable than this is negligible against the assumed error rate of the reader. */
const NEGLIGIBLE = 1e-8;

/** The evidence as far as reading the sheet asks for it: all texts of all boxes would be far too many. */
function packEvidence({ game, seen }: PhotoSheet): (PackedEvidence | null)[] {
  const recorded = seen.map(({ evidence }) => evidence && recordEvidence(evidence));
  const asked = seen.map((box, at) => ({ ...box, evidence: recorded[at]?.evidence ?? null }));
  inferReading(game, asked);
  const { categories } = gameReference(game);
  return seen.map(({ evidence, category, isAstride = false }, at) => {
    const texts = recorded[at]?.texts;
    if (evidence === null || texts === undefined) return null;
    for (const score of categories.get(category ?? "")?.legal ?? [])
      texts.set(String(score), evidence.probability(String(score)));
    const likely = evidence.likely.map(({ text, probability }) => [text, toFourDigits(probability)] as const);
    for (const [text] of likely) texts.delete(text);
    const others = [...texts].filter(([, probability]) => probability > NEGLIGIBLE);
    return {
      kinds: Object.fromEntries(
        Object.entries(evidence.kinds).map(([kind, share]) => [kind, toFourDigits(share)]),
      ) as Evidence["kinds"],
      likely: likely.length,
      texts: [...likely, ...others.map(([text, probability]) => [text, toFourDigits(probability)] as const)],
      ...(isAstride && { isAstride }),
    };
  });
}

/** The same evidence, and the texts that it was asked about. */
function recordEvidence({ kinds, likely, probability }: Evidence) {
  const texts = new Map<string, number>();
  const recording: Evidence = {
    kinds,
    likely,
    script: null,
    probability(text) {
      const known = texts.get(text) ?? probability(text);
      texts.set(text, known);
      return known;
    },
  };
  return { evidence: recording, texts };
}

function unpackEvidence({ kinds, likely, texts }: PackedEvidence): Evidence {
  const known = new Map(texts);
  return {
    kinds,
    likely: texts.slice(0, likely).map(([text, probability]): LikelyText => ({ text, probability })),
    probability: (text) => known.get(text) ?? 0,
    // The texts were weighed for the hand before they were packed.
    script: null,
  };
}

/** More digits than the reader is exact. */
function toFourDigits(probability: number): number {
  return Number(probability.toPrecision(4));
}
