import { version } from "../../../files/package.ts";
import { elementAt } from "../../../rules/arrays.ts";
import { resultsHead, resultsLine } from "../../../season/results-file.ts";
import { writeWhole } from "../../console/write-file.ts";
import { toKeep } from "./into.ts";
import { type Checked, checkedSheets, type CheckFlags, rejectsOf } from "./job.ts";
import type { PhotoSource } from "./photo-sources.ts";
import { PAGE_SUFFIX } from "./scanned-pages.ts";

/**
 * Writes what was checked for `season import`: a line for each sheet, and for each file that could not be read, in the order of all files.
 *
 * @param placeOf the place of a file among all that are to be checked, whoever checks them
 */
export async function writeResults(
  checked: readonly Checked[],
  flags: CheckFlags,
  sources: readonly PhotoSource[],
  placeOf: (file: string) => number,
): Promise<void> {
  const place = (file: string) => placeOf(file.replace(PAGE_SUFFIX, ""));
  const sheets = checkedSheets(checked);
  const kept = toKeep(sheets, flags, sources).map((sheet, at) => {
    const { file } = elementAt(sheets, at);
    return { at: place(file), line: resultsLine({ at: place(file), sheet }) };
  });
  const unread = rejectsOf(checked).map(({ file, problems }) => {
    return { at: place(file), line: resultsLine({ at: place(file), file, problems }) };
  });
  const lines = [...kept, ...unread].sort((a, b) => a.at - b.at).map(({ line }) => line);
  await writeWhole(flags.results ?? "", [resultsHead(version()), ...lines].join(""), "--results");
}
