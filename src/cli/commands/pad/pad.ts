import { type Message, msg } from "../../../rules/problem/message.ts";
import {
  BACKS,
  CUT_GUIDES,
  GLUE_EDGES,
  ORDERS,
  type PrintSettings,
  showsStrategy,
  parseOffset,
  PROFILE_NAMES,
} from "../../../print/imposition/imposition.ts";
import { MAX_SHEETS, parseNumberSpan } from "../../../print/layout/sheet-code.ts";
import {
  BadValue,
  brandFlags,
  createCountParser,
  listDefaultFlags,
  createChoiceParser,
  paperFlags,
  styleFlag,
} from "../../flags.ts";
import { blockNote, type Command } from "../../help.ts";
import { t } from "../../console/language.ts";
import { basename, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { typeFamily } from "../../../files/package/fonts.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { formPdf, preparePad, countPadSheets } from "../../../files/print/pads.ts";
import { loadGame } from "../../../files/package/games.ts";
import { A4 } from "../../../print/geometry.ts";
import { pagesPerSheet } from "../../../print/layout/layout.ts";
import { parsePaper } from "../../../print/layout/paper.ts";
import { writePad } from "../../../print/pad/draw-pad.ts";
import type { PrintJob } from "../../../print/pad/job-ticket.ts";
import { faceWord } from "../../../i18n/game-words.ts";
import { facesOf } from "../../../rules/dice/dice.ts";
import { Failure, need } from "../../../rules/problem/problem.ts";
import { print as printLine, progressBar } from "../../console/output.ts";
import { deliver, fileOrInFolder, type Output, writeAll } from "../../console/write-file.ts";
import { readBrand } from "../../brand.ts";
import { type Request, resolveRequest } from "../../request.ts";
import { padFile, padFlagProblems, type PadFlags, printSettings, resolvePadFlags } from "./settings.ts";

/** `augenblock pad`: the score pad as PDF. */
export default function padCommand(command: Command): Command {
  const printing = styleFlag(paperFlags(command))
    .option(
      "--sheets <n>",
      t`cli.pad-sheets-flag: number of sheets (default: 1)`,
      createCountParser(1, 100_000),
    )
    .option(
      "--blocks <n>",
      t`cli.pad-blocks-flag: print this many blocks of --sheets sheets, each with a separator sheet in front`,
      createCountParser(1, 100_000),
    )
    .option(
      "--numbered <from-to>",
      t`cli.pad-numbered-flag: number the sheets, such as 1-50`,
      createFlagParser(parseNumberSpan, SPAN),
    )
    .option(
      "--out <file>",
      t`cli.pad-out-flag: file or folder to write to (default: output/, named after the game and the flags)`,
    )
    .optionsGroup(t`cli.printing-group: Printing:`)
    .option(
      "--profile <name>",
      t`cli.pad-profile-flag: home, copyshop, printshop, archive (PDF/A-2), large-print, receipt (a strip for a receipt printer), or fillable (a form to fill in on screen)`,
      createChoiceParser(...PROFILE_NAMES),
      "home",
    )
    .option("--on <paper>", t`cli.pad-on-flag: put as many sheets as fit on each page of this paper`)
    .option(
      "--order <order>",
      t`cli.pad-order-flag: order of the sheets: in-turn, or stacked (in order after cutting and stacking)`,
      createChoiceParser(...ORDERS),
    )
    .option(
      "--cuts <guides>",
      t`cli.pad-cuts-flag: cutting guides: lines, ticks or none`,
      createChoiceParser(...CUT_GUIDES),
    )
    .option(
      "--glue-edge <edge>",
      t`cli.pad-glue-edge-flag: edge to keep free for glue: top, left or none`,
      createChoiceParser(...GLUE_EDGES),
    )
    .option("--glue-mm <mm>", t`cli.glue-mm-flag: width of that edge (default: 10)`, createCountParser(0, 40))
    .option(
      "--bleed <mm>",
      t`cli.pad-bleed-flag: add this much bleed, with trim and bleed boxes`,
      createCountParser(0, 20),
    )
    .option("--crop-marks", t`cli.pad-crop-marks-flag: add crop marks for a print shop`)
    .option(
      "--job-ticket",
      t`cli.pad-job-ticket-flag: also write an order for a print shop (text and PDF) and a cover for the backing board`,
    )
    .option(
      "--back <flip>",
      t`cli.pad-back-flag: print the rules on the back, for a printer that flips paper on its long-edge or short-edge; or the strategy card: strategy, or strategy-short-edge`,
      createChoiceParser(...BACKS),
    )
    .option(
      "--back-offset <x,y>",
      t`cli.pad-back-offset-flag: shift the back by this many mm to the right and down`,
      createFlagParser(parseOffset, OFFSET),
    )
    .option(
      "--calibrate",
      t`cli.pad-calibrate-flag: print two test pages that show which --back-offset to use`,
    );
  return brandFlags(printing)
    .option("--link <address>", t`cli.pad-link-flag: web address as a QR code in the corner of the table`)
    .option(
      "--players-named <names>",
      t`cli.pad-players-named-flag: names of the players, separated by commas`,
    )
    .option("--date <date>", t`cli.pad-date-flag: date, printed exactly as given`)
    .notes(
      blockNote(),
      t`cli.pad-notes: home prints one sheet per page, copyshop prints A4 pages to cut and stack, printshop adds bleed and an edge for glue. Each of these settings also has a flag of its own.`,
    )
    .examples(
      "pad yazzo --paper a5 --sheets 50",
      "pad yazzo --numbered 1-200 --profile copyshop",
      "pad yazzo --blocks 20 --sheets 50 --profile printshop --job-ticket",
      "pad yatzy --players 3 --profile fillable",
      'pad yatzy --title "The Golden Lion" --logo lion.svg --players-named Anna,Ben',
      "pad yazzo --style pub --accent #7a1f1f",
      "pad yazzo --profile large-print",
      "pad doppel-yatzy --set extra=chance --players 6 --lang sv",
    )
    .action((variant, flags) => printPad(variant, flags, listDefaultFlags(command)));
}

const SPAN = msg`cli.number-range: the first and last number, such as 1-50, up to ${MAX_SHEETS}`;
const OFFSET = msg`cli.offset-in-mm: mm to the right and down, such as 1.5,-0.5`;

/** A parser for a flag. @param wanted completes "expected …" */
function createFlagParser<T>(parse: (value: string) => T | null, wanted: Message): (value: string) => T {
  return (value) => {
    const found = parse(value);
    if (found !== null) return found;
    throw new BadValue(msg`cli.bad-flag-value: expected ${wanted}; not \`${value}\``);
  };
}

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
  const { branding, look } = await readBrand(flags, { variant, from, choices: flags.set });
  const language = need(loadLanguage(flags.lang, flags.templates));
  const game = need(await loadGame(variant, flags.set, from));
  // SOURCE_DATE_EPOCH makes files reproducible (reproducible-builds.org).
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  const made = Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
  const strategy = showsStrategy(flags.back)
    ? await (await import("../odds/need-odds.ts")).needStrategy(game)
    : null;
  const choices = { ...flags, settings, branding, look, strategy, madeAt: made };
  const pad = await preparePad(game, language, choices);
  const out = fileOrInFolder(flags.out, padFile(game, flags, pad.paper.name));
  const progress = await progressBar(`${language.translate("pad.progress")} {bar} {value}/{total}`);
  const print = { ...pad.print, onPage: progress.update };
  const content = (write: Write) => writePad(pad.layout, print, write).finally(progress.stop);
  const message = language.translate("cli.written", { file: out, n: print.sheets });
  if (flags.jobTicket !== true) return deliver(content, out, message);
  const { sheets, blocks, numbers = null } = print;
  const job = {
    ...{ language, branding, look, settings, game: language.text(game.name), sheet: pad.paper },
    faces: facesOf(game.dice).map((face) =>
      game.symbols.size === 0 ? face : faceWord(language, game.symbols, face),
    ),
    ...{ sheets, blockSheets: blocks?.sheets ?? null, numbers, madeAt: made },
  };
  await writeAll([{ file: out, flag: "--out", content }, ...(await ticketFiles(job, out))]);
  printLine(message);
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
  const { branding, look } = await readBrand(flags, { variant, from, choices: flags.set });
  const language = need(loadLanguage(flags.lang, flags.templates));
  const game = need(await loadGame(variant, flags.set, from));
  const pdf = need(await formPdf(game, language, { ...flags, branding, look }));
  const paper = need(parsePaper(flags.paper)).name;
  const out = fileOrInFolder(flags.out, padFile(game, flags, paper));
  const n = countPadSheets(flags) * pagesPerSheet(game, flags);
  await deliver(pdf, out, language.translate("cli.written", { file: out, n }));
}
