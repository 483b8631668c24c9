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

/** One thing that a check finds wrong. Things with the same code and subject become one finding. */
export interface Fault {
  readonly code: PreflightCode;
  /** Tells apart faults of the same code: which font, which colour. */
  readonly about?: string;
  /** What is wrong, worded for so many things. */
  readonly message: (times: number) => string;
  /** How to mend it. */
  readonly hint: string;
  /** Where it is; null for what has no place. */
  readonly area?: Area | null;
}

/** Faults that are alike, with all pages that have them and the place of the first. */
export interface PreflightFinding extends Pick<Fault, "code" | "hint"> {
  /** Counted from 1; none for what is wrong with the file as a whole. */
  readonly pages: readonly number[];
  readonly area: Area | null;
  readonly message: string;
}

/** Joins faults that are alike into findings, in the order in which they are found. */
export class Findings {
  readonly #alike = new Map<string, { first: Fault; times: number; pages: Set<number> }>();

  /** @param page counted from 1; null for the file as a whole */
  add(faults: readonly Fault[], page: number | null): void {
    for (const fault of faults) {
      const key = `${fault.code} ${fault.about ?? ""}`;
      const alike = this.#alike.get(key) ?? { first: fault, times: 0, pages: new Set() };
      this.#alike.set(key, alike);
      alike.times++;
      if (page !== null) alike.pages.add(page);
    }
  }

  all(): PreflightFinding[] {
    return [...this.#alike.values()].map(({ first: { code, area = null, message, hint }, times, pages }) => {
      return { code, pages: [...pages], area, message: message(times), hint };
    });
  }
}
