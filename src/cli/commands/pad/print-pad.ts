import { setFlagsFromString } from "node:v8";
import { placeSerial } from "../../../print/layout/frame.ts";
import { type NumberSpan, sheetCodeOf } from "../../../print/layout/sheet-code.ts";
import type { Size } from "../../../print/geometry.ts";
import { PROFILES, type PrintSettings, printRun } from "../../../print/imposition/imposition.ts";
import { PAPERS } from "../../../print/layout/paper.ts";
import { type BackPage, type Numbers, serialText, writePad } from "../../../print/pad/draw-pad.ts";
import { fail } from "../../console/failure.ts";
import { need } from "../../../rules/problem/problem.ts";
import { deliver, progressBar } from "../../console/output.ts";
import { typeFamily } from "../../../files/fonts.ts";
import { loadLanguage } from "../../../files/languages.ts";
import { shippedTemplate, loadTemplates } from "../../../files/templates.ts";
import { type PadJob, padJob } from "./pad-job.ts";
import { brandOf, type PadFlags, printSettings, requestOf, sheetsOf } from "./settings.ts";

/** The work of `augenblock pad`. @param named a variant, or a block file. @param defaults the flags that were not given */
export async function printPad(named: string, given: PadFlags, defaults: readonly string[]): Promise<void> {
  const { variant, flags } = requestOf(named, given, defaults);
  if (flags.sheets !== undefined && flags.numbered !== undefined) {
    fail("flags-collide", "`--numbered` already says how many sheets there are", "leave out `--sheets`");
  }
  if (flags.profile === "fillable") return printForm(variant, flags);
  const settings = need(printSettings(flags));
  if (flags.calibrate === true) return calibrate(settings, flags);
  await print(variant, flags, settings);
}

const MANY_SHEETS = 1000;

async function print(variant: string, flags: PadFlags, settings: PrintSettings): Promise<void> {
  // Pages are dropped as soon as they are written; by default, the engine collects them only after hundreds of megabytes.
  if (sheetsOf(flags) >= MANY_SHEETS) setFlagsFromString("--optimize-for-size");
  const { branding, look } = await brandOf(flags);
  const job = await padJob(variant, flags, settings, branding);
  const { game, language, paper, layout, family, pagesPerSheet } = job;
  const run = need(printRun(paper, settings));
  const { numbered } = flags;
  const sheets = sheetsOf(flags) * (numbered === undefined ? pagesPerSheet : 1);
  const numbers = numbered === undefined ? null : numbersOf(job, numbered);
  const back = run.backs === null ? null : await rulesFor(job, run.backs.sheet);
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}.pdf`;
  const progress = await progressBar(`${language.translate("pad.progress")} {bar} {value}/{total}`);
  const title = branding.title ?? language.text(game.name);
  const { isArchived } = settings;
  const shown = { title, language: language.code, isArchived, onPage: progress.update };
  const pad = { ...shown, family, sheets, numbers, look, run, back };
  await deliver(
    (write) => writePad(layout, pad, write).finally(progress.stop),
    out,
    language.translate("cli.written", { file: out, n: sheets }),
  );
}

/** The rules, small enough for the back of a sheet. */
async function rulesFor({ game, language, family }: PadJob, room: Size): Promise<BackPage> {
  const { rulesOnOnePage } = await import("../../../print/rulebook/rules-pdf.ts");
  const templates = need(loadTemplates(null))(language.code, "rules");
  return need(await rulesOnOnePage(game, language, templates, room, family));
}

/** All numbers get as many digits as the last one, so that they look alike. */
function numbersOf({ layout, family, language, paper }: PadJob, { from, to }: NumberSpan): Numbers {
  const [before = "", after = ""] = language.translate("pad.serial", { number: HERE }).split(HERE);
  const words = { before, after, figures: String(to).length };
  const place = placeSerial(layout, serialText(words, to), family, paper.isLargePrint);
  if (place === null && layout.code === null) {
    const hint = "take larger paper, or leave the marks on: their code tells the number";
    fail("no-room", "there is no room for the number of a sheet", hint);
  }
  return { from, to, serial: place === null ? null : { ...words, place } };
}

/** A placeholder for the number. */
const HERE = "\u0000";

/** `--calibrate`: two pages that show how far off a printer puts the back. */
async function calibrate({ on }: PrintSettings, { lang, out }: PadFlags): Promise<void> {
  const { writeCalibration } = await import("../../../print/pad/draw-calibration.ts");
  const language = need(loadLanguage(lang));
  const page = on ?? PAPERS.find(({ name }) => name === "a4");
  if (page === undefined) fail("unknown-paper", "there is no paper to calibrate on", "name one with --on");
  const lines = (side: string) => language.translate(`pad.calibration-${side}`).split(" / ");
  const calibration = {
    page,
    title: language.translate("pad.calibration"),
    language: language.code,
    family: await typeFamily(),
    front: lines("front"),
    back: lines("back"),
  };
  const file = out ?? `output/calibration-${page.name}.pdf`;
  await deliver((write) => writeCalibration(calibration, write), file);
}

/** Viewers calculate every sum of a form again when one entry changes. */
const MAX_PAGES = 40;

/** Flags about paper that is cut and glued. */
const FOR_PAPER = ["on", "order", "cuts", "glueEdge", "glueMm", "bleed", "cropMarks", "back"] as const;

/** `--profile fillable`: the pad as a form to fill in on screen. */
async function printForm(variant: string, flags: PadFlags): Promise<void> {
  const idle = FOR_PAPER.find((flag) => flags[flag] !== undefined);
  if (idle !== undefined) {
    const dashed = idle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    fail("flags-collide", `\`--${dashed}\` is about paper, and this pad is filled in on a screen`);
  }
  if (flags.playersNamed !== undefined || flags.date !== undefined) {
    const typed = flags.playersNamed === undefined ? "date" : "players-named";
    const hint = "leave it out, and type it into the form";
    fail("flags-collide", `\`--${typed}\` is for pads on paper`, hint);
  }
  const { drawForm } = await import("../../../print/form/draw-form.ts");
  const { branding, look } = await brandOf(flags);
  const job = await padJob(variant, flags, PROFILES.home, branding);
  const { game, language, text, paper, layout, family, pagesPerSheet } = job;
  const sheets = sheetsOf(flags);
  const pages = sheets * pagesPerSheet;
  if (pages > MAX_PAGES) {
    const hint = "make several, or copy the file: a form stays empty until it is saved";
    fail("too-many-pages", `a form has at most ${MAX_PAGES} pages, and these are ${pages}`, hint);
  }
  const players = Math.max(...layout.boxes.map(({ player }) => player));
  const pdf = await drawForm({
    ...{ game, language, text, layout, look, family, sheets, pagesPerSheet },
    paper: paper.name,
    code: layout.code?.code ?? sheetCodeOf(game, text, paper, players),
    firstNumber: flags.numbered?.from ?? 0,
    library: shippedTemplate("form.js").text,
  });
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}-fillable.pdf`;
  await deliver(pdf, out, language.translate("cli.written", { file: out, n: pages }));
}
