import { english, type Message } from "../../rules/problem/message.ts";
import type { Area } from "../geometry.ts";
import type { Page } from "./page.ts";
import type { Painted } from "./paint-page.ts";
import type { Requirements } from "./requirements.ts";

/** The codes of everything that preflight can find. */
export const FINDING_CODES = [
  "no-pages",
  "broken-page",
  "boxes-not-nested",
  "no-trim-box",
  "no-output-intent",
  "font-not-embedded",
  "thin-line",
  "thin-mark",
  "low-box",
  "text-near-cut",
  "text-in-glue",
  "colour",
  "transparency",
  "white-overprint",
  "low-resolution",
  "small-type",
  "grey-type",
  "no-bleed",
  "annotation",
  "not-archived",
  "inherited-resources",
  "undefined-colour",
  "info-differs",
  "no-file-id",
  "not-for-archives",
  "no-fields",
] as const;
/** The code of anything that preflight can find. */
export type PreflightCode = (typeof FINDING_CODES)[number];

/** One thing that a check finds wrong. Things with the same code and subject become one finding. */
export interface Fault {
  readonly code: PreflightCode;
  /** Tells apart faults of the same code: which font, which colour. */
  readonly about?: string;
  /** What is wrong, for this number of objects. */
  readonly message: (times: number) => Message;
  /** How to mend it. */
  readonly hint: Message;
  /** Where it is; null for what has no place. */
  readonly area?: Area | null;
}

/** A fault whose message is the same for any number of objects. */
export function singleFault(
  code: PreflightCode,
  message: Message,
  hint: Message,
  more: Pick<Fault, "about" | "area"> = {},
): Fault {
  return { code, message: () => message, hint, ...more };
}

/** Faults that are alike, with all pages that have them and the place of the first. */
export interface PreflightFinding extends Pick<Fault, "code"> {
  /** Counted from 1; none for what is wrong with the file as a whole. */
  readonly pages: readonly number[];
  readonly area: Area | null;
  /** In English, as `hint` is. */
  readonly message: string;
  readonly hint: string;
  /** Message and hint with their values apart, for translation. */
  readonly words: Readonly<Record<"message" | "hint", Message>>;
}

/** Joins faults that are alike into findings, in the order in which they are found. @internal */
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
    return [...this.#alike.values()].map(({ first: { code, area = null, hint, ...first }, times, pages }) => {
      const words = { message: first.message(times), hint };
      return { code, pages: [...pages], area, message: english(words.message), hint: english(hint), words };
    });
  }
}

/** A stretch of text on a page. @internal */
export interface PageText {
  readonly text: string;
  readonly area: Area;
}

/** A page with everything on it. @internal */
interface SeenPage extends Page, Painted {
  readonly texts: readonly PageText[];
}

/** Looks for one kind of fault on a page. @internal */
export type PageCheck = (page: SeenPage, requirements: Requirements) => Fault[];
