import { withTitleFace } from "../../../src/files/package/fonts.ts";
import { loadStyle } from "../../../src/files/package/templates.ts";
import { dressSheet } from "../../../src/print/style/dress-sheet.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { FAMILY } from "../../../tests/support/pads.ts";
import type { Stationery } from "../camera/photograph.ts";
import { printSheet } from "../print.ts";
import { planSheet } from "./plan.ts";

/** The same sheets in a style. */
export async function styledPads(id: string): Promise<Stationery> {
  const style = need(await loadStyle(id));
  const family = await withTitleFace(FAMILY, style.face);
  return {
    plan: planSheet,
    print: (planned, cache) => {
      const layout = dressSheet(planned.layout, style, family);
      return printSheet({ ...planned, layout }, cache, family);
    },
  };
}

/** What these sheets are made of beside what plain ones are. */
export function styleFiles(id: string | undefined): string[] {
  return id === undefined ? [] : [`templates/styles/${id}.yaml`];
}
