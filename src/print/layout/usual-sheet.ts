import type { Game } from "../../rules/game/game.ts";
import { isSheetShared } from "../../rules/game/rows.ts";
import type { Result } from "../../rules/problem/problem.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { PrintSettings } from "../imposition/print-run.ts";
import { type Branding, type PadText, UNBRANDED } from "./pad-text.ts";
import { layOutPad } from "./layout.ts";
import type { PadLayout } from "./pad-layout.ts";
import { besideGlue, type Paper } from "./paper.ts";

/** Columns on a sheet that players share, unless their number is given. */
const USUAL_PLAYERS = { plain: 4, large: 2 };

export interface SheetOptions {
  readonly players?: number;
  readonly marks: boolean;
}

/** The pages for each sheet of a pad: where every player has a sheet of their own, one for each. */
export function pagesPerSheet(game: Game, { players = 1 }: Pick<SheetOptions, "players">): number {
  return isSheetShared(game) ? 1 : players;
}

/** A sheet for the given number of players, else for as many as usual or as many as there is room for. */
export function layOutSheet(
  paper: Paper,
  game: Game,
  text: PadText,
  { players, marks }: SheetOptions,
  family: TypeFamily,
  branding: Branding = UNBRANDED,
): Result<PadLayout> {
  const layOut = (count: number) => layOutPad(game, text, { paper, players: count, marks }, family, branding);
  if (!isSheetShared(game)) return layOut(1);
  if (players !== undefined) return layOut(players);
  const most = paper.isLargePrint === true ? USUAL_PLAYERS.large : USUAL_PLAYERS.plain;
  const usual = layOut(most);
  for (let fewer = most - 1; fewer > 0 && !usual.ok; fewer--) {
    const smaller = layOut(fewer);
    if (smaller.ok) return smaller;
  }
  return usual;
}

/** The part of the paper that a sheet can be laid out on. */
export function paperBesideGlue(paper: Paper, { glueEdge, glueMm }: PrintSettings): Paper {
  return glueEdge === "none" || glueMm === 0 ? paper : besideGlue(paper, glueEdge, glueMm);
}
