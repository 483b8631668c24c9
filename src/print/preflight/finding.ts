import type { Area } from "../geometry.ts";
import type { Page } from "./page.ts";
import type { Painted } from "./paint-page.ts";
import type { Requirements } from "./requirements.ts";
import type { PlacedText } from "./texts.ts";

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

/** A page with everything on it. */
export interface SeenPage extends Page, Painted {
  readonly texts: readonly PlacedText[];
}

/** Looks for one kind of fault on a page. */
export type Check = (page: SeenPage, requirements: Requirements) => Fault[];

/** What a check finds wrong on a page: one thing, or several that are alike. */
export interface Fault {
  readonly code: FindingCode;
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
export interface Finding {
  readonly code: FindingCode;
  /** Counted from 1; none for what is wrong with the file as a whole. */
  readonly pages: readonly number[];
  /** On the first of the pages. */
  readonly area: Area | null;
  readonly message: string;
  readonly hint: string;
}

export interface FaultOnPage {
  readonly fault: Fault;
  /** Null for the file as a whole. */
  readonly page: number | null;
}

/** Joins the same fault on many pages into one finding, in the order of the first page that has it. */
export function collectFindings(faults: readonly FaultOnPage[]): Finding[] {
  const alike = new Map<string, FaultOnPage[]>();
  for (const one of faults) {
    const key = `${one.fault.code} ${one.fault.about}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].flatMap((all): Finding[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { code, area, message, hint } = first.fault;
    const times = all.reduce((sum, { fault }) => sum + fault.times, 0);
    return [{ code, pages: all.flatMap(({ page }) => page ?? []), area, message: message(times), hint }];
  });
}

/** `1 line`, `12 lines`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
