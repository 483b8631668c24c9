import type { Language } from "../../i18n/language.ts";
import type { Strategy } from "../../odds/strategy/strategy.ts";
import { type Branding, type Look, PLAIN_LOOK, UNBRANDED } from "../../print/brand.ts";
import type { WritingFamily } from "../../print/fonts/typeface.ts";
import type { Size } from "../../print/geometry.ts";
import { PROFILES, type PrintSettings, printRun } from "../../print/imposition/imposition.ts";
import { placeSerial } from "../../print/layout/frame.ts";
import { hasSheetForAll, layOutSheet, pagesPerSheet } from "../../print/layout/layout.ts";
import { GOOD_MODULE_MM } from "../../print/layout/head.ts";
import { chooseMarks, type MarksChoice } from "../../print/layout/marks.ts";
import type { PadText } from "../../print/layout/pad-form.ts";
import { withoutGlueEdge, parsePaper } from "../../print/layout/paper.ts";
import { MAX_SHEETS, type NumberSpan, buildSheetCode } from "../../print/layout/sheet-code.ts";
import type { PadPrint } from "../../print/pad/draw-pad.ts";
import type { QrModules } from "../../print/pad/symbols.ts";
import type { Numbers } from "../../print/pad/draw-sheet.ts";
import { dressSheet } from "../../print/style/dress-sheet.ts";
import { printInDots } from "../../print/style/dots.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { type Result, attempt, need, refusal, success } from "../../rules/problem/problem.ts";
import { languageCodes } from "../package.ts";
import { rulesFamily, typeFamily, withTitleFace } from "../package/fonts.ts";
import { preparedId } from "../package/games.ts";
import { loadLanguage, wordFiles } from "../package/languages.ts";
import { readBuildCache } from "../package/prepared.ts";
import { type Templates, loadTemplates, shippedTemplate, loadStyle } from "../package/templates.ts";
import { readVariantText } from "../package/variants.ts";

/** Options for the layout of a sheet. */
export interface SheetChoices {
  /** A name such as `a4`, `a5` or `letter`, or `<width>x<height>mm`; `a5` by default. The suffix `-large` means large print. */
  readonly paper?: string | undefined;
  /** Columns on a sheet that players share (by default 4, or as many as fit), otherwise sheets per game. */
  readonly players?: number | undefined;
  /** The number of games of one player on each sheet, 2 to 9; left out for sheets of players. */
  readonly games?: number | undefined;
  /** What the sheet carries so that photos of it can be read; `standard` by default. */
  readonly marks?: MarksChoice | undefined;
  /** A folder of the user's own templates, used in place of the shipped ones. */
  readonly templates?: string | undefined;
  /** A shipped style (`plain`, `classic`, `pub`, `kids`, `elegant`), or the path of a style file; `plain` by default. */
  readonly style?: string | undefined;
}

/** Options for printing a pad. */
export interface PadChoices extends SheetChoices {
  /** The number of sheets, or of sets with a sheet for each player. By default 1, or as many as fill the pages that sheets share. */
  readonly sheets?: number | undefined;
  /** The numbers of the sheets, in place of their count or with the same count. */
  readonly numbered?: NumberSpan | undefined;
  /** Prints this many blocks of `sheets` sheets, each with a separator in front; sheets say block and place. */
  readonly blocks?: number | undefined;
  /** The imposition of sheets onto pages: one of `PROFILES`, perhaps modified; `PROFILES.home` by default. */
  readonly settings?: PrintSettings | undefined;
  /** Overrides the title, names and more. */
  readonly branding?: Branding | undefined;
  readonly look?: Look | undefined;
  /** The strategy card for the backs, which otherwise show the rules. */
  readonly strategy?: Strategy | null | undefined;
  /** The creation date, which files for a press must contain; now by default. */
  readonly madeAt?: Date | undefined;
}

/** A sheet that is laid out for printing. The paper includes the strip for glue. */
export type PadJob = Awaited<ReturnType<typeof padJob>>;

/** Lays out a sheet with the fonts and templates of this package. @throws Failure if it can't be made */
export async function padJob(
  game: Game,
  language: Language,
  { paper: named = "a5", templates, players: count, games, marks: carried = true, style: look }: SheetChoices,
  settings: PrintSettings = PROFILES.home,
  branding: Branding = UNBRANDED,
) {
  const paper = need(parsePaper(named));
  const text = need(await loadPadText(game, language, need(loadTemplates(templates))));
  const players = choosePlayerCount(game, { players: count, games }, branding);
  const options = {
    marks: chooseMarks(carried),
    ...(players !== undefined && { players }),
    ...(games !== undefined && { games }),
  };
  const style = need(await loadStyle(look));
  const family = await typeFamily();
  const layout = need(layOutSheet(withoutGlueEdge(paper, settings), game, text, options, family, branding));
  return { game, language, paper, text, layout, style, family, pagesPerSheet: pagesPerSheet(game, options) };
}

/** The sheet of a job in its style, with the fonts to draw it. @param numbers whose place stays free */
async function dressJob(
  { layout, style, family }: PadJob,
  { dotsPerInch }: Pick<PrintSettings, "dotsPerInch"> = PROFILES.home,
  numbers: Numbers | null = null,
) {
  const fonts = await withTitleFace(family, style.face);
  const reserved = numbers?.serial == null ? [] : [numbers.serial.place.ink];
  const dressed = dressSheet(layout, style, fonts, reserved);
  const printed = dotsPerInch === null ? dressed : printInDots(dressed, fonts, dotsPerInch);
  return { layout: printed, family: fonts };
}

/** The number of players: as given, or of the names; not more than the game allows. */
function choosePlayerCount(
  game: Game,
  wanted: Pick<SheetChoices, "players" | "games">,
  branding: Branding,
): number | undefined {
  const players = countNamedPlayers(game, wanted, branding);
  const { max } = game.players;
  if (players === undefined || max === null || players <= max) return players;
  const message = msg`files.too-many-players: this game is for at most ${max} players, not ${players}`;
  return need(refusal("too-many-players", message));
}

function countNamedPlayers(
  game: Game,
  { players, games }: Pick<SheetChoices, "players" | "games">,
  { names }: Branding,
): number | undefined {
  if (names.length === 0) return players;
  if (players === undefined) return names.length;
  const isForAll = hasSheetForAll(game, games === undefined ? {} : { games });
  if (players >= names.length && (isForAll || players === names.length)) return players;
  const hint = msg`files.leave-out-players-hint: leave out \`--players\`: there are as many players as names`;
  const message = msg`files.players-and-names: \`--players ${players}\` and ${names.length} names don’t go together`;
  return need(refusal("flags-collide", message, hint));
}

/** What decides how many sheets are printed. */
type SheetCount = Pick<PadChoices, "sheets" | "numbered" | "blocks">;

interface SheetPlan {
  readonly sheets: number;
  readonly numbered: NumberSpan | undefined;
  readonly blockSheets: number | null;
}

/** The number of sheets of a pad: with numbers, one for each. */
export function countPadSheets({ sheets = 1, numbered, blocks = 1 }: SheetCount): number {
  return numbered === undefined ? sheets * blocks : numbered.to - numbered.from + 1;
}

/**
 * The printed sheets, their numbers, and how many a block has (null without blocks); or how the settings contradict each other. Without
 * a count, as many as fill the pages that sheets share. Sheets of blocks are numbered throughout.
 *
 * @param pagesPerSheet the sheets that a game takes. @param slots the sheets on a page. @param inFront the slots for what is no sheet
 */
export function planSheets(
  choices: SheetCount,
  pagesPerSheet = 1,
  slots = 1,
  inFront = 0,
): Result<SheetPlan> {
  const { sheets, numbered, blocks } = choices;
  const count = countPadSheets(choices);
  const wanted = (sheets ?? 1) * (blocks ?? 1);
  if (blocks !== undefined && sheets === undefined && numbered === undefined)
    return refusal(
      "flags-collide",
      msg`files.blocks-without-sheets: the number of sheets in a block is missing`,
      msg`files.blocks-without-sheets-hint: also give the number of sheets, such as 50`,
    );
  if (sheets !== undefined && numbered !== undefined && ![wanted, wanted * pagesPerSheet].includes(count))
    return refusal(
      "flags-collide",
      msg`files.sheets-and-numbers: the numbers ${numbered.from}–${numbered.to} and the number of sheets don’t match: ${count} and ${wanted}`,
      msg`files.sheets-and-numbers-hint: leave out the numbers or the number of sheets`,
    );
  const first = numbered?.from ?? 1;
  let all = numbered === undefined ? count * pagesPerSheet : count;
  if (blocks === undefined) {
    const fills = Array.from({ length: slots }, (_, more) => all + more * pagesPerSheet);
    if (numbered === undefined && sheets === undefined)
      all = fills.find((sheets) => (sheets + inFront) % slots === 0) ?? all;
    return success({ sheets: all, numbered, blockSheets: null });
  }
  const blockSheets = all / blocks;
  if (!Number.isInteger(blockSheets))
    return refusal(
      "flags-collide",
      msg`files.unequal-blocks: ${all} sheets don’t make ${blocks} blocks of equal size`,
      msg`files.unequal-blocks-hint: choose a number of sheets that can be divided by ${blocks}`,
    );
  if ((first - 1) % blockSheets !== 0)
    return refusal(
      "flags-collide",
      msg`files.middle-of-block: sheet ${first} is in the middle of a block of ${blockSheets} sheets`,
      msg`files.middle-of-block-hint: begin with sheet ${first + blockSheets - ((first - 1) % blockSheets)}`,
    );
  if (all > MAX_SHEETS)
    return refusal(
      "flags-collide",
      msg`files.too-many-sheets: ${all} sheets are too many: numbers go up to ${MAX_SHEETS}`,
      msg`files.too-many-sheets-hint: print fewer blocks`,
    );
  return success({ sheets: all, numbered: numbered ?? { from: 1, to: all }, blockSheets });
}

/** Prepares a pad for drawing. @throws Failure if it can't be made */
export async function preparePad(game: Game, language: Language, choices: PadChoices) {
  const { settings = PROFILES.home, branding = UNBRANDED, look, strategy = null } = choices;
  const { job, code } = await layOutWithLink(game, language, choices, settings, branding);
  const run = need(printRun(job.paper, settings));
  const { slots } = run.imposition;
  // Rules show what players write, pads do not.
  const backs = run.backs === null ? null : { ...run.backs, family: await rulesFamily() };
  const plan = need(planSheets(choices, job.pagesPerSheet, slots.length, code === null ? 0 : 1));
  const { sheets, numbered } = plan;
  const numbers = numbered === undefined ? null : planSheetNumbers(job, numbered, plan.blockSheets);
  const dressed = await dressJob(job, settings, numbers);
  const print: PadPrint = {
    title: branding.title ?? language.text(game.name),
    language: language.code,
    isArchived: settings.isArchived,
    ...(settings.isForPress && buildPressMetadata(settings, choices)),
    family: { ...backs?.family, ...dressed.family },
    sheets,
    numbers,
    blocks: planSeparators(job, plan, code),
    run,
    back: backs === null ? null : await renderPadBack(job, backs, strategy),
    ...(look && { look }),
  };
  return { ...job, ...dressed, print };
}

/** The sheet, and the code that opens the game where the table's corner is too small for it: that has a page of its own. */
async function layOutWithLink(
  game: Game,
  language: Language,
  choices: PadChoices,
  settings: PrintSettings,
  branding: Branding,
): Promise<{ readonly job: PadJob; readonly code: QrModules | null }> {
  const lay = (brand: Branding) => padJob(game, language, choices, settings, brand);
  const { link = null, opensGame = false } = choices.look ?? {};
  if (link === null || !opensGame) return { job: await lay(branding), code: null };
  const leastMm = link.length * GOOD_MODULE_MM;
  const inCorner = await attempt(() => lay(branding));
  if (inCorner.ok && (inCorner.value.layout.link?.widthMm ?? 0) >= leastMm)
    return { job: inCorner.value, code: null };
  return { job: await lay({ ...branding, linkModules: null, linkCaption: null }), code: link };
}

function buildPressMetadata({ glueEdge, glueMm }: PrintSettings, { madeAt = new Date() }: PadChoices) {
  return { pressDate: madeAt, ...(glueEdge !== "none" && { glue: `${glueEdge} ${glueMm}` }) };
}

/**
 * The score pad of a game as PDF.
 *
 * @returns the bytes of the file, the same for the same input (one for a press says when it was made, too: `readBuildDate`); or why there is none: no such paper, the game does not fit on it (the
 *   problem names the smallest paper that does), bad templates
 */
export function padPdf(
  game: Game,
  language: Language,
  choices: PadChoices = {},
): Promise<Result<Uint8Array>> {
  return attempt(async () => {
    const { drawPad } = await import("../../print/pad/draw-pad.ts");
    const { layout, print } = await preparePad(game, language, choices);
    return drawPad(layout, print);
  });
}

/** The strategy card, if there is one, or the rules, small enough for the back of a sheet. */
async function renderPadBack(
  { game, language, layout }: PadJob,
  { sheet: room, family }: { readonly sheet: Size; readonly family: WritingFamily },
  strategy: Strategy | null,
) {
  const { rulesOnOnePage, strategyOnOnePage } = await import("../../print/rulebook/rules-pdf.ts");
  const templates = need(loadTemplates());
  const { code } = language;
  if (strategy !== null)
    return need(await strategyOnOnePage(game, language, strategy, templates(code, "strategy"), room, family));
  // Other boxes to tick are for chips and saved rolls.
  const ticksRepeats = layout.ticks.some(({ ticks }) => ticks === "repeats");
  const speak = (spoken: Language) => ({ language: spoken, templates: templates(spoken.code, "rules") });
  const others = languageCodes().filter((other) => other !== code);
  const speakOthers = () => others.map((other) => speak(need(loadLanguage(other))));
  return need(await rulesOnOnePage(game, [speak(language), speakOthers], room, family, ticksRepeats));
}

/** @param blockSheets the sheets of a block; null without blocks */
function planSheetNumbers(
  { layout, family, language, paper }: PadJob,
  { from, to, figures = 0 }: NumberSpan,
  blockSheets: number | null,
): Numbers {
  const text =
    blockSheets === null
      ? serialText(language, Math.max(figures, String(to).length))
      : blockSerialText(language, blockSheets);
  const place = placeSerial(layout, text(to), family, paper.isLargePrint);
  if (place !== null) return { from, to, serial: { place, text } };
  if (layout.code !== null) return { from, to, serial: null };
  const hint = msg`files.no-room-for-number-hint: use larger paper, or keep the marks: their code contains the number`;
  return need(refusal("no-room", msg`files.no-room-for-number: there is no room for the sheet number`, hint));
}

/** Placeholders for numbers. */
const [HERE, THERE] = ["\u0000", "\u0001"];

/** Writes numbers with the same number of figures, so that they look alike. */
function serialText(language: Language, figures: number): (number: number) => string {
  const [before = "", after = ""] = language.translate("pad.serial", { number: HERE }).split(HERE);
  return (number) => `${before}${String(number).padStart(figures, "0")}${after}`;
}

/** Writes the number of a sheet as its block and its place there. */
function blockSerialText(language: Language, sheets: number): (number: number) => string {
  const text = language.translate("pad.block-serial", { block: HERE, sheet: THERE, n: sheets });
  return (number) =>
    text
      .replace(HERE, String(Math.ceil(number / sheets)))
      .replace(THERE, String(((number - 1) % sheets) + 1));
}

/** Separators with what they say: the number of the block, the game and its sheets; only the game where there is one for its code alone. */
function planSeparators(
  { language, game }: PadJob,
  { sheets: all, blockSheets, numbered }: SheetPlan,
  modules: QrModules | null,
): NonNullable<PadPrint["blocks"]> | null {
  const name = language.text(game.name);
  const code = modules && { modules, caption: language.translate("pad.code-page") };
  if (blockSheets === null) return code && { sheets: all, first: 1, separator: () => [name, ""], code };
  const sheets = blockSheets;
  return {
    sheets,
    code,
    first: ((numbered?.from ?? 1) - 1) / sheets + 1,
    separator: (block) => [
      language.translate("pad.block", { block }),
      language.translate("pad.block-sheets", {
        game: name,
        n: sheets,
        from: (block - 1) * sheets + 1,
        to: block * sheets,
      }),
    ],
  };
}

/** Viewers calculate every sum of a form again when one entry changes. */
const MAX_PAGES = 40;

/** What a form is made with; the number of the first sheet is that of `numbered`. */
export type FormChoices = Omit<PadChoices, "settings" | "blocks">;

/**
 * The pad as a PDF form to fill in on a screen: it adds up by itself, and `check` reads it.
 *
 * @returns the bytes of the file, at most 40 pages; or why there is none, as for `padPdf`
 */
export function formPdf(
  game: Game,
  language: Language,
  choices: FormChoices = {},
): Promise<Result<Uint8Array>> {
  return attempt(async () => {
    const { drawForm } = await import("../../print/form/draw-form.ts");
    const job = await padJob(game, language, choices, PROFILES.home, choices.branding);
    const { text, paper, pagesPerSheet } = job;
    const { layout, family } = await dressJob(job);
    need(planSheets(choices, pagesPerSheet));
    const sheets = countPadSheets(choices);
    const pages = sheets * pagesPerSheet;
    if (pages > MAX_PAGES) {
      const hint = msg`files.form-too-many-pages-hint: make several, or copy the file: it stays empty until it is saved`;
      const message = msg`files.form-too-many-pages: a fillable PDF has at most ${MAX_PAGES} pages, but this would be ${pages}`;
      return need(refusal("too-many-pages", message, hint));
    }
    const players = Math.max(...layout.boxes.map(({ player }) => player));
    const { columnsAreGames = false } = layout;
    const columns = { paper, players, columnsAreGames };
    return drawForm({
      ...{ game, language, text, layout, family },
      // Pages of games are sheets of their own.
      ...(columnsAreGames ? { sheets: pages, pagesPerSheet: 1 } : { sheets, pagesPerSheet }),
      look: choices.look ?? PLAIN_LOOK,
      paper: paper.name,
      code: layout.code?.code ?? buildSheetCode(game, text, columns),
      firstNumber: choices.numbered?.from ?? 0,
      library: shippedTemplate("form.js").text,
    });
  });
}

async function loadPadText(game: Game, language: Language, templates: Templates): Promise<Result<PadText>> {
  const { code } = language;
  const sources = padSources(code, templates);
  const id = language.isCustom ? null : preparedId(game);
  const known =
    id === null
      ? null
      : readBuildCache(`pads/${id}-${code}`, (source) => sources[source] ?? readVariantText(source));
  if (known !== null) return success(known as PadText);
  // Imported here because most pads come from the build cache and need no template reader.
  return (await import("../../print/pad/pad-text.ts")).padText(game, language, templates(code, "pad"));
}

/** The sources of all pads in a language, by names that no variant can have. */
export function padSources(code: string, templates: Templates): Record<string, string> {
  const words = wordFiles(code).map(({ text }) => text);
  return { "/templates": JSON.stringify(templates(code, "pad")), "/words": words.join() };
}
