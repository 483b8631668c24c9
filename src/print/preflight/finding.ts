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
export type PreflightCode = (typeof FINDING_CODES)[number];

/** What a check finds wrong on a page: one thing, or several that are alike. */
export interface Fault {
  readonly code: PreflightCode;
  /** Tells apart faults of the same code: which font, which colour. */
  readonly about: string;
  /** How many things on the page have it. */
  readonly times: number;
  /** What is wrong, worded for so many things. */
  readonly message: (times: number) => string;
  /** How to mend it. */
  readonly hint: string;
  /** Where it is, or where the first of several is; null for what has no place. */
  readonly area: Area | null;
}

/** Faults that are alike, with all pages that have them. */
export interface PreflightFinding extends Pick<Fault, "code" | "hint" | "area"> {
  /** Counted from 1; none for what is wrong with the file as a whole. */
  readonly pages: readonly number[];
  readonly message: string;
}

/** A fault with its page; null for the file as a whole. */
export type FaultOnPage = Fault & { readonly page: number | null };

/** Joins the same fault on many pages into one finding, in the order of the first page that has it. */
export function collectFindings(faults: readonly FaultOnPage[]): PreflightFinding[] {
  const alike = new Map<string, [FaultOnPage, ...FaultOnPage[]]>();
  for (const fault of faults) {
    const key = `${fault.code} ${fault.about}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [fault]);
    else others.push(fault);
  }
  return [...alike.values()].map((all) => {
    const { code, area, message, hint } = all[0];
    const times = all.reduce((sum, fault) => sum + fault.times, 0);
    return { code, pages: all.flatMap(({ page }) => page ?? []), area, message: message(times), hint };
  });
}
