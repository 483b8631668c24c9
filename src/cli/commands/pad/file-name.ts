import { join } from "node:path";
import type { Game } from "../../../rules/game/game.ts";
import { buildFileStem } from "../../file-stem.ts";
import type { PadFlags } from "./settings.ts";

/**
 * The file for a pad when no other is named. Whatever makes it a pad of its own stands in the name, so that it never takes the place of
 * another: game, title, house rules, language, paper, players, sheets and profile; what is usual is left out.
 */
export function padFile(game: Game, flags: PadFlags, paper: string): string {
  const { title, set, lang, players, sheets, numbered, profile, on } = flags;
  const houseRules = Object.entries(set).map(([option, choice]) => `${option}-${choice}`);
  const parts = [
    buildFileStem(game, title),
    ...houseRules,
    lang,
    paper,
    players === undefined ? "" : `${players}-players`,
    sheets === undefined || sheets === 1 ? "" : `${sheets}-sheets`,
    numbered === undefined ? "" : `no-${numbered.from}-${numbered.to}`,
    // The name of large paper says it already.
    profile === "home" || profile === "large-print" ? "" : profile,
    on === undefined ? "" : `on-${on}`,
  ];
  return join("output", `${parts.filter((part) => part !== "").join("-")}.pdf`);
}
