/**
 * augenblock on Node: all of the library, and what loads its games, languages, templates, fonts and models from this package's
 * files. Files are read; nothing is written or printed, and no process is ended.
 */
export * from "./index.ts";
export { rulesFamily as loadFonts, webFonts as loadWebFonts } from "./files/package/fonts.ts";
export { loadLanguage, loadLanguages } from "./files/package/languages.ts";
export { languageCodes, version } from "./files/package.ts";
export { type FormChoices, formPdf, type PadChoices, padPdf, type SheetChoices } from "./files/print/pads.ts";
export { type RulesChoices, rulesFile, type StrategyChoices, strategyFile } from "./files/print/rules.ts";
export { readBytes, readText } from "./files/read/read-file.ts";
export { openScanner, type Scanner } from "./files/pictures/scanner.ts";
export type { SheetSources } from "./files/pictures/sheet-sources.ts";
export { loadTemplates, type Templates } from "./files/package/templates.ts";
export { loadGame } from "./files/package/games.ts";
export { readGame } from "./files/package/read-game.ts";
export { DISK as variantFiles, findVariant, playableIds as gameIds } from "./files/package/variants.ts";
