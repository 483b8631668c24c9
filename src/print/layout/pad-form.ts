import { z } from "zod";
import { ARROWS } from "../shapes/figures.ts";

const words = z.string().max(400);
const optionalWords = words.nullish().transform((text) => (text === undefined || text === "" ? null : text));
const rank = z.enum(["sum", "bonus", "total", "grand"]);
/** The words of a row. */
const labels = { label: words, hint: optionalWords };

/** A blank line to write on, in the table's corner. */
export const PAD_FIELD = z.strictObject({
  label: words,
  /** The share of the width of all fields. */
  share: z.number().positive().max(100).default(1),
  /** What is known before printing, so that it can be filled in; left out for what only the players know. */
  kind: z.enum(["name", "date"]).nullish(),
  /** Whether it makes sense only where several players share the sheet. */
  several: z.boolean().default(false),
});
/** What a field can be filled in with before printing. */
export type FieldPurpose = NonNullable<z.output<typeof PAD_FIELD>["kind"]>;

/** The head of a column, by the column's id. */
export const PAD_COLUMN = z.strictObject({
  column: z.string(),
  label: words,
  arrow: z
    .enum(ARROWS)
    .nullish()
    .transform((arrow) => arrow ?? null),
  /** `×2`; none for columns that count once. */
  factor: optionalWords,
});
/** The head of a column of the game. */
export type ColumnHead = Readonly<Omit<z.output<typeof PAD_COLUMN>, "column">>;

/** More small boxes do not fit the smallest cell of a player. */
export const MAX_TICKS = 12;

/** A face as it is written: a number that dice can show, or a symbol. */
const FACE = "(-?\\d{1,3}|[\\p{L}\\p{N}]{1,2})";

/** The kinds of row, by the key that identifies them. */
export const PAD_ROWS = {
  heading: z.strictObject({ heading: words }),
  /** `dice` show an example: numbers, also below 0, or symbols of one or two letters. */
  box: z.strictObject({
    box: z.string(),
    ...labels,
    /** The hint next to the dice where the whole one has no room: what these do not show. */
    shortHint: optionalWords.optional(),
    /** The fixed score of the box, if it has one: shown where the hint has no room. */
    worth: optionalWords.optional(),
    dice: z
      .string()
      .regex(new RegExp(`^\\s*(${FACE}(\\s+${FACE}){0,11})?\\s*$`, "u"))
      .transform((faces) => faces.split(" ").filter(Boolean))
      .transform((faces) => faces.map((face) => (/^-?\d+$/.test(face) ? Number(face) : face)))
      .default([]),
  }),
  /** `rank` says how heavy the row is. */
  line: z.strictObject({
    line: z.string(),
    ...labels,
    rank,
    /** Small boxes to tick above what is written, at most `count`: one row of them for each player, or for each of a player's columns. */
    tally: z
      .strictObject({
        count: z.int().min(1).max(MAX_TICKS),
        per: z.enum(["player", "column"]).default("player"),
      })
      .optional(),
  }),
  /** `blank` is an id of something written in each column that is not added up. */
  blank: z.strictObject({ blank: z.string().min(1), ...labels }),
  /** `ticks` says what is ticked (`saved-rolls`, `chips`); `count` is the number of small boxes of each player. */
  ticks: z.strictObject({ ticks: z.string().min(1), ...labels, count: z.int().min(1).max(MAX_TICKS) }),
};
/** How heavy a line is set. */
export type LineRank = z.output<typeof PAD_ROWS.line>["rank"];

const row = z.union(Object.values(PAD_ROWS)).transform((written) => {
  if ("heading" in written) {
    const { heading: text, ...rest } = written;
    return { kind: "heading", text, ...rest } as const;
  }
  if ("ticks" in written) return { kind: "ticks", ...written } as const;
  if ("line" in written) return { kind: "line", ...written } as const;
  if ("blank" in written) return { kind: "blank", ...written } as const;
  const { box: category, ...rest } = written;
  return { kind: "box", category, ...rest } as const;
});
/** A row of the table: a heading, a box, a line or boxes to tick. */
export type PadRow = z.output<typeof row>;

const field = PAD_FIELD.transform(({ kind, ...rest }) => ({ ...rest, purpose: kind ?? null }));
/** A blank line to write on; its share is of the room that all fields have. */
export type PadField = Readonly<z.output<typeof field>>;

/**
 * The content of a pad in its order, as a pad template writes it; docs/pads.md describes it.
 * Keep the order of its keys: sheet codes are a hash of it.
 */
export const PAD_FORM = z.strictObject({
  title: words,
  /** Small, behind the title. */
  subtitle: optionalWords,
  fields: z.array(field).max(6).default([]),
  name: words.default(""),
  /** The same for a single cell. */
  nameOfOne: words.default(""),
  columns: z
    .array(PAD_COLUMN)
    .transform((columns) => new Map(columns.map(({ column: id, ...head }) => [id, head])))
    .default(new Map()),
  /** The head of narrow cells for the totals of rows; left out for none. */
  rowTotal: words.optional(),
  rows: z.array(row).min(1),
  /** Small print below the table, each on a line of its own. */
  // A template that writes nothing below `foot:` leaves null.
  foot: z
    .array(words)
    .max(12)
    .nullish()
    .transform((foot) => foot ?? []),
});
/** The content of a pad, from the top; `columns` by their ids. */
export type PadText = Readonly<z.output<typeof PAD_FORM>>;
