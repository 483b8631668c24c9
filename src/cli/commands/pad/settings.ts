import { basename, join } from "node:path";
import { chooseFlipEdge, type PrintSettings, profileSettings } from "../../../print/imposition/imposition.ts";
import { chooseMarks, USUAL_MARKS } from "../../../print/layout/marks.ts";
import { LARGE_PRINT_PAPER, largePrintName, parsePaper, RECEIPT_PAPER } from "../../../print/layout/paper.ts";
import type { Game } from "../../../rules/game/game.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { type Problem, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { buildFileStem, joinFileName } from "../../console/write-file.ts";
import type { PaperFlags } from "../../flags.ts";
import type { BlockFlags, Request } from "../../request.ts";

/** The flags of `pad`: all that a block file may say, and where the PDF goes. */
export interface PadFlags extends PaperFlags, Omit<BlockFlags, "profile" | keyof PaperFlags> {
  readonly profile: NonNullable<BlockFlags["profile"]>;
  readonly calibrate?: boolean;
  readonly out?: string;
}

/** Gives large print and receipts their own paper unless another is chosen. */
export function resolvePadFlags<Flags extends Pick<PadFlags, "profile" | "paper">>(
  request: Request<Flags>,
): Flags {
  const { flags } = request;
  if (flags.profile === "receipt" && !request.isGiven("paper")) return { ...flags, paper: RECEIPT_PAPER };
  if (flags.profile !== "large-print") return flags;
  return { ...flags, paper: largePrintName(request.isGiven("paper") ? flags.paper : LARGE_PRINT_PAPER) };
}

/** Flags that a form on screen does not take: those about paper, and those about one evening. */
const PAPER_FLAGS = [
  ...(["blocks", "on", "order", "cuts", "glueEdge", "glueMm", "bleed", "cropMarks"] as const),
  ...(["jobTicket", "back"] as const),
];
const EVENING_FLAGS = ["playersNamed", "date"] as const;

/** Everything that is wrong with the combination of flags. */
export function padFlagProblems(flags: PadFlags): Problem[] {
  const { profile, jobTicket, calibrate, out } = flags;
  const problems: Problem[] = [];
  const add = (message: Message, hint: Message) => problems.push(problem("flags-collide", message, { hint }));
  if (profile === "receipt") problems.push(...receiptProblems(flags));
  if (profile === "fillable") {
    const pickGiven = (names: readonly (keyof PadFlags)[]) =>
      names
        .filter((name) => flags[name] !== undefined)
        .map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    for (const flag of pickGiven(PAPER_FLAGS))
      add(
        msg`cli.paper-flag-of-form: \`--${flag}\` is for paper, but this pad is filled in on screen`,
        msg`rules.leave-out-hint: leave it out`,
      );
    for (const flag of pickGiven(EVENING_FLAGS))
      add(
        msg`cli.evening-flag-of-form: \`--${flag}\` is for pads on paper`,
        msg`cli.evening-flag-of-form-hint: leave it out, and type it into the form`,
      );
  } else if (jobTicket === true && calibrate !== true) {
    if (!profileSettings(profile).isForPress)
      add(
        msg`cli.job-ticket-without-press: \`--job-ticket\` is for print shops`,
        msg`cli.job-ticket-without-press-hint: add \`--profile printshop\``,
      );
    if (out === "-")
      add(
        msg`cli.job-ticket-to-standard-output: \`--job-ticket\` writes several files, which can’t go to standard output`,
        msg`cli.job-ticket-to-standard-output-hint: give the PDF a file name with \`--out\``,
      );
  }
  return problems;
}

/** Receipt printers have one colour, and paper with one side. */
function receiptProblems({ accent, back }: PadFlags): Problem[] {
  const hint = msg`rules.leave-out-hint: leave it out`;
  const messages = [
    ...(accent === undefined
      ? []
      : [msg`cli.accent-of-receipt: \`--accent\` adds a colour, but receipt printers have only black`]),
    ...(back === undefined
      ? []
      : [msg`cli.back-of-receipt: \`--back\` prints a back, but receipt printers print one side`]),
  ];
  return messages.map((message) => problem("flags-collide", message, { hint }));
}

/** The settings of the profile, overridden by single flags. */
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

/** The default file of a pad. */
export function padFile(game: Game, flags: PadFlags, paper: string): string {
  const { lang, players, games, blocks, sheets, numbered, profile } = flags;
  const { on, order, cuts, back, bleed, style = "plain" } = flags;
  const marks = chooseMarks(flags.marks);
  const name = joinFileName(
    buildFileStem(game, flags),
    lang,
    paper,
    style === "plain" ? "" : basename(style).replace(/\.ya?ml$/i, ""),
    players === undefined ? "" : `${players}-players`,
    games === undefined ? "" : `${games}-games`,
    blocks === undefined ? "" : `${blocks}-blocks`,
    sheets === undefined || sheets === 1 ? "" : `${sheets}-sheets`,
    numbered === undefined ? "" : `no-${numbered.from}-${numbered.to}`,
    // The name of large-print paper says it already.
    profile === "home" || profile === "large-print" ? "" : profile,
    on === undefined ? "" : `on-${on}`,
    order ?? "",
    cuts === undefined ? "" : `cuts-${cuts}`,
    bleed === undefined ? "" : `bleed-${bleed}`,
    flags.cropMarks === true ? "crop-marks" : "",
    back === undefined ? "" : `back-${back}`,
    marks === USUAL_MARKS ? "" : `${marks === "none" ? "no" : marks}-marks`,
  );
  return join("output", `${name}.pdf`);
}
