import { type PadMarks, USUAL_MARKS } from "../../src/print/layout/marks.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { isSheetShared } from "../../src/rules/game/rows.ts";
import { SHIPPED, shippedGame } from "../../tests/support/games.ts";
import { laidOut } from "../../tests/support/pads.ts";

/** A sheet of a shipped game, as `augenblock pad` prints it. */
export interface ContactSheet {
  readonly id: string;
  readonly paper: string;
  readonly players: number;
  readonly language: string;
  readonly columns: number;
  readonly layout: PadLayout;
}

/** The papers of the contact sheets. */
export const CONTACT_PAPERS = ["a6", "a5", "a4", "95x200mm", "80x240mm"] as const;
/** More players use a second sheet. */
const MOST_PLAYERS = 8;

/** Lays out each shipped game on each paper for one player up to as many as fit. */
export function* contactSheets(
  languages: readonly string[],
  ids: readonly string[] = SHIPPED,
  papers: readonly string[] = CONTACT_PAPERS,
  marks: PadMarks = USUAL_MARKS,
): Generator<ContactSheet> {
  for (const id of ids)
    for (const language of languages)
      for (const paper of papers) {
        const game = shippedGame(id);
        const columns = game.columns.length;
        for (let players = 1; players <= (isSheetShared(game) ? MOST_PLAYERS : 1); players++) {
          const result = laidOut(game, language, paper, players, marks);
          // If that many do not fit, more do not either.
          if (!result.ok) break;
          yield { id, paper, players, language, columns, layout: result.value };
        }
      }
}
