/**
 * augenblock as a library: text and bytes in, values out. Nothing here touches files, process or console; `node.ts` adds what loads
 * from files. docs/api.md explains both.
 *
 *     variant file --readVariant--> Game --padText--> PadText --layOutPad--> PadLayout --drawPad--> PDF
 *                                   Game --rulesMarkdown, rulesHtml, rulesPdf--> rule sheet
 *     sheet file   --readSheet----> Sheet --checkSheet--> SheetReport --describeFinding--> words
 *     photo        --scan (KnownSheets, ScanTools)--> reading, Sheet and findings of every sheet on it
 */
export {
  type GameComparison,
  changedScores,
  compareGames,
  type GameOutcome,
} from "./authoring/diff/compare.ts";
export { comparisonText } from "./authoring/diff/compare.ts";
export type { Difference } from "./authoring/diff/difference.ts";
export { type DescribedDifference, tellDifference } from "./authoring/diff/compare.ts";
export type { Dice, Die, Face, Roll } from "./rules/dice/dice.ts";
export type { Formula, Score } from "./rules/dice/formula.ts";
export type { Pattern } from "./rules/dice/pattern.ts";
export {
  type Claim,
  claimsOfRoll,
  legalScores,
  type ScoringRule,
  scoresOfRoll,
} from "./rules/dice/scores.ts";
export type { Advice, WrittenScores } from "./odds/advise.ts";
export {
  findAdvice,
  findOdds,
  findStrategy,
  type FoundOdds,
  type OddsInterval,
  type OddsWork,
  planOdds,
} from "./odds/find.ts";
export type { Odds } from "./odds/odds.ts";
export type { HoldLine, HoldList, StrategyCard, WriteLine } from "./odds/strategy/card.ts";
export type { Strategy } from "./odds/strategy/strategy.ts";
export { chooseExample, type ShownExample, findImplications } from "./rules/game/examples.ts";
export type * from "./rules/game/game.ts";
export { type SheetLine, listSheetLines, computeBonus, type LineKind } from "./rules/sums/sum-graph.ts";
export { type OutOfOrder, orderAllows, findOrderViolation as outOfOrder } from "./rules/game/order.ts";
export { mostRepeats, holdsRepeat } from "./rules/game/repeats.ts";
export {
  countBoxes,
  listCategories,
  findCategory,
  constraintHolds,
  countGameTurns,
} from "./rules/game/rows.ts";
export { highestTotal, lowestTotal } from "./rules/sums/totals.ts";
export { type Branding, UNBRANDED } from "./print/brand.ts";
export { layOutPad } from "./print/layout/layout.ts";
export type { PadSize } from "./print/layout/plan-sheet.ts";
export type * from "./print/layout/pad-layout.ts";
export type {
  ColumnHead,
  FieldPurpose,
  LineRank,
  PadField,
  PadRow,
  PadText,
} from "./print/layout/pad-form.ts";
export { PAPERS, type Paper, parsePaper } from "./print/layout/paper.ts";
export { lintVariantFile } from "./authoring/lint/lint.ts";
export { type LintedFile, sarifLog } from "./authoring/lint/sarif.ts";
export { drawPad, type PadPrint, writePad } from "./print/pad/draw-pad.ts";
export { makeEdition, type PageParts, publishPage, type ShownEdition } from "./print/publish/publish-page.ts";
export {
  type FolderFile,
  manifestFile,
  type PublishedFile,
  publishedFile,
  packZip,
} from "./print/publish/publication.ts";
export type { PreflightCode, PreflightFinding } from "./print/preflight/finding.ts";
export type { PdfFault, Preflight } from "./print/preflight/preflight.ts";
export type { Asked as PreflightRequest } from "./print/preflight/requirements.ts";
export { padText } from "./print/pad/pad-text.ts";
export { PROFILES, printRun, type PrintSettings } from "./print/imposition/imposition.ts";
export {
  Failure,
  need,
  type Paint,
  type Place,
  type Problem,
  type Result,
  type Severity,
  showProblem,
  showProblems,
} from "./rules/problem/problem.ts";
export { rulesHtml } from "./print/rulebook/rules-html.ts";
export type { WebFonts } from "./print/rulebook/page-style.ts";
export { rulesMarkdown } from "./print/rulebook/markup.ts";
export { type RulesPrint, rulesPdf } from "./print/rulebook/rules-pdf.ts";
export { checkSheet, type ReportedLine, type ReportedPlayer, type SheetReport } from "./check/check-sheet.ts";
export { type EmptySheetOptions, emptySheet, saveSheet } from "./check/write-sheet.ts";
export type { Ranked } from "./check/check-sheet.ts";
export { type Games, readSheet, type SheetFile, type SheetFormat } from "./check/read/read-sheet.ts";
export type { BoxEntry, PlayerSheet, Sheet } from "./check/sheet.ts";
export { type SheetTable, sheetTable, type TableCell, type TableRow } from "./check/sheet-table.ts";
export { type CheckedSheet, type Evening, eveningCsv, groupEvenings } from "./check/evening.ts";
export { type Finding, type FindingCode, describeFinding } from "./check/checks.ts";
export { openTypeface, type TypeFamily, type Typeface, type WritingFamily } from "./print/fonts/typeface.ts";
export type { VariantFiles } from "./rules/variant/bases.ts";
export { lintVariant, readVariant, resolveVariant } from "./rules/variant/read-variant.ts";
export { blockSchema } from "./print/pad/block-file.ts";
export { styleSchema } from "./print/style/style-file.ts";
export { variantSchema } from "./rules/variant/schema/variant-schema.ts";
export { translateProblem, type Language } from "./i18n/language.ts";
export { compareLanguages, readGameWords, readLanguage } from "./i18n/read-language.ts";
export type { PageTemplates, PartialSource, TemplateSource } from "./i18n/template.ts";
export type { DigitModel } from "./scan/digits/reader.ts";
export type { Judgement, WeighedFinding } from "./scan/inference/judge.ts";
export type { ReadBox, SheetReading, Written } from "./scan/inference/sheet-reading.ts";
export {
  joinSheets,
  judgePhotoSheet,
  namePlayers,
  type NamelessSheet,
  type PhotoSheet,
  type SheetView,
  listSheetViews,
} from "./scan/sheet/photo-sheet.ts";
export { annotateSheet } from "./scan/report/sheet-pictures.ts";
export { type PageSheet, type ReportPage, reportPage } from "./scan/report/report-page.ts";
export { photoYaml } from "./scan/report/sheet-yaml.ts";
export {
  KnownSheets,
  type KnownVariant,
  type PrintedSheet,
  type PrintSources,
} from "./scan/sheet/known-sheets.ts";
export { openScanTools, type ScannedSheet, type ScanTools, scan } from "./scan/scan.ts";
export type { Scan, ScanOptions } from "./scan/view/view-sheets.ts";

/**
 * Checks a PDF as a print shop does; what nobody asked for follows from what the file claims to be. Of more than 120 pages, 120 are
 * checked. Loaded on the first call: it takes a third of what the rest of the library does.
 *
 * @returns what it found, with pages counted from 1 and places in mm from the top left; or why the file can't be looked at
 */
export const preflight: typeof import("./print/preflight/preflight.ts").preflight = async (...given) =>
  (await import("./print/preflight/preflight.ts")).preflight(...given);
