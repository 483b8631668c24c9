/**
 * augenblock on Node: all of the library, and what loads its games, languages, templates, fonts and models from this package's
 * files. Files are read; nothing is written or printed, and no process is ended.
 */
export * from "./index.ts";
export { rulesFamily as loadFonts, webFonts as loadWebFonts } from "./files/fonts.ts";
export { loadLanguage, loadLanguages } from "./files/languages.ts";
export { languageCodes, version } from "./files/package.ts";
export {
  type FormChoices,
  formPdf,
  type PadChoices,
  padPdf,
  type SheetChoices,
} from "./files/pads.ts";
export { type RulesChoices, rulesFile } from "./files/rules.ts";
export { type StrategyChoices, strategyFile } from "./files/strategies.ts";
export { readBytes, readText } from "./files/read-file.ts";
export { openScanner, type Scanner } from "./files/scanner.ts";
export type { SheetSources } from "./files/sheet-sources.ts";
export { loadTemplates, type Templates } from "./files/templates.ts";
export { loadGame } from "./files/games.ts";
export { readGame } from "./files/read-game.ts";
export { DISK as variantFiles, findVariant, playableIds as gameIds } from "./files/variants.ts";
