import { type Branding, UNBRANDED } from "../../../print/layout/branding.ts";
import type { PadLook } from "../../../print/pad/draw-sheet.ts";
import type { Logo } from "../../../print/pad/logo.ts";
import type { Colour } from "../../../print/pdf/ink.ts";
import { failure, type Problem, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { nameFault } from "../../../check/sheet/players.ts";
import { unprintable } from "../../../rules/source/text.ts";
import { Failure } from "../../console/failure.ts";
import { readLogoBytes } from "../../files/files.ts";

/** What the command line says about whose pad it is. */
export interface BrandFlags {
  readonly title?: string;
  readonly subtitle?: string;
  readonly footer?: string;
  /** A file. */
  readonly logo?: string;
  readonly accent?: string;
  /** Names with commas between. */
  readonly playersNamed?: string;
  readonly date?: string;
}

/** A branding with what it looks like. */
export interface Brand {
  readonly branding: Branding;
  readonly look: PadLook;
}

const LONGEST = 400;
/** More than ever sat at one table. */
const MAX_NAMES = 100;

/** Reads everything that says whose pad it is. Ends the command with all that is wrong with it. */
export async function brandOf(flags: BrandFlags): Promise<Brand> {
  const title = lineFrom("--title", flags.title);
  const subtitle = lineFrom("--subtitle", flags.subtitle);
  const footer = lineFrom("--footer", flags.footer);
  const date = lineFrom("--date", flags.date);
  const names = namesFrom(flags.playersNamed);
  const accent = await accentFrom(flags.accent);
  const logo = await logoFrom(flags.logo, flags.accent !== undefined);
  const read = [title, subtitle, footer, date, names, accent, logo];
  const problems = read.flatMap((result) => (result.ok ? [] : result.problems));
  if (problems.length > 0) throw new Failure(problems);
  const branding = {
    title: orNull(title),
    subtitle: orNull(subtitle),
    footer: orNull(footer),
    logoRatio: orNull(logo)?.ratio ?? null,
    names: orNull(names) ?? UNBRANDED.names,
    date: orNull(date),
  };
  return { branding, look: { accent: orNull(accent), logo: orNull(logo)?.png ?? null } };
}

function orNull<T>(result: Result<T | null>): T | null {
  return result.ok ? result.value : null;
}

/** Words on one line. */
function lineFrom(flag: string, text: string | undefined): Result<string | null> {
  if (text === undefined) return success(null);
  const line = text.replace(/\s+/g, " ").trim();
  const odd = unprintable(line);
  if (odd !== null)
    return failure([problem("control-character", `\`${flag}\`: the character ${odd.name} can't be printed`)]);
  if (line !== "" && line.length <= LONGEST) return success(line);
  const message =
    line === "" ? `\`${flag}\` says nothing` : `\`${flag}\` is longer than ${LONGEST} characters`;
  return failure([problem("bad-value", message, { hint: "give words, or leave it out" })]);
}

function namesFrom(given: string | undefined): Result<string[] | null> {
  if (given === undefined) return success(null);
  const names = given
    .split(",")
    .map((name) => name.replace(/\s+/g, " ").trim())
    .filter((name) => name !== "");
  const hint = "give names with commas between: --players-named Anna,Ben";
  const wrong = (message: string, way = hint): Problem =>
    problem("bad-value", `\`--players-named\`: ${message}`, { hint: way });
  if (names.length === 0 || names.length > MAX_NAMES)
    return failure([wrong(`expected 1 to ${MAX_NAMES} names, not ${names.length}`)]);
  const faults = names.flatMap((name) => nameFault(name) ?? []);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  const problems = [
    ...faults.map((fault) => wrong(fault.message, fault.hint)),
    ...[...twice].map((name) => wrong(`\`${name}\` is there twice`, "tell them apart: Anna B., Anna M.")),
  ];
  return problems.length > 0 ? failure(problems) : success(names);
}

async function accentFrom(text: string | undefined): Promise<Result<Colour | null>> {
  if (text === undefined) return success(null);
  return (await import("../../../print/pad/accent.ts")).readAccent(text);
}

async function logoFrom(file: string | undefined, inColour: boolean): Promise<Result<Logo | null>> {
  if (file === undefined) return success(null);
  const bytes = readLogoBytes(file);
  if (!bytes.ok) return bytes;
  return (await import("../../../print/pad/logo.ts")).readLogo(file, bytes.value, inColour);
}
