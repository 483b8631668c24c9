import type { Area } from "../geometry.ts";

/** What can be wrong with a file for print. */
export const FINDING_CODES = [
  "no-pages",
  "broken-page",
  "boxes-not-nested",
  "no-trim-box",
  "font-not-embedded",
  "thin-line",
  "thin-mark",
  "text-near-cut",
  "text-in-glue",
  "colour",
  "annotation",
  "not-archived",
  "no-fields",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** What a check has against a page: one thing, or several that are alike. */
export interface Fault {
  readonly code: FindingCode;
  /** Tells apart faults of the same code: which font, which colour. */
  readonly about: string;
  /** How many things on the page have it. */
  readonly times: number;
  /** What is wrong, said of so many things. */
  readonly tell: (times: number) => string;
  /** The way out. */
  readonly hint: string;
  /** Where it is, or where the first of several is; null for what has no place. */
  readonly area: Area | null;
}

/** Faults that are alike, with all pages that have them. */
export interface Finding {
  readonly code: FindingCode;
  /** Counted from 1; none for what is wrong with the file as a whole. */
  readonly pages: readonly number[];
  /** On the first of the pages. */
  readonly area: Area | null;
  readonly message: string;
  readonly hint: string;
}

interface FaultOnPage {
  readonly fault: Fault;
  /** Null for the file as a whole. */
  readonly page: number | null;
}

/** The same fault on many pages is told once, in the order of the first page that has it. */
export function collected(faults: readonly FaultOnPage[]): Finding[] {
  const alike = new Map<string, FaultOnPage[]>();
  for (const one of faults) {
    const key = `${one.fault.code} ${one.fault.about}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].flatMap((all): Finding[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { code, area, tell, hint } = first.fault;
    const times = all.reduce((sum, { fault }) => sum + fault.times, 0);
    return [{ code, pages: all.flatMap(({ page }) => page ?? []), area, message: tell(times), hint }];
  });
}

/** `1 line`, `12 lines`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
