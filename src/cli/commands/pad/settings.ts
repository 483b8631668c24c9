import { join } from "node:path";
import { chooseFlipEdge, type PrintSettings, profileSettings } from "../../../print/imposition/imposition.ts";
import { LARGE_PRINT_PAPER, largePrintName, parsePaper } from "../../../print/layout/paper.ts";
import type { Game } from "../../../rules/game/game.ts";
import { type Result, success } from "../../../rules/problem/problem.ts";
import { buildFileStem } from "../../console/write-file.ts";
import type { PaperFlags } from "../../flags.ts";
import type { BlockFlags, Request } from "../../request.ts";

/** The flags of `pad`: all that a block file may say, and where the PDF goes. */
export interface PadFlags extends PaperFlags, Omit<BlockFlags, "profile" | keyof PaperFlags> {
  readonly profile: NonNullable<BlockFlags["profile"]>;
  readonly calibrate?: boolean;
  readonly out?: string;
}

/** What the flags of a pad come to: large print goes on paper of its own unless another is given. */
export function resolvePadFlags<Flags extends Pick<PadFlags, "profile" | "paper">>(
  request: Request<Flags>,
): Flags {
  const { flags } = request;
  if (flags.profile !== "large-print") return flags;
  return { ...flags, paper: largePrintName(request.isGiven("paper") ? flags.paper : LARGE_PRINT_PAPER) };
}

/** The settings of the profile, with those that are given on their own. */
export function printSettings(flags: Omit<PadFlags, "out">): Result<PrintSettings> {
  const { order, cuts, glueEdge, glueMm, bleed: bleedMm, cropMarks, backOffset } = flags;
  const back = flags.back === undefined ? undefined : chooseFlipEdge(flags.back);
  const given = Object.entries({ order, cuts, glueEdge, glueMm, bleedMm, cropMarks, back, backOffset });
  const profile = profileSettings(flags.profile);
  const on = flags.on === undefined ? success(profile.on) : parsePaper(flags.on);
  if (!on.ok) return on;
  const changed = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return success({ ...profile, ...changed, on: on.value });
}

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
