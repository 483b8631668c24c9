import type { Entry } from "../../check/sheet/sheet.ts";
import type { Written } from "./sheet-reading.ts";

/** A word that tells two writings apart. */
export function keyOf(written: Written): string {
  return written.kind === "score" ? String(written.value) : written.kind;
}

/** The mark that stands for any strike; which one was drawn makes no difference. */
const MARK = "/";

/** What was written, as an entry of a typed sheet. What is not known is left empty. */
export function entryOf(written: Written): Entry {
  if (written.kind === "score") return written;
  return written.kind === "strike" ? { kind: "strike", mark: MARK } : { kind: "empty" };
}

/** What was written on a line: a line that was struck through counts as 0, null is a blank. */
export function lineValueOf(written: Written): number | null {
  if (written.kind === "score") return written.value;
  return written.kind === "strike" ? 0 : null;
}
