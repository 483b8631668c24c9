import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "playwright-core";
import { loadLanguage } from "../../src/files/package/languages.ts";
import type { Scanner } from "../../src/files/pictures/scanner.ts";
import { need } from "../../src/rules/problem/problem.ts";
import {
  joinSheets,
  judgePhotoSheet,
  namePlayers,
  listSheetViews,
} from "../../src/scan/sheet/photo-sheet.ts";
import { photoYaml } from "../../src/scan/report/sheet-yaml.ts";

// The same photos, read in a browser and on Node: what comes of each as the sheets that are saved, with their open questions, so that two
// that are read alike are the same to the last byte.

/** What came of a photo that shows no sheet. */
const NOTHING = "no sheet";

/** Reads photos on a page of the studio, which is open, one after the other. @returns by file, each sheet of it as it is saved */
export async function readInPage(page: Page, files: readonly string[]): Promise<Map<string, string>> {
  const input = page.locator("input[multiple]");
  const yamls = new Map<string, string>();
  for (const file of files) {
    await input.setInputFiles(file);
    await page.locator(".sheet, .reject").first().waitFor();
    const saves = page.getByRole("button", { name: "Sheet (YAML)" });
    const sheets: string[] = [];
    for (let at = 0; at < (await saves.count()); at++) {
      // Buttons lie below the place where boxes are corrected, on a phone.
      const saving = page.waitForEvent("download");
      await saves.nth(at).dispatchEvent("click");
      sheets.push(readFileSync(await (await saving).path(), "utf8"));
    }
    yamls.set(file, sheets.join("\n") || NOTHING);
    await page.getByRole("button", { name: "Start again" }).click();
    await page.locator(".sheet, .reject").first().waitFor({ state: "detached" });
  }
  return yamls;
}

/** Reads the same photos as the command does. */
export async function readOnNode(scanner: Scanner, files: readonly string[]): Promise<Map<string, string>> {
  const english = need(loadLanguage("en"));
  const yamls = new Map<string, string>();
  for (const file of files) {
    const name = basename(file);
    const read = await scanner.scan(readFileSync(file), { file: name });
    const sheets = joinSheets(listSheetViews({ file: name, sheets: read }));
    const names = namePlayers(sheets, [], english);
    const saved = sheets.map((sheet, at) => {
      const given = names[at] ?? [];
      return photoYaml(judgePhotoSheet(sheet, given, given), english);
    });
    yamls.set(file, saved.join("\n") || NOTHING);
  }
  return yamls;
}

/** The files whose sheets differ, each with both. */
export function differences(there: ReadonlyMap<string, string>, here: ReadonlyMap<string, string>) {
  return [...there].flatMap(([file, onNode]) => {
    const inPage = here.get(file) ?? "";
    return onNode === inPage ? [] : [{ file, onNode, inPage }];
  });
}
