import { expect, test } from "vitest";
import { withoutEmptyPages } from "../../src/cli/commands/check/photos.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { refusal, success } from "../../src/rules/problem/problem.ts";
import type { SheetOnPhoto } from "../../src/scan/scan.ts";
import type { Scan } from "../../src/scan/view/view-sheets.ts";

const read = (file: string): Scan<SheetOnPhoto> => ({
  file,
  sheets: [success({ warnings: [] } as unknown as SheetOnPhoto)],
});
const failed = (file: string, code: string): Scan<SheetOnPhoto> => ({
  file,
  sheets: [refusal(code, msg`test.no: no`)],
});

test("the empty backs of a scan are left out, and its first sheet says so", () => {
  const scans = withoutEmptyPages([
    failed("a.pdf#page=1", "empty-page"),
    read("a.pdf#page=2"),
    failed("a.pdf#page=3", "empty-page"),
    read("a.pdf#page=4"),
    read("b.pdf#page=1"),
  ]);
  expect(scans.map(({ file }) => file)).toEqual(["a.pdf#page=2", "a.pdf#page=4", "b.pdf#page=1"]);
  const notes = scans.map(({ sheets: [sheet] }) => (sheet?.ok ? sheet.value.warnings.length : null));
  expect(notes).toEqual([2, 0, 0]);
});

test("what can't be read stays: other pages, an empty PDF, an empty photo", () => {
  const scans = [
    failed("a.pdf#page=1", "empty-page"),
    failed("b.pdf#page=1", "no-marks"),
    read("b.pdf#page=2"),
    failed("c.jpg", "empty-page"),
    read("d.jpg"),
  ];
  expect(withoutEmptyPages(scans)).toEqual(scans);
});
