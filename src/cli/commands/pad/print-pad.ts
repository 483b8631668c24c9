import { basename, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { typeFamily } from "../../../files/package/fonts.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { formPdf, preparePad, countPadSheets } from "../../../files/print/pads.ts";
import { loadGame } from "../../../files/package/games.ts";
import { A4 } from "../../../print/geometry.ts";
import { type PrintSettings, showsStrategy } from "../../../print/imposition/imposition.ts";
import { pagesPerSheet } from "../../../print/layout/layout.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import { writePad } from "../../../print/pad/draw-pad.ts";
import type { PrintJob } from "../../../print/pad/job-ticket.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import { faceWord } from "../../../i18n/game-words.ts";
import { facesOf } from "../../../rules/dice/dice.ts";
import type { Game } from "../../../rules/game/game.ts";
import { Failure, need } from "../../../rules/problem/problem.ts";
import { deliver, print as printLine, progressBar } from "../../console/output.ts";
import { type Output, writeAll } from "../../console/write-file.ts";
import { fileOrInFolder } from "../../console/write-file.ts";
import { readBrand } from "../../brand.ts";
import { type Request, resolveRequest } from "../../request.ts";
import { padFile, padFlagProblems, type PadFlags, printSettings, resolvePadFlags } from "./settings.ts";

/** `augenblock pad`. @param named a variant, or a block file. @param defaults the flags left at their defaults */
export async function printPad(named: string, given: PadFlags, defaults: readonly string[]): Promise<void> {
  const request = await resolveRequest(named, given, defaults, null);
  const { variant, from } = request;
  const flags = resolvePadFlags(request);
  const problems = padFlagProblems(flags);
  if (problems.length > 0) throw new Failure(problems);
  if (flags.profile === "fillable") return printForm({ variant, from }, flags);
  const settings = need(printSettings(flags));
  if (flags.calibrate === true) return calibrate(settings, flags);
  await print({ variant, from }, flags, settings);
}

type Named = Pick<Request<PadFlags>, "variant" | "from">;

const MANY_SHEETS = 1000;

async function print({ variant, from }: Named, flags: PadFlags, settings: PrintSettings): Promise<void> {
  // Pages are garbage once written; by default, V8 lets hundreds of megabytes of them pile up.
  if (countPadSheets(flags) >= MANY_SHEETS) setFlagsFromString("--optimize-for-size");
  const { branding, look } = await readBrand(flags);
  const language = need(loadLanguage(flags.lang));
  const game = need(await loadGame(variant, flags.set, from));
  const made = readBuildDate();
  const strategy = showsStrategy(flags.back) ? await loadStrategy(game) : null;
  const pad = await preparePad(game, language, {
    ...flags,
    settings,
    branding,
    look,
    strategy,
    madeAt: made,
  });
  const out = fileOrInFolder(flags.out, padFile(game, flags, pad.paper.name));
  const progress = await progressBar(`${language.translate("pad.progress")} {bar} {value}/{total}`);
  const print = { ...pad.print, onPage: progress.update };
  const content = (write: Write) => writePad(pad.layout, print, write).finally(progress.stop);
  const message = language.translate("cli.written", { file: out, n: print.sheets });
  if (flags.jobTicket !== true) return deliver(content, out, message);
  const job = {
    ...{ language, branding, look, settings, game: language.text(game.name), sheet: pad.paper },
    faces: facesOf(game.dice).map((face) =>
      game.symbols.size === 0 ? face : faceWord(language, game.symbols, face),
    ),
    ...{ sheets: print.sheets, numbers: flags.numbered ?? null, madeAt: made },
  };
  await writeAll([{ file: out, flag: "--out", content }, ...(await ticketFiles(job, out))]);
  printLine(message);
}

async function loadStrategy(game: Game): Promise<Strategy> {
  const { needStrategy } = await import("../odds/need-odds.ts");
  return needStrategy(game);
}

type Write = Parameters<typeof writePad>[2];

/** `--job-ticket`: the files for a print shop, named after the pad. */
async function ticketFiles(job: Omit<PrintJob, "files">, out: string): Promise<Output[]> {
  const { ticketText, writeCover, writeTicket } = await import("../../../print/pad/job-ticket.ts");
  const nameFile = (what: string) => `${out.replace(/\.pdf$/i, "")}-${what}`;
  const files = { pad: basename(out), cover: basename(nameFile("cover.pdf")) };
  const whole = { ...job, files };
  const family = await typeFamily();
  const output = (what: string, content: Output["content"]) => ({
    file: nameFile(what),
    flag: "--job-ticket",
    content,
  });
  return [
    output("order.txt", ticketText(whole)),
    output("order.pdf", (write: Write) => writeTicket(whole, family, write)),
    output("cover.pdf", (write: Write) => writeCover(whole, family, write)),
  ];
}

/** Now, or the time of SOURCE_DATE_EPOCH for reproducible files (reproducible-builds.org). */
function readBuildDate(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
}

/** `--calibrate`: two pages that show the offset of a printer’s back side. */
async function calibrate({ on }: PrintSettings, { lang, out }: PadFlags): Promise<void> {
  const { writeCalibration } = await import("../../../print/pad/draw-calibration.ts");
  const language = need(loadLanguage(lang));
  const page = on ?? { name: "a4", ...A4 };
  const lines = (side: string) => language.translate(`pad.calibration-${side}`).split(" / ");
  const calibration = {
    page,
    title: language.translate("pad.calibration"),
    language: language.code,
    family: await typeFamily(),
    front: lines("front"),
    back: lines("back"),
  };
  const file = fileOrInFolder(out, join("output", `calibration-${page.name}.pdf`));
  await deliver((write) => writeCalibration(calibration, write), file);
}

/** `--profile fillable`: the pad as a form to fill in on screen. */
async function printForm({ variant, from }: Named, flags: PadFlags): Promise<void> {
  const { branding, look } = await readBrand(flags);
  const language = need(loadLanguage(flags.lang));
  const game = need(await loadGame(variant, flags.set, from));
  const pdf = need(await formPdf(game, language, { ...flags, branding, look }));
  const paper = need(parsePaper(flags.paper)).name;
  const out = fileOrInFolder(flags.out, padFile(game, flags, paper));
  const n = countPadSheets(flags) * pagesPerSheet(game, flags);
  await deliver(pdf, out, language.translate("cli.written", { file: out, n }));
}
