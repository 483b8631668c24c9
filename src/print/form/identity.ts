import { z } from "zod";
import type { Game } from "../../rules/game/game.ts";
import { type SheetCode, writeSheetCode } from "../layout/sheet-code.ts";
import { rulesDigest } from "./form-script.ts";

const IDENTITY = z.object({
  /** The code of its first sheet, as it stands on paper. */
  code: z.string().max(40),
  variant: z.string().max(200),
  /** Every option with the choice in force. */
  options: z.record(z.string().max(200), z.string().max(200)),
  language: z.string().max(40),
  paper: z.string().max(40),
  /** See `rulesDigest`. */
  rules: z.string().max(40),
  /** The number of the first sheet; 0 for sheets without. */
  firstNumber: z.int().min(0),
});

/** What a form says of itself, so that it can be read back: it stands in a field that nobody sees. */
export type Identity = Readonly<z.infer<typeof IDENTITY>>;

/** What is known of a form besides its game. */
export interface FormPrint {
  readonly code: SheetCode;
  readonly language: string;
  readonly paper: string;
  readonly firstNumber: number;
}

/** What a form of this game says of itself. */
export function identityOf(game: Game, { code, language, paper, firstNumber }: FormPrint): Identity {
  return {
    code: writeSheetCode({ ...code, number: firstNumber }),
    variant: game.id,
    options: Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen])),
    language,
    paper,
    rules: rulesDigest(game),
    firstNumber,
  };
}

/** Reads what `identityOf` said; null if it is something else. */
export function readIdentity(text: string): Identity | null {
  try {
    const read = IDENTITY.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
