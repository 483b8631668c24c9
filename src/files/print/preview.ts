import type { Language } from "../../i18n/language.ts";
import { sheetSvg } from "../../print/pad/draw-sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import { attempt, need, type Result } from "../../rules/problem/problem.ts";
import { type PadChoices, preparePad } from "./pads.ts";
import { rulesFile } from "./rules.ts";

/** What is printed of a game, to be looked at on a screen. */
export interface Preview {
  /** A sheet of the pad, as an SVG file. */
  readonly pad: string;
  /** The rule sheet, as an HTML page that needs nothing else. */
  readonly rules: string;
}

/** Pad and rule sheet of a game for a screen; or why they can't be printed, as for `padPdf` and `rulesFile`. */
export function buildPadPreview(
  game: Game,
  language: Language,
  choices: PadChoices,
): Promise<Result<Preview>> {
  return attempt(async () => {
    const { layout, family } = await preparePad(game, language, choices);
    const { templates, branding, look } = choices;
    const rules = need(await rulesFile(game, language, { format: "html", templates, branding, look }));
    return { pad: sheetSvg(layout, family, look), rules: String(rules) };
  });
}
