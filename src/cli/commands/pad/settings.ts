import { dirname, isAbsolute, join } from "node:path";
import { nameFault } from "../../../check/read/players.ts";
import { PROFILES, type PrintSettings } from "../../../print/imposition/imposition.ts";
import { type Branding, UNBRANDED } from "../../../print/layout/pad-text.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import { type BlockFile, isBlockFile, readBlockFile } from "../../../print/pad/block-file.ts";
import type { PadLook } from "../../../print/pad/draw-sheet.ts";
import type { Logo } from "../../../print/pad/logo.ts";
import type { Colour } from "../../../print/pdf/canvas.ts";
import { failure, type Problem, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { unprintable } from "../../../rules/source/text.ts";
import { Failure, need, refusal } from "../../console/failure.ts";
import { readBytes, readText } from "../../files/files.ts";
import { namesFile } from "../../files/variants.ts";
import { type PaperFlags, repeatedIn, splitWords } from "../../flags.ts";

type BlockFlags = BlockFile["flags"];

/** The flags of `pad`: all that a block file may say, and where the PDF goes. */
export interface PadFlags extends PaperFlags, Omit<BlockFlags, "profile" | keyof PaperFlags> {
  readonly profile: NonNullable<BlockFlags["profile"]>;
  readonly calibrate?: boolean;
  readonly out?: string;
}

/** What to print. */
export interface PadRequest {
  /** A shipped id or a path. */
  readonly variant: string;
  readonly flags: PadFlags;
  /** The flags that were not given and have a default. */
  readonly defaults: readonly string[];
}

/** Flags of which one overrides the other. */
const INSTEAD: Readonly<Record<string, string>> = { sheets: "numbered", numbered: "sheets" };

/** Flags that name files, which a block file looks for next to itself. */
const PATHS = ["logo", "templates"];

/**
 * Resolves a request that names a block file instead of a variant: flags override what the file says. Any other request comes
 * back as it is. Ends the command if the file can't be used.
 */
export function withBlock(request: PadRequest): PadRequest {
  const { variant: file, flags, defaults } = request;
  if (!namesFile(file)) return request;
  const text = readText(file);
  if (!text.ok || !isBlockFile(text.value)) return request;
  const block = need(readBlockFile(file, text.value));
  const beside = (path: string) => (isAbsolute(path) ? path : join(dirname(file), path));
  const given = Object.keys(flags).filter((flag) => !defaults.includes(flag));
  const overridden = [...given, ...given.flatMap((flag) => INSTEAD[flag] ?? [])];
  const own = Object.entries(block.flags).filter(([flag]) => flag === "set" || !overridden.includes(flag));
  const placed = own.map(([flag, value]) => [flag, PATHS.includes(flag) ? beside(String(value)) : value]);
  // A map without prototype, since option names come from outside.
  const set = Object.assign(Object.create(null), block.flags.set, flags.set);
  return {
    variant: namesFile(block.variant) ? beside(block.variant) : block.variant,
    flags: { ...flags, ...Object.fromEntries(placed), set },
    defaults: defaults.filter((flag) => !own.some(([name]) => name === flag)),
  };
}

/** The settings of the profile, with those that are given on their own. */
export function printSettings(flags: PadFlags): Result<PrintSettings> {
  const isOwnProfile = flags.profile !== "large-print" && flags.profile !== "fillable";
  const profile: PrintSettings = PROFILES[isOwnProfile ? flags.profile : "home"];
  const on = flags.on === undefined ? success(profile.on) : parsePaper(flags.on);
  if (!on.ok) return on;
  return success({
    on: on.value,
    order: flags.order ?? profile.order,
    cuts: flags.cuts ?? profile.cuts,
    glueEdge: flags.glueEdge ?? profile.glueEdge,
    glueMm: flags.glueMm ?? profile.glueMm,
    bleedMm: flags.bleed ?? profile.bleedMm,
    cropMarks: flags.cropMarks ?? profile.cropMarks,
    isArchived: profile.isArchived,
    back: flags.back ?? profile.back,
    backOffset: flags.backOffset ?? profile.backOffset,
  });
}

/** The number of sheets of a pad: with numbers, one for each. */
export function sheetsOf({ sheets = 1, numbered }: Pick<PadFlags, "sheets" | "numbered">): number {
  return numbered === undefined ? sheets : numbered.to - numbered.from + 1;
}

/** Reads everything that says whose pad it is, and what it looks like. Ends the command with all that is wrong with it. */
export async function brandOf(flags: PadFlags): Promise<{ branding: Branding; look: PadLook }> {
  const problems: Problem[] = [];
  const take = <T>(result: Result<T> | null): T | null => {
    if (result?.ok) return result.value;
    problems.push(...(result?.problems ?? []));
    return null;
  };
  const line = (flag: "title" | "subtitle" | "footer" | "date") => take(lineFrom(flag, flags[flag]));
  const branding = {
    title: line("title"),
    subtitle: line("subtitle"),
    footer: line("footer"),
    date: line("date"),
  };
  const names = take(namesFrom(flags.playersNamed)) ?? UNBRANDED.names;
  const { accent: colour, logo: file } = flags;
  const accent = colour === undefined ? null : take(await accentFrom(colour));
  const logo = file === undefined ? null : take(await logoFrom(file, colour !== undefined));
  if (problems.length > 0) throw new Failure(problems);
  return {
    branding: { ...branding, names, logoRatio: logo?.ratio ?? null },
    look: { accent, logo: logo?.png ?? null },
  };
}

const MAX_LINE_LENGTH = 400;

/** Words on one line. */
function lineFrom(flag: string, text: string | undefined): Result<string> | null {
  if (text === undefined) return null;
  const line = text.replace(/\s+/g, " ").trim();
  const odd = unprintable(line);
  if (odd !== null)
    return refusal("control-character", `\`--${flag}\`: the character ${odd.name} can't be printed`);
  if (line !== "" && line.length <= MAX_LINE_LENGTH) return success(line);
  const fault = line === "" ? "is empty" : `is longer than ${MAX_LINE_LENGTH} characters`;
  return refusal("bad-value", `\`--${flag}\` ${fault}`, "give words, or leave it out");
}

/** More than ever sat at one table. */
const MAX_NAMES = 100;

function namesFrom(given: string | undefined): Result<string[]> | null {
  if (given === undefined) return null;
  const names = splitWords(given).map((name) => name.replace(/\s+/g, " "));
  const wrong = (message: string, hint: string): Problem =>
    problem("bad-value", `\`--players-named\`: ${message}`, { hint });
  if (names.length === 0 || names.length > MAX_NAMES) {
    const hint = "give names with commas between: --players-named Anna,Ben";
    return failure([wrong(`expected 1 to ${MAX_NAMES} names, not ${names.length}`, hint)]);
  }
  const twice = (name: string) => wrong(`\`${name}\` is there twice`, "tell them apart: Anna B., Anna M.");
  const faults = names.flatMap((name) => nameFault(name) ?? []);
  const problems = [
    ...faults.map(({ message, hint }) => wrong(message, hint)),
    ...repeatedIn(names).map(twice),
  ];
  return problems.length > 0 ? failure(problems) : success(names);
}

async function accentFrom(text: string): Promise<Result<Colour>> {
  return (await import("../../../print/pad/accent.ts")).readAccent(text);
}

async function logoFrom(file: string, inColour: boolean): Promise<Result<Logo>> {
  const bytes = readBytes(file, "logo");
  if (!bytes.ok) return bytes;
  return (await import("../../../print/pad/logo.ts")).readLogo(file, bytes.value, inColour);
}
