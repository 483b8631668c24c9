import { z } from "zod";
import { nameFault, tidyName } from "../check/name.ts";
import { RANKED_BY } from "../rules/game/game.ts";
import { msg } from "../rules/problem/message.ts";
import { type Problem, type Result, refusal, success, tryOr } from "../rules/problem/problem.ts";
import type { KeptGame, SheetToKeep } from "./sheet-to-keep.ts";
import { type KeptRanking, SOURCES } from "./store/tables.ts";
import { TRANSFER_FORMAT, type TransferHead, type TransferSheet } from "./store/transfer.ts";

// Validates exported seasons and results files: people and other programs edit them.

const LONG = 4000;
const short = z.string().max(200);
const words = z.record(z.string().max(10), short);
const name = z
  .string()
  .refine((text) => nameFault(text) === null)
  .transform(tidyName);
const whole = z.int().min(-1_000_000_000).max(1_000_000_000);
const count = z.int().min(0).max(1_000_000);
const hash = z.string().regex(/^[0-9a-f]{1,64}$/);

const money = z.int().min(0).max(1_000_000_000);
const RANKING = z.object({
  by: z.enum(RANKED_BY),
  order: z.enum(["highest", "lowest"]),
  columns: z.array(short).max(100),
  prizes: z.object({ worth: z.record(short, z.number()), sweep: z.number() }).nullable(),
  settlement: z
    .object({
      ...{ stake: money, share: z.number().min(0).max(100), base: z.enum(["pot", "stake"]) },
      ...{ rest: z.enum(["house", "players"]), leaver: z.enum(["forfeits", "refunded"]) },
    })
    .nullable(),
}) satisfies z.ZodType<KeptRanking>;

const GAME = z.object({
  rules: short,
  variant: short,
  name: words,
  boxes: z
    .array(z.object({ column: short, category: short, label: words, columnLabel: words.nullable() }))
    .max(2000),
  lowestWins: z.boolean(),
  packed: z.string().max(1_000_000).nullable().default(null),
  ranking: RANKING.nullable().default(null),
}) satisfies z.ZodType<KeptGame>;

const HEAD = z.object({
  season: short,
  format: z.literal(TRANSFER_FORMAT),
  program: short,
  games: z.array(GAME).max(10_000),
  players: z.array(z.object({ name, aliases: z.array(name).max(1000) })),
}) satisfies z.ZodType<TransferHead>;

const RESULT = z
  .object({
    ...{ seat: z.int().min(1).max(1000), name: z.union([name, z.literal("")]) },
    nobody: z.string().min(1).max(80).nullable().default(null),
    ...{ total: whole, decides: z.number(), columns: z.array(whole).max(100).nullable().default(null) },
    wonAtOnce: z.boolean(),
    ...{ leftEarly: z.boolean(), rank: count, players: count, beaten: count, payout: z.number().nullable() },
    ...{
      boxes: z.array(whole.nullable()).max(2000),
      struck: z.array(count).max(2000),
      bonuses: count,
      bonusLines: count,
    },
  })
  .refine(({ name, nobody }) => (name === "") === (nobody !== null), { path: ["name"] });

const KEPT = z.object({
  ...{ source: z.enum(SOURCES), hash, part: count, file: z.string().max(LONG), identity: short.nullable() },
  ...{ number: count, engine: short },
  also: z.array(
    z.object({ hash, part: count, file: z.string().max(LONG), source: z.enum(SOURCES).optional() }),
  ),
  evening: z.object({
    date: z.union([z.literal(""), z.string().regex(/^\d{4}-\d{2}-\d{2}$/)]),
    place: short,
    name: short,
  }),
  verdict: z.enum(["correct", "mistakes", "unsure"]),
  complete: z.boolean(),
  waits: z.enum(["questions", "names", "players"]).nullable(),
  open: z
    .object({
      packed: z.string(),
      questions: count,
      picture: z
        .object({ jpeg: z.string(), widthPx: count, heightPx: count, pxPerMm: z.number() })
        .nullable(),
    })
    .nullable(),
  results: z.array(RESULT).max(1000),
  seats: count,
  filled: count,
});

const SHEET = KEPT.extend({
  rules: short,
  isDisputed: z.boolean().default(false),
  disputes: z.object({ hash, part: count }).nullable().default(null),
  beside: z
    .array(z.object({ hash, part: count }))
    .max(1000)
    .default([]),
}) satisfies z.ZodType<TransferSheet>;

const place = z.int().min(0);
const READ_SHEET = z.object({ at: place, sheet: KEPT.extend({ game: GAME }) });
const UNREAD_PHOTO = z.object({
  ...{ at: place, file: z.string().max(LONG) },
  problems: z.array(z.looseObject({ code: short, message: z.string().max(LONG) })),
});

/** The head of an exported season; null if the value is not one that this program can read. */
export function parseTransferHead(value: unknown): TransferHead | null {
  const read = HEAD.safeParse(value);
  return read.success ? read.data : null;
}

/** Whether a value is the head of an export by a newer program. */
export function isNewerFormat(value: unknown): boolean {
  const read = z.object({ format: z.number() }).safeParse(value);
  return read.success && read.data.format > TRANSFER_FORMAT;
}

/** A sheet of an exported season, or the path of the first invalid value in it. */
export function transferSheet(value: unknown): TransferSheet | string {
  const read = SHEET.safeParse(value);
  return read.success ? read.data : formatIssuePath(read.error);
}

/** A line of a results file: a sheet, or a photo that could not be read. */
export type ResultLine = ReadSheet | UnreadPhoto;

interface ReadSheet {
  /** Its index among all photos of the job; results of several files are sorted by it. */
  readonly at: number;
  readonly sheet: SheetToKeep;
}

interface UnreadPhoto {
  readonly at: number;
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** A line of a results file, or the path of the first invalid value in it. */
export function resultLine(value: unknown): ResultLine | string {
  const isSheet = typeof value === "object" && value !== null && "sheet" in value;
  const read = (isSheet ? READ_SHEET : UNREAD_PHOTO).safeParse(value);
  // Problems are passed on as they are: only code and message are checked.
  return read.success ? (read.data as ResultLine) : formatIssuePath(read.error);
}

function formatIssuePath({ issues }: z.ZodError): string {
  return issues[0]?.path.join(".") ?? "";
}

const KIND = "results";
/** The version of the format. */
const FORMAT = 1;

/** The first line of a results file. @param program the version of the program that read the photos */
export function resultsHead(program: string): string {
  return `${JSON.stringify({ augenblock: KIND, format: FORMAT, program })}\n`;
}

/** A line after the head. The rules of the game are left out to keep the file small; open sheets carry them in their own state. */
export function resultsLine(line: ResultLine): string {
  const plain = "sheet" in line ? { ...line, sheet: withoutRules(line.sheet) } : line;
  return `${JSON.stringify(plain)}\n`;
}

/** A sheet without the packed rules of its game. */
export function withoutRules(sheet: SheetToKeep): SheetToKeep {
  return { ...sheet, game: { ...sheet.game, packed: null } };
}

/** Whether a text begins as a results file does. @param start its first line, or more */
export function isResults(start: string): boolean {
  return /^\uFEFF?\{"augenblock":"results",/.test(start);
}

/** Reads a results file line by line; the first line is checked for kind and version. */
export function resultsReader(file: string): (line: string, number: number) => Result<ResultLine | null> {
  return (line, number) => {
    const parsed: unknown = tryOr(null, () => JSON.parse(line.replace(/^\uFEFF/, "")));
    const value = typeof parsed === "object" ? (parsed as Record<string, unknown> | null) : null;
    if (number === 1) {
      if (!isResults(line) || value === null) {
        const message = msg`season.not-a-results-file: ${file} is not a results file`;
        return refusal("no-results", message, WAY_OUT);
      }
      const { format } = value as { format?: unknown };
      if (format === FORMAT) return success(null);
      const message = msg`season.results-too-new: ${file} was written by a newer version of augenblock`;
      const hint = msg`season.newer-version-hint: use that version, or a newer one`;
      return refusal("newer-results", message, hint);
    }
    if (line === "") return success(null);
    // A killed run or a full disk may leave half a line.
    const read = value === null ? "" : resultLine(value);
    if (typeof read !== "string") return success(read);
    const again = msg`season.write-results-again-hint: run the command that wrote ${file} again`;
    if (read === "") {
      const message = msg`season.damaged-line: line ${number} of ${file} is damaged`;
      return refusal("broken-results", message, again);
    }
    const message = msg`season.invalid-value: line ${number} of ${file}: invalid \`${read}\``;
    return refusal("broken-results", message, again);
  };
}

const WAY_OUT = msg`season.results-file-hint: \`augenblock check … --results\` and \`augenblock queue status --results\` write such files`;
