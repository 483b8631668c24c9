import { readFileSync } from "node:fs";
import type { Choices } from "../rules/variant/options.ts";
import type { FirstPrint } from "../scan/sheet/known-sheets.ts";
import { PACKAGE_ROOT } from "./package.ts";

/**
 * What the codes on shipped games' sheets of the first layout stand for. Their digests depend on every word of a variant, and the words
 * have changed since; so what was printed is on record, with at most one unusual house rule. Nothing is ever added: the digests of
 * the second layout don't depend on words that are not printed.
 */
const RECORD = new URL("variants/prints/layout-1.json", PACKAGE_ROOT);

/** House rules by digest, by the code of a language, by the id of a game. */
type PrintRecord = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Choices>>>>>>;

let read: PrintRecord | null = null;

/** The sheets of the first layout that were printed from a shipped game, by the digests in their codes. */
export function firstPrintsOf(id: string): ReadonlyMap<string, FirstPrint> {
  read ??= JSON.parse(readFileSync(RECORD, "utf8")) as PrintRecord;
  return new Map(
    Object.entries(read[id] ?? {}).flatMap(([language, prints]) =>
      Object.entries(prints).map(([digest, choices]) => [digest, { language, choices }] as const),
    ),
  );
}
