import { msg } from "../../../rules/problem/message.ts";
import { problem, success } from "../../../rules/problem/problem.ts";
import type { SheetOnPhoto } from "../../../scan/scan.ts";
import type { Scan } from "../../../scan/view/view-sheets.ts";

/** What follows the name of a PDF whose page is a photo. */
export const PAGE_SUFFIX = /(?<=\.pdf)#page=(\d+)$/i;

/**
 * Scans without the empty pages of a PDF, such as the backs of its sheets, as long as another page of it was read: they are no failure,
 * and that page says that they were left out.
 */
export function withoutEmptyPages(scans: readonly Scan<SheetOnPhoto>[]): Scan<SheetOnPhoto>[] {
  const isEmpty = ({ file, sheets }: Scan<SheetOnPhoto>) =>
    PAGE_SUFFIX.test(file) &&
    sheets.length > 0 &&
    sheets.every((one) => !one.ok && one.problems.every(({ code }) => code === "empty-page"));
  const pdfOf = ({ file }: Scan<SheetOnPhoto>) => file.replace(PAGE_SUFFIX, "");
  const hasSheet = ({ sheets }: Scan<SheetOnPhoto>) => sheets.some(({ ok }) => ok);
  const read = new Map(
    scans
      .filter(hasSheet)
      .toReversed()
      .map((scan) => [pdfOf(scan), scan]),
  );
  const empty = scans.filter((scan) => isEmpty(scan) && read.has(pdfOf(scan)));
  return scans
    .filter((scan) => !empty.includes(scan))
    .map((scan) => {
      const own = read.get(pdfOf(scan)) === scan ? empty.filter((one) => pdfOf(one) === pdfOf(scan)) : [];
      return own.length === 0
        ? scan
        : withNote(
            scan,
            own.map(({ file }) => file),
          );
    });
}

function withNote(scan: Scan<SheetOnPhoto>, empty: readonly string[]): Scan<SheetOnPhoto> {
  const notes = empty.map((file) =>
    problem("empty-page", msg("cli.empty-page-left")`${file} is an empty page; it is left out`, {
      severity: "warning",
    }),
  );
  const first = scan.sheets.findIndex(({ ok }) => ok);
  const sheets = scan.sheets.map((one, at) =>
    one.ok && at === first ? success({ ...one.value, warnings: [...one.value.warnings, ...notes] }) : one,
  );
  return { ...scan, sheets };
}
