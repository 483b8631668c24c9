import { withTitleFace } from "../../../src/files/package/fonts.ts";
import { loadStyle } from "../../../src/files/package/templates.ts";
import type { SharesByCategory } from "../../../src/odds/casual-play.ts";
import { type CodedMarks, USUAL_MARKS } from "../../../src/print/layout/marks.ts";
import { dressSheet } from "../../../src/print/style/dress-sheet.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { FAMILY } from "../../../tests/support/pads.ts";
import type { Stationery } from "../camera/photograph.ts";
import { printSheet } from "../print.ts";
import { planSheet } from "./plan.ts";

/** How the program's own pads are printed and filled in. */
interface PadChoice {
  readonly marks?: CodedMarks | undefined;
  /** Plain if left out. */
  readonly style?: string | undefined;
  /** How frequent scores are, by game, of these games only; each score as frequent as the other if left out. */
  readonly shares?: ReadonlyMap<string, SharesByCategory> | undefined;
}

/** The pads that the program prints. */
export async function ownPads({ marks = USUAL_MARKS, style, shares }: PadChoice): Promise<Stationery> {
  const look = need(await loadStyle(style));
  const family = await withTitleFace(FAMILY, look.face);
  const games = shares && [...shares.keys()];
  return {
    plan: (photo, topic, wish) => {
      const variant = wish.variant ?? (games && getElement(games, photo % games.length));
      const ofGame = variant === undefined ? undefined : shares?.get(variant);
      return planSheet(photo, topic, {
        ...wish,
        marks,
        ...(variant && { variant }),
        ...(ofGame && { shares: ofGame }),
      });
    },
    print: (planned, cache) => {
      const layout = dressSheet(planned.layout, look, family);
      return printSheet({ ...planned, layout }, cache, family);
    },
  };
}

/** The files that the look of sheets is made of. */
export function styleFiles(id = "plain"): string[] {
  return [`templates/styles/${id}.yaml`];
}
