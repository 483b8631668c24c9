import { setFlagsFromString } from "node:v8";
import { placeSerial } from "../../../print/layout/frame.ts";
import { type BackPage, writePad } from "../../../print/pad/draw-pad.ts";
import { type Numbers, serialText } from "../../../print/pad/draw-sheet.ts";
import type { Size } from "../../../print/geometry.ts";
import { printRun } from "../../../print/imposition/profile.ts";
import { withBlock } from "./block-flags.ts";
import { type BrandFlags, brandOf } from "./brand-flags.ts";
import { deliverPieces } from "../../console/deliver.ts";
import { fail, need } from "../../console/failure.ts";
import { type PadFlags, type PadJob, padJob } from "./pad-job.ts";
import { pageProgress } from "../../console/progress.ts";
import { type PressFlags, pressSettings } from "./press-flags.ts";
import { templatesFrom } from "../../files/templates.ts";

interface Flags extends PadFlags, BrandFlags, Omit<PressFlags, "profile"> {
  readonly profile: PressFlags["profile"] | "large-print" | "fillable";
  readonly sheets?: number;
  readonly numbered?: { readonly from: number; readonly to: number };
  readonly calibrate?: boolean;
  readonly out?: string;
}

/**
 * `augenblock pad`: the score pad as PDF.
 *
 * @param named a variant, or a block file
 * @param usual the flags that nobody gave, and which have a default
 */
export async function pad(named: string, given: Flags, usual: readonly string[]): Promise<void> {
  const { variant, flags } = inLargePrint(withBlock({ variant: named, flags: given, usual }));
  if (flags.sheets !== undefined && flags.numbered !== undefined) {
    fail("flags-collide", "`--numbered` already says how many sheets there are", "leave out `--sheets`");
  }
  const { profile } = flags;
  if (profile === "fillable") return (await import("./pad-form.ts")).padForm(variant, flags);
  const settings = need(pressSettings({ ...flags, profile: profile === "large-print" ? "home" : profile }));
  if (flags.calibrate === true) return (await import("./calibrate.ts")).calibrate(settings, flags);
  if (sheetsOf(flags) >= MANY) spareMemory();
  const { branding, look } = await brandOf(flags);
  const job = padJob(variant, flags, settings, branding);
  const { game, language, paper, layout, family, pagesPerSheet } = job;
  const run = need(printRun(paper, settings));
  const sheets = sheetsOf(flags) * (flags.numbered === undefined ? pagesPerSheet : 1);
  const title = branding.title ?? language.text(game.name);
  const numbers = flags.numbered === undefined ? null : numbersOf(job, flags.numbered);
  const back = run.backs === null ? null : await rulesFor(job, run.backs.sheet);
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}.pdf`;
  const progress = await pageProgress(language);
  const print = {
    title,
    language: language.code,
    family,
    sheets,
    numbers,
    look,
    run,
    back,
    isArchived: settings.isArchived,
    onPage: progress.update,
  };
  await deliverPieces(
    async (write) => {
      try {
        await writePad(layout, print, write);
      } finally {
        progress.stop();
      }
    },
    out,
    language.translate("cli.written", { file: out, n: sheets }),
  );
}

/** What the command is asked to print. */
type Asked = ReturnType<typeof withBlock<Flags>>;

/** Large print has paper of its own, and wants much of it. */
const LARGE = "-large";
const LARGE_PAPER = "a4";

function inLargePrint({ variant, flags, usual }: Asked): Asked {
  if (flags.profile !== "large-print") return { variant, flags, usual };
  const paper = usual.includes("paper") ? LARGE_PAPER : flags.paper;
  return { variant, flags: { ...flags, paper: paper.endsWith(LARGE) ? paper : paper + LARGE }, usual };
}

/** The rules, small enough for the back of a sheet. */
async function rulesFor({ game, language, family }: PadJob, room: Size): Promise<BackPage> {
  const { rulesOnOnePage } = await import("../../../print/rulebook/one-page.ts");
  const templates = templatesFrom(null)(language.code, "rules");
  return need(await rulesOnOnePage(game, language, templates, room, family));
}

/** From so many sheets on, memory is looked after. */
const MANY = 1000;

/** What is written is forgotten at once, but the engine would only clear it away when hundreds of megabytes have come together. */
function spareMemory(): void {
  setFlagsFromString("--optimize-for-size");
}

/** A block that is numbered has as many pages as numbers, also where each player has a sheet of their own. */
function sheetsOf({ sheets, numbered }: Flags): number {
  return numbered === undefined ? (sheets ?? 1) : numbered.to - numbered.from + 1;
}

/** All numbers get as many figures as the last one, so that they are alike. */
function numbersOf(
  { layout, family, language, paper }: PadJob,
  { from, to }: { from: number; to: number },
): Numbers {
  const [before = "", after = ""] = language.translate("pad.serial", { number: HERE }).split(HERE);
  const words = { before, after, figures: String(to).length };
  const place = placeSerial(layout, serialText(words, to), family, paper.isLargePrint);
  if (place === null && layout.code === null) {
    const hint = "take larger paper, or leave the marks on: their code tells the number";
    fail("no-room", "there is no room for the number of a sheet", hint);
  }
  return { from, to, serial: place === null ? null : { ...words, place } };
}

/** Stands for a number that is put in later. */
const HERE = "\u0000";
