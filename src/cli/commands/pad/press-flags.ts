import { besideGlue, type Paper, parsePaper } from "../../../print/layout/paper.ts";
import type { CutGuides, Flip, SheetOrder } from "../../../print/imposition/imposition.ts";
import { type GlueEdge, PROFILES, type Settings } from "../../../print/imposition/profile.ts";
import { type Result, success } from "../../../rules/problem/problem.ts";

/** What the command line says about how a pad is printed; what is left out is as the profile has it. */
export interface PressFlags {
  readonly profile: keyof typeof PROFILES;
  readonly on?: string;
  readonly order?: SheetOrder;
  readonly cuts?: CutGuides;
  readonly glueEdge?: GlueEdge;
  readonly glueMm?: number;
  readonly bleed?: number;
  readonly cropMarks?: boolean;
  readonly back?: Flip;
  readonly backOffset?: { readonly xMm: number; readonly yMm: number };
}

/** The settings of the profile, with those that are given on their own. */
export function pressSettings(flags: PressFlags): Result<Settings> {
  const profile: Settings = PROFILES[flags.profile];
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

/** What a sheet has left to be laid out on. */
export function paperBesideGlue(paper: Paper, { glueEdge, glueMm }: Settings): Paper {
  return glueEdge === "none" || glueMm === 0 ? paper : besideGlue(paper, glueEdge, glueMm);
}
