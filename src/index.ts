/**
 * augenblock as a library: text and bytes in, values out. Nothing here touches files, process or console; see `cli/` for
 * how a program on disk uses it.
 *
 *     variant file --readVariant--> Game --padText--> PadText --layOutPad--> PadLayout --drawPad--> PDF
 *                                   Game --rulesMarkdown, rulesHtml, rulesPdf--> rule sheet
 *     sheet file   --readSheet----> Sheet --checkSheet--> SheetReport --tellFinding--> words
 */
export { type Comparison, changedScores, compareGames, type Outcome } from "./compare/compare-games.ts";
export { comparisonText } from "./compare/comparison-text.ts";
export type { Clause, Difference, Facts } from "./compare/difference.ts";
export { type ToldDifference, tellDifference } from "./compare/tell-difference.ts";
export type { Dice, Die, Face, Roll } from "./dice/dice.ts";
export type { Formula, Score } from "./dice/formula.ts";
export type { Pattern } from "./dice/pattern.ts";
export { type Claim, claimsOfRoll, legalScores, type Rule, scoresOfRoll } from "./dice/scores.ts";
export { exampleFor, type ShownExample } from "./game/examples.ts";
export type * from "./game/game.ts";
export { impliedBy } from "./game/implied.ts";
export { bonusFor, type Line, type LineKind, linesOf } from "./game/lines.ts";
export { type OutOfOrder, orderAllows, outOfOrder } from "./game/order.ts";
export { holdsRepeat, mostRepeats } from "./game/repeats.ts";
export { boxesOf, categoriesOf, categoryOf, constraintHolds, turnsOf } from "./game/rows.ts";
export { highestTotal, lowestTotal } from "./game/totals.ts";
export { type Branding, UNBRANDED } from "./layout/branding.ts";
export { layOutPad, type PadSize } from "./layout/layout.ts";
export type * from "./layout/pad-layout.ts";
export type * from "./layout/pad-text.ts";
export { PAPERS, type Paper, parsePaper } from "./layout/paper.ts";
export { lintRules } from "./lint/lint-rules.ts";
export { type LintedFile, sarifLog } from "./lint/sarif.ts";
export { drawPad, type PadPrint, writePad } from "./pad/draw-pad.ts";
export { type PadTemplates, padText } from "./pad/pad-text.ts";
export { PROFILES, printRun, type Settings as PrintSettings } from "./press/profile.ts";
export type { Place, Problem, Result, Severity } from "./problem/problem.ts";
export { type Paint, showProblem, showProblems } from "./problem/show.ts";
export type { RulesTemplates } from "./rulebook/markup.ts";
export { rulesHtml, type WebFonts } from "./rulebook/rules-html.ts";
export { rulesMarkdown } from "./rulebook/rules-markdown.ts";
export { type RulesPrint, rulesPdf } from "./rulebook/rules-pdf.ts";
export { checkSheet, type ReportedLine, type ReportedPlayer, type SheetReport } from "./sheet/check-sheet.ts";
export { type EmptySheetOptions, emptySheet } from "./sheet/empty-sheet.ts";
export type { Ranked } from "./sheet/ranking.ts";
export { type Games, readSheet, type SheetFile, type SheetFormat } from "./sheet/read-sheet.ts";
export { saveSheet } from "./sheet/save-sheet.ts";
export type { Entry, Finding, FindingCode, PlayerSheet, Sheet } from "./sheet/sheet.ts";
export { type SheetTable, sheetTable, type TableCell, type TableRow } from "./sheet/sheet-table.ts";
export { tellFinding } from "./sheet/tell-finding.ts";
export { openTypeface } from "./type/open-typeface.ts";
export type { TypeFamily, Typeface } from "./type/typeface.ts";
export type { VariantFiles } from "./variant/files.ts";
export { lintVariant } from "./variant/lint-variant.ts";
export { readVariant } from "./variant/read-variant.ts";
export { resolveVariant } from "./variant/resolve-variant.ts";
export { variantSchema } from "./variant/schema/variant-schema.ts";
export type { Language } from "./words/language.ts";
export { compareLanguages, readGameWords, readLanguage } from "./words/read-language.ts";
export type { PartialSource, TemplateSource } from "./words/template.ts";
