import { type Message, msg } from "../../../rules/problem/message.ts";
import { nameFault } from "../../../check/read/players.ts";
import { PROFILES, type PrintSettings } from "../../../print/imposition/imposition.ts";
import { type Branding, UNBRANDED } from "../../../print/layout/pad-text.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import type { BlockFile } from "../../../print/pad/block-file.ts";
import type { PadLook } from "../../../print/pad/draw-pad.ts";
import {
  failure,
  Failure,
  need,
  type Problem,
  problem,
  refusal,
  type Result,
  success,
} from "../../../rules/problem/problem.ts";
import { unprintable } from "../../../rules/source/text.ts";
import { pathNamedIn } from "../../../files/inside.ts";
import { readBytes, readText } from "../../../files/read-file.ts";
import { namesFile } from "../../../files/variants.ts";
import { type PaperFlags, repeatedIn, splitWords } from "../../flags.ts";

type BlockFlags = BlockFile["flags"];

/** The flags of `pad`: all that a block file may say, and where the PDF goes. */
export interface PadFlags extends PaperFlags, Omit<BlockFlags, "profile" | keyof PaperFlags> {
  readonly profile: NonNullable<BlockFlags["profile"]>;
  readonly calibrate?: boolean;
  readonly out?: string;
}

/** Flags of which one overrides the other. */
const INSTEAD: Readonly<Record<string, string>> = { sheets: "numbered", numbered: "sheets" };

/** Flags that name files, which a block file looks for next to itself. */
const PATHS = ["logo", "templates"];

/**
 * What to print. Flags override those of a block file, which may stand in place of a variant. Large print goes on A4 unless another
 * paper is given. Ends the command if the file can't be used. @param defaults the flags that were not given
 * @returns also the file that names the variant, if one does
 */
export async function requestOf(named: string, flags: PadFlags, defaults: readonly string[]) {
  const block = namesFile(named) ? await blockOf(named) : null;
  const given = Object.keys(flags).filter((flag) => !defaults.includes(flag));
  const overridden = [...given, ...given.flatMap((flag) => INSTEAD[flag] ?? [])];
  const own = Object.entries(block?.flags ?? {}).filter(([flag]) => !overridden.includes(flag));
  const beside = (path: string) => need(pathNamedIn(named, path));
  const placed = own.map(([flag, value]) => [flag, PATHS.includes(flag) ? beside(String(value)) : value]);
  // A map without prototype, since option names come from outside.
  const set = Object.assign(Object.create(null), block?.flags.set, flags.set);
  const merged: PadFlags = { ...flags, ...Object.fromEntries(placed), set };
  const isPaperOpen = defaults.includes("paper") && block?.flags.paper === undefined;
  const large = `${isPaperOpen ? "a4" : merged.paper.replace(/-large$/, "")}-large`;
  return {
    variant: block?.variant ?? named,
    from: block === null ? null : named,
    flags: merged.profile === "large-print" ? { ...merged, paper: large } : merged,
  };
}

/** A block file; null for a file that is none, or can't be read, which is found where variants are read. */
async function blockOf(file: string): Promise<BlockFile | null> {
  const { isBlockFile, readBlockFile } = await import("../../../print/pad/block-file.ts");
  const text = readText(file);
  return text.ok && isBlockFile(text.value) ? need(readBlockFile(file, text.value)) : null;
}

/** The settings of the profile, with those that are given on their own. */
export function printSettings(flags: PadFlags): Result<PrintSettings> {
  const { order, cuts, glueEdge, glueMm, bleed: bleedMm, cropMarks, back, backOffset } = flags;
  const given = Object.entries({ order, cuts, glueEdge, glueMm, bleedMm, cropMarks, back, backOffset });
  const isOwnProfile = flags.profile !== "large-print" && flags.profile !== "fillable";
  const profile: PrintSettings = PROFILES[isOwnProfile ? flags.profile : "home"];
  const on = flags.on === undefined ? success(profile.on) : parsePaper(flags.on);
  if (!on.ok) return on;
  const changed = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return success({ ...profile, ...changed, on: on.value });
}

/** Reads everything that says whose pad it is, and what it looks like. Ends the command with all that is wrong with it. */
export async function brandOf(flags: PadFlags): Promise<{ branding: Branding; look: PadLook }> {
  const problems: Problem[] = [];
  /** What `read` makes of a flag; null if it is not given, or makes no sense. */
  const take = async <F extends keyof PadFlags, T>(
    flag: F,
    read: (given: NonNullable<PadFlags[F]>, flag: F) => Result<T> | Promise<Result<T>>,
  ): Promise<T | null> => {
    const given = flags[flag];
    const result = given === undefined ? null : await read(given as NonNullable<PadFlags[F]>, flag);
    if (result?.ok) return result.value;
    problems.push(...(result?.problems ?? []));
    return null;
  };
  const lines = {
    title: await take("title", lineFrom),
    subtitle: await take("subtitle", lineFrom),
    footer: await take("footer", lineFrom),
    date: await take("date", lineFrom),
  };
  const names = (await take("playersNamed", namesFrom)) ?? UNBRANDED.names;
  const accent = await take("accent", async (colour) =>
    (await import("../../../print/pad/accent.ts")).readAccent(colour),
  );
  const logo = await take("logo", async (file) => {
    const bytes = readBytes(file, "logo");
    if (!bytes.ok) return bytes;
    const inColour = flags.accent !== undefined;
    const { pictureProcess } = await import("../../../files/picture-process.ts");
    return pictureProcess().logo(bytes.value, file, inColour);
  });
  if (problems.length > 0) throw new Failure(problems);
  return {
    branding: { ...lines, names, logoRatio: logo?.ratio ?? null },
    look: { accent, logo: logo?.png ?? null },
  };
}

const MAX_LINE_LENGTH = 400;

/** Words on one line. */
function lineFrom(text: string, flag: string): Result<string> {
  const line = text.replace(/\s+/g, " ").trim();
  const odd = unprintable(line);
  if (odd !== null)
    return refusal("control-character", msg`\`--${flag}\`: the character ${odd.name} can’t be printed`);
  if (line !== "" && line.length <= MAX_LINE_LENGTH) return success(line);
  const message =
    line === ""
      ? msg`\`--${flag}\` is empty`
      : msg`\`--${flag}\` is longer than ${MAX_LINE_LENGTH} characters`;
  return refusal("bad-value", message, msg`give words, or leave it out`);
}

/** More than ever sat at one table. */
const MAX_NAMES = 100;

function namesFrom(given: string): Result<string[]> {
  const names = splitWords(given).map((name) => name.replace(/\s+/g, " "));
  const wrong = (message: Message, hint: Message | null): Problem =>
    problem("bad-value", msg`\`--players-named\`: ${message}`, { hint });
  if (names.length === 0 || names.length > MAX_NAMES) {
    const hint = msg`give names with commas between: --players-named Anna,Ben`;
    return failure([wrong(msg`expected 1 to ${MAX_NAMES} names, not ${names.length}`, hint)]);
  }
  const hint = msg`tell them apart: Anna B., Anna M.`;
  const faults = names.flatMap((name) => nameFault(name) ?? []);
  const twice = repeatedIn(names).map((name) => ({ message: msg`\`${name}\` is there twice`, hint }));
  const problems = [...faults, ...twice].map((fault) => wrong(fault.message, fault.hint));
  return problems.length > 0 ? failure(problems) : success(names);
}
