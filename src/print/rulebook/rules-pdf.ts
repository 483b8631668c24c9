import { msg } from "../../rules/problem/message.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Brand, NO_BRAND } from "../brand.ts";
import type { Area, Size } from "../geometry.ts";
import { listFoldSides } from "../imposition/imposition.ts";
import { unfoldedSheet } from "../layout/paper.ts";
import { PdfDocument } from "../pdf/document.ts";
import type { BackPage } from "../pad/draw-pad.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { loadHyphenation } from "../fonts/hyphenation.ts";
import { showable, type WritingFamily } from "../fonts/typeface.ts";
import { listNames } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { diceWords, replaceDice, withoutHand } from "./dice.ts";
import type { Strategy } from "../../odds/strategy/strategy.ts";
import { brandMarkup, rulesMarkup, strategyMarkup } from "./markup.ts";
import type { RulesContent } from "./view/rules-view.ts";
import type { PageTemplates } from "../../i18n/template.ts";
import { readBlocks, buildStructure } from "./pdf/blocks.ts";
import { BLACK, drawFigureMarks, type FigureMark, moveMarks, scaleMarks } from "./pdf/marks.ts";
import type { LooseSection } from "./pdf/frame.ts";
import { createWordRules } from "./pdf/words.ts";
import { LARGEST_PT, setPages, type SetPages } from "./pdf/pages.ts";

/** How a rule sheet is printed; its paper is in mm. */
export interface RulesPrint extends RulesContent {
  readonly paper: Size;
  /** Whether the file is made for archives (PDF/A-2a); no if left out. */
  readonly isArchived?: boolean;
  /** Whether two pages share each side of a sheet that is folded in the middle; no if left out. */
  readonly isFolded?: boolean;
  /** Unbranded if left out. */
  readonly brand?: Brand;
}

/**
 * The rules of a game, house rules applied, as PDF: two columns on A4, one on A5 and smaller, readable by programs (PDF/UA-1).
 * @param templates that language's `rules.hbs` and its partials
 * @returns the file, or every problem of the templates; the same input gives the same bytes
 */
export async function rulesPdf(
  game: Game,
  language: Language,
  templates: PageTemplates,
  { paper, isArchived, isFolded = false, brand, ...content }: RulesPrint,
  family: WritingFamily,
): Promise<Result<Uint8Array>> {
  const set = await rulesPages(game, language, templates, paper, family, brand, content, isFolded);
  if (!set.ok) return set;
  return success(await (isFolded ? drawFolded : drawRules)(set.value, isArchived));
}

/** Draws the pages of a game's rules into a PDF. @internal */
export async function drawRules(rules: RulesPages, isArchived = false): Promise<Uint8Array> {
  const document = new PdfDocument({ ...rules.about, isArchived });
  for (const { marks } of rules.pages) {
    document.addPage(rules.paper);
    drawTagged(marks, document);
  }
  return document.finish();
}

/** Draws the pages of a game's rules side by side, on sheets to print on both sides and fold; read out in the order of the pages. */
async function drawFolded(rules: RulesPages, isArchived = false): Promise<Uint8Array> {
  const sheet = unfoldedSheet(rules.paper);
  // Both sides of a sheet are upright if it is turned around an axis like that of the fold.
  const flip = sheet.widthMm > sheet.heightMm ? "short-edge" : "long-edge";
  const document = new PdfDocument({ ...rules.about, isArchived, flip });
  const halfMm = sheet.widthMm / 2;
  const insetMm = (halfMm - rules.paper.widthMm) / 2;
  const aboveMm = (sheet.heightMm - rules.paper.heightMm) / 2;
  for (const side of listFoldSides(rules.pages.length)) {
    document.addPage(sheet);
    for (const [half, page] of side.entries()) {
      if (page === null) continue;
      document.readAsPage(page);
      const { marks } = getElement(rules.pages, page);
      drawTagged(moveMarks(marks, half * halfMm + insetMm, aboveMm), document);
    }
  }
  return document.finish();
}

/** The pages of a rule sheet. */
export interface RulesPages extends SetPages {
  /** Metadata, and the content in reading order. */
  readonly about: ConstructorParameters<typeof PdfDocument>[0];
}

/** Sets what a page says on paper of any size; null only where that takes more than `most` pages. */
type PageSetter = (paper: Size, pages: { perSheet?: number; most?: number }) => RulesPages | null;

/** The pages on a sheet of paper that is folded. */
const PER_FOLD = 4;
/** Cuts that may save a folded leaflet a sheet of paper, the least missed first. */
const CUTS: readonly RulesContent[] = [
  { hasAlternatives: false },
  { examples: ["turn"] },
  { hasAlternatives: false, examples: ["turn"] },
  { examples: ["sheet"] },
  { hasAlternatives: false, examples: ["sheet"] },
];

/** The pages of a rule sheet with everything in its place, not yet drawn; folded, they leave no more than one blank if that can be. @internal */
export async function rulesPages(
  game: Game,
  language: Language,
  templates: PageTemplates,
  paper: Size,
  family: WritingFamily,
  brand: Brand = NO_BRAND,
  content: RulesContent = {},
  isFolded = false,
): Promise<Result<RulesPages>> {
  const perSheet = isFolded ? PER_FOLD : 1;
  const setCut = async (cut: RulesContent) => {
    const setter = await rulesSetter(game, language, templates, family, brand, { ...content, ...cut });
    return setter.ok ? success(setter.value(paper, { perSheet }) as RulesPages) : setter;
  };
  const full = await setCut({});
  const length = full.ok ? full.value.pages.length : 0;
  const over = length % PER_FOLD;
  if (!isFolded || length < PER_FOLD || over === 0 || over === PER_FOLD - 1) return full;
  for (const cut of CUTS) {
    const set = await setCut(cut);
    if (!set.ok || set.value.pages.length <= length - over) return set;
  }
  return full;
}

async function rulesSetter(
  game: Game,
  language: Language,
  templates: PageTemplates,
  family: WritingFamily,
  brand: Brand,
  content: RulesContent,
): Promise<Result<PageSetter>> {
  const markup = rulesMarkup(game, language, templates, content);
  if (!markup.ok) return markup;
  const name = language.text(game.name);
  const title = language.translate("rules.title", { name });
  const names = listNames(game, language);
  const showHeading = (of: string) => showable(language.translate(`rules.heading.${of}`), family);
  const [enter, boxes] = [showHeading("enter"), showHeading("boxes")];
  const loose = [
    { heading: showHeading("worked"), below: boxes, illustrates: boxes, hasSparePoints: true },
    { heading: showHeading("finished"), below: enter, illustrates: boxes },
    { heading: showHeading("strike"), below: enter },
    { heading: showHeading("end"), below: showHeading("strike") },
  ];
  return markdownSetter(markup.value, { name, title, names, loose }, language, family, brand);
}

/** Prepares any Markdown to be laid out as rules. @param about the footer of pages after the first, the title of the file, names that are never divided, and sections that may move */
async function markdownSetter(
  markup: string,
  {
    name,
    title,
    names,
    loose = [],
  }: {
    readonly name: string;
    readonly title: string;
    readonly names: readonly string[];
    readonly loose?: readonly LooseSection[];
  },
  language: Language,
  family: WritingFamily,
  { branding, look }: Brand,
): Promise<Result<PageSetter>> {
  const own = brandMarkup(branding);
  const shown = checkGlyphs(family, own === null ? markup : `${own}\n${markup}`);
  if (!shown.ok) return shown;
  const footer = branding.footer === null ? null : checkGlyphs(family, branding.footer);
  if (footer?.ok === false) return footer;
  const words = createWordRules(await loadHyphenation(language.code), names);
  const blocks = readBlocks(shown.value);
  const { logo: png, accent, outlines = null } = look;
  const { logoRatio: ratio } = branding;
  const logo = png === null || ratio === null ? null : { png, ratio, outlines };
  const strip = own === null && logo === null ? null : { logo, hasWords: own !== null };
  const around = { title: showable(name, family), language, strip, footer: footer?.value ?? null, loose };
  const type = {
    family,
    words,
    accent: accent ?? BLACK,
    minDieMm: hasPairs(shown.value) ? PAIR_DIE_MM : 0,
  };
  return success((paper, { perSheet = 1, most }) => {
    const set = setPages(blocks, paper, { ...around, perSheet }, type, most);
    if (set === null) return null;
    const structure = buildStructure(set.blocks, (dice) => diceWords(dice, language));
    return { ...set, about: { title, language: language.code, fonts: family, structure } };
  });
}

/** On smaller dice, two letters such as the `10` of Escalero would be under 6 pt. */
const PAIR_DIE_MM = 3.5;

/** Whether a die of the sheet shows more than one letter. */
function hasPairs(markup: string): boolean {
  let found = false;
  replaceDice(markup, (dice) => {
    found ||= dice.some(({ face }) => String(face).length > 1);
    return "";
  });
  return found;
}

/** As long as the longest text of a variant; only a hostile template writes longer words, and breaking those takes too long. */
const MAX_WORD_LENGTH = 1_000;

/** The text in characters that the fonts have, or a problem that names the missing ones. */
function checkGlyphs(family: WritingFamily, text: string): Result<string> {
  const shown = showable(text, family);
  const word = shown.split(/\s+/).find(({ length }) => length > MAX_WORD_LENGTH);
  if (word !== undefined) {
    const message = msg`print.word-too-long: a word of ${word.length} characters fits on no paper: \`${word.slice(0, 40)}…\``;
    return refusal("text-too-long", message, msg`print.word-too-long-hint: break it up with spaces`);
  }
  const words = withoutHand(replaceDice(shown, () => "")).replaceAll("\n", "");
  const lacking = [
    ...new Set([...family.regular.listMissingCharacters(words), ...family.bold.listMissingCharacters(words)]),
  ];
  if (lacking.length === 0) return success(shown);
  const message = msg`print.missing-characters: the font has no ${lacking.map((char) => `\`${char}\``).join(", ")}`;
  return refusal(
    "missing-glyph",
    message,
    msg`print.missing-characters-hint: use other characters, or --format html or md`,
  );
}

/** Draws marks in order; consecutive ones of one kind that belong to the same content, or to none, make one part of the page. @internal */
export function drawTagged(marks: readonly FigureMark[], document: PdfDocument): void {
  // Rules, a logo and the foot of the page belong to no content.
  const getContent = (mark: FigureMark) => ("content" in mark ? mark.content : null);
  for (let at = 0; at < marks.length; ) {
    const first = getElement(marks, at);
    const content = getContent(first);
    const isNext = (mark: FigureMark) => mark.kind !== first.kind || getContent(mark) !== content;
    const length = marks.slice(at).findIndex(isNext);
    const stretch = marks.slice(at, length === -1 ? undefined : at + length);
    const drawAll = () => drawFigureMarks(stretch, document);
    if (content === null) document.decoration(first.kind === "text" ? "Pagination" : "Layout", drawAll);
    else document.content(content, drawAll, measureDiceArea(stretch));
    at += stretch.length;
  }
}

/** Where dice lie; text needs no area. */
function measureDiceArea(stretch: readonly FigureMark[]): Area | undefined {
  const dice = stretch.filter((mark) => mark.kind === "die");
  if (dice.length === 0) return undefined;
  const xMm = Math.min(...dice.map((die) => die.xMm));
  const yMm = Math.min(...dice.map((die) => die.yMm));
  const widthMm = Math.max(...dice.map((die) => die.xMm + die.sideMm)) - xMm;
  const heightMm = Math.max(...dice.map((die) => die.yMm + die.sideMm)) - yMm;
  return { xMm, yMm, widthMm, heightMm };
}

/** Larger paper, scaled down afterwards, is tried in these steps. */
const STEP = 1.04;
/** Rules that are set by this much larger than they must be have room in any other language, too. */
const LONGER_LANGUAGE = 1.1;
/** Type on the back of a sheet grows at most as if the paper were this share of its size. */
const LEAST_PAPER = 0.4;
/** The smallest type of a strategy card, in pt. */
const CARD_MIN_PT = 6;
/** What the back of a sheet can show, from the most: all rules or the short version, the examples with them, and the smallest type in pt. */
const BACKS = [
  { isShort: false, examples: ["turn", "sheet"], minPt: 7 },
  { isShort: false, examples: [], minPt: 7 },
  { isShort: true, examples: ["turn", "sheet"], minPt: 7 },
  { isShort: true, examples: ["turn"], minPt: 7 },
  { isShort: true, examples: [], minPt: 6 },
] as const;
/** The partial that is the short version. */
const SHORT = "rules-short";

/** A language with its `rules.hbs` and the partials. */
interface LanguageTemplates {
  readonly language: Language;
  readonly templates: PageTemplates;
}

/**
 * Sets the rules on one page for the back of a sheet, as large as they fit. If they would be too small, sets them without examples, or a short
 * version: what players forget, with the examples that fit. A game has the same on its back in all languages.
 *
 * @param spoken the language that is printed, and the others, which are asked for only where they may be too long
 * @param hasTicks whether the front has boxes to tick for repeats of the best roll
 * @returns a problem if even the short version would be too small
 */
export async function rulesOnOnePage(
  game: Game,
  [own, listOthers]: readonly [LanguageTemplates, () => readonly LanguageTemplates[]],
  paper: Size,
  family: WritingFamily,
  hasTicks = false,
): Promise<Result<BackPage>> {
  const setBack = async (
    { language, templates }: LanguageTemplates,
    { isShort, examples, minPt }: (typeof BACKS)[number],
  ) => {
    const short = isShort ? templates.partials.find(({ name }) => name === SHORT) : undefined;
    const page = short === undefined ? templates : { ...templates, main: short };
    const content: RulesContent = { hasAlternatives: false, examples, ticks: hasTicks ? "front" : "back" };
    const setter = await rulesSetter(game, language, page, family, NO_BRAND, content);
    return setter.ok ? success(fitOnPage(setter.value, paper, minPt)) : setter;
  };
  const hasRoom = async (other: LanguageTemplates, kind: (typeof BACKS)[number]) => {
    const back = await setBack(other, kind);
    return !back.ok || back.value !== null;
  };
  for (const kind of BACKS) {
    const back = await setBack(own, kind);
    if (!back.ok) return back;
    const fitted = back.value;
    if (fitted === null) continue;
    const isSafe = kind === BACKS.at(-1) || fitted.typePt >= LONGER_LANGUAGE * kind.minPt;
    const others = isSafe ? [] : await Promise.all(listOthers().map((other) => hasRoom(other, kind)));
    if (others.every(Boolean)) return success(toBackPage(fitted));
  }
  const message = msg`print.rules-too-long: the rules do not fit on the back of a sheet`;
  const hint = msg`print.rules-too-long-hint: choose a larger sheet with --paper, or print the rules separately: \`augenblock rules\``;
  return refusal("does-not-fit", message, hint);
}

/** One page laid out on paper `enlarged` times the size, with type of this size once it is scaled down. */
interface Fitted {
  readonly size: Size;
  readonly enlarged: number;
  readonly typePt: number;
  readonly set: RulesPages;
}

function toBackPage({ size, enlarged, set }: Fitted): BackPage {
  const marks = set.pages.flatMap((page) => page.marks);
  return { size, scale: 1 / enlarged, draw: (on) => drawFigureMarks(marks, on) };
}

/**
 * Sets all of it on one page: of larger paper, to be scaled down, if needed; of smaller paper if that is enough.
 *
 * @param setOn sets all of it on paper of a size
 * @param minPt type that is smaller once it is scaled down is too small
 * @returns null where it has no room
 */
function fitOnPage(setOn: PageSetter, paper: Size, minPt: number): Fitted | null {
  const setEnlarged = (step: number): Fitted | null => {
    const enlarged = STEP ** step;
    const size = { widthMm: paper.widthMm * enlarged, heightMm: paper.heightMm * enlarged };
    const set = setOn(size, { most: 1 });
    return set === null ? null : { size, enlarged, typePt: set.sizePt / enlarged, set };
  };
  // The smallest paper with room for all of it has the largest type.
  const most = Math.floor(Math.log(LARGEST_PT / minPt) / Math.log(STEP));
  let [full, roomy] = [Math.floor(Math.log(LEAST_PAPER) / Math.log(STEP)), most];
  let found = setEnlarged(roomy);
  if (found === null) return null;
  while (roomy - full > 1) {
    const middle = Math.ceil((full + roomy) / 2);
    const tried = setEnlarged(middle);
    if (tried === null) full = middle;
    else [roomy, found] = [middle, tried];
  }
  // Paper a little larger, with another width of columns, has larger type.
  for (let step = roomy + 1; found.typePt < minPt; step++) {
    if (step > most) return null;
    found = setEnlarged(step) ?? found;
  }
  return found;
}

/**
 * A strategy card as PDF, set like a rule sheet.
 *
 * @param templates that language's `strategy.hbs` and its partials
 * @returns the file; or every problem of the templates, or that the paper is too small
 */
export async function strategyPdf(
  game: Game,
  language: Language,
  strategy: Strategy,
  templates: PageTemplates,
  { paper, isArchived, brand }: RulesPrint,
  family: WritingFamily,
): Promise<Result<Uint8Array>> {
  const fitted = await fitStrategy(game, language, strategy, templates, paper, family, brand);
  return fitted.ok ? success(await drawRules(scaleToPaper(fitted.value.set, paper), isArchived)) : fitted;
}

/** Scales pages that were set on larger paper of the same shape down to this paper. */
function scaleToPaper(set: RulesPages, paper: Size): RulesPages {
  const factor = paper.widthMm / set.paper.widthMm;
  return factor === 1
    ? set
    : { ...set, paper, pages: set.pages.map(({ marks }) => ({ marks: scaleMarks(marks, factor) })) };
}

/** Sets a strategy card on the back of a sheet, as large as it fits; or a problem if it would be too small to read. */
export async function strategyOnOnePage(...card: Parameters<typeof fitStrategy>): Promise<Result<BackPage>> {
  const fitted = await fitStrategy(...card);
  return fitted.ok ? success(toBackPage(fitted.value)) : fitted;
}

async function fitStrategy(
  game: Game,
  language: Language,
  strategy: Strategy,
  templates: PageTemplates,
  paper: Size,
  family: WritingFamily,
  brand = NO_BRAND,
): Promise<Result<Fitted>> {
  const markup = strategyMarkup(game, language, strategy, templates);
  if (!markup.ok) return markup;
  const name = language.text(game.name);
  const title = language.translate("strategy.title", { name });
  const names = listNames(game, language);
  const setter = await markdownSetter(markup.value, { name, title, names }, language, family, brand);
  if (!setter.ok) return setter;
  const fitted = fitOnPage(setter.value, paper, CARD_MIN_PT);
  if (fitted !== null) return success(fitted);
  const message = msg`print.card-too-long: the strategy card does not fit on one page of this paper`;
  const hint = msg`print.card-too-long-hint: choose larger paper with --paper`;
  return refusal("does-not-fit", message, hint);
}
