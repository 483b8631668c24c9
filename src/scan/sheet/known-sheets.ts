import { msg } from "../../rules/problem/message.ts";
import type { Language } from "../../i18n/language.ts";
import type { PageTemplates } from "../../i18n/template.ts";
import type { TypeFamily } from "../../print/fonts/typeface.ts";
import type { Size } from "../../print/geometry.ts";
import { layOutPad } from "../../print/layout/layout.ts";
import type { PadSize } from "../../print/layout/plan-sheet.ts";
import { type CodedMarks, MARK_GROUPS } from "../../print/layout/marks.ts";
import type { PadLayout } from "../../print/layout/pad-layout.ts";
import type { PadText } from "../../print/layout/pad-form.ts";
import { GAMES_ON_SHEET, type Paper, findPaper } from "../../print/layout/paper.ts";
import {
  CODED_PAPERS,
  LAYOUT_VERSION,
  type SheetCode,
  buildSheetCode,
  variantTag,
  writeSheetCode,
} from "../../print/layout/sheet-code.ts";
import { symbolMaker, type SymbolMask } from "../../print/pad/symbols.ts";
import { padText } from "../../print/pad/pad-text.ts";
import { getElement } from "../../rules/arrays.ts";
import { LruCache } from "../../rules/memoize.ts";
import type { Game } from "../../rules/game/game.ts";
import { isSheetShared, listEditions, withRowSums } from "../../rules/game/rows.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import type { KnownSymbol } from "../code/read-code.ts";
import type { PhotoTools } from "../image/tools.ts";
import type { Pad } from "../pads/pad.ts";
import { type SheetPrint, prepareSheetPrint } from "../warp/print.ts";

/** A variant whose sheets may be on a photo. */
export interface KnownVariant {
  /** Its id if known in advance, so that variants without a sheet on the photo are never read. */
  readonly id: string | null;
  /** Reads the variant with these house rules; null for the default ones. */
  readonly read: (choices: Choices | null) => Result<Game>;
}

/** The possible sources of printed sheets. */
export interface PrintSources {
  readonly variants: readonly KnownVariant[];
  /** The name of the only variant, whose problems are reported; null for several, where variants with problems are skipped. */
  readonly only: string | null;
  /** Other variants, to name the one that a sheet belongs to; none by default. */
  readonly others?: readonly KnownVariant[];
  readonly languages: readonly Language[];
  /** The templates of pads in a language, by its code. */
  readonly templates: (language: string) => PageTemplates;
  readonly family: TypeFamily;
  /** The paper of sheets whose code says that they have a custom size. */
  readonly paper: Paper | null;
  /** The store-bought pads, loaded for the first photo without fiducials; none by default. */
  readonly pads?: () => Promise<readonly Pad[]>;
  /** Whether a person has named the only store-bought pad, so that sheets are found by their ruled lines alone. */
  readonly isPadGiven?: boolean;
}

/** The source of a printed sheet. */
export interface PrintedSheet {
  readonly game: Game;
  readonly language: Language;
  readonly layout: PadLayout;
}

/** The greatest number of tried combinations of house rules, those with the fewest unusual choices first. */
const MAX_COMBINATIONS = 80;

/** All sheets that photos may show. Caches results, because most photos of an evening are of one block. */
export class KnownSheets {
  readonly #sources: PrintSources;
  readonly #sheets = new LruCache<string, Result<PrintedSheet>>(12);
  /** A print takes several MB. */
  readonly #prints = new LruCache<PadLayout, SheetPrint>(3);
  /** Each value has thousands of symbols, which take a second to compute; a block has one paper and several marker groups. */
  readonly #symbols = new LruCache<string, readonly KnownSymbol[]>(8);
  /** The games of all variants with the texts of their pads in all languages. */
  #printedGames: readonly { readonly game: Game; readonly text: PadText }[] | null = null;

  #pads: Promise<readonly Pad[]> | null = null;

  constructor(sources: PrintSources) {
    this.#sources = sources;
  }

  /** Finds the game, language and layout for a sheet's code, under any house rules. */
  ofCode(code: SheetCode): Result<PrintedSheet> {
    const { number: _number, ...printed } = code;
    return this.#sheets.get(JSON.stringify(printed), () => this.#find(code));
  }

  /** Whether a person has named the store-bought pad on the photos. @internal */
  get isPadGiven(): boolean {
    return this.#sources.isPadGiven ?? false;
  }

  /** The only game that photos may show; null for several, for a game with problems, and if a person has named a pad. @internal */
  get onlyGame(): Game | null {
    const { variants, only } = this.#sources;
    const game = only === null || this.isPadGiven ? undefined : variants[0]?.read(null);
    return game?.ok ? game.value : null;
  }

  /** The store-bought pads that photos may show. @internal */
  pads(): Promise<readonly Pad[]> {
    this.#pads ??= this.#sources.pads?.() ?? Promise.resolve([]);
    return this.#pads;
  }

  /** The print of a layout, prepared for finding it on photos. @internal */
  sheetPrint(layout: PadLayout, tools: PhotoTools): SheetPrint {
    return this.#prints.get(layout, () => prepareSheetPrint(layout, this.#sources.family, tools));
  }

  #find(code: SheetCode): Result<PrintedSheet> {
    const { layoutVersion } = code;
    if (layoutVersion !== LAYOUT_VERSION) {
      const hint =
        layoutVersion > LAYOUT_VERSION
          ? msg`scan.update-hint: update augenblock`
          : msg`scan.other-layout-hint: read it with the version that printed it, or type the numbers in: \`augenblock sheet <variant>\` prints an empty sheet for that`;
      const message = msg`scan.other-layout: the sheet was printed with layout ${layoutVersion}; this version reads layout ${LAYOUT_VERSION}`;
      return refusal("other-layout", message, hint);
    }
    const { variants, only, paper: own } = this.#sources;
    if (code.paper === "other" && own === null) {
      const hint = msg`scan.name-paper-hint: name the paper it was printed for: \`--paper <width>x<height>mm\``;
      return refusal("unknown-paper", msg`scan.custom-paper: the sheet has a custom paper size`, hint);
    }
    const paper = code.paper === "other" && own !== null ? success(own) : findPaper(code.paper);
    if (!paper.ok) return paper;
    /** A variant with the tag of the code. */
    let namesake: string | null = null;
    for (const variant of variants) {
      if (variant.id !== null && variantTag(variant.id) !== code.variantTag) continue;
      const first = variant.read(null);
      if (!first.ok && only !== null) return first;
      if (!first.ok || variantTag(first.value.id) !== code.variantTag) continue;
      namesake = first.value.id;
      const sheet = this.#findMatches(code, paper.value, variant, first.value);
      if (sheet !== null) return sheet;
    }
    const { variantTag: tag, digest } = code;
    const other = namesake === null ? this.#findOtherVariant(code, paper.value) : null;
    if (other !== null) {
      const message = msg`scan.other-variant: the sheet is for \`${other}\`, not for ${only ?? ""} (code ${tag} ${digest})`;
      const hint = msg`scan.other-variant-hint: leave out \`--variant\`, or write \`--variant ${other}\``;
      return refusal("other-variant", message, hint);
    }
    if (namesake === null) {
      const message =
        only === null
          ? msg`scan.unknown-game: the sheet is for a game that is not among the shipped variants (code ${tag} ${digest})`
          : msg`scan.game-not-in-file: the sheet is for a game that is not in ${only} (code ${tag} ${digest})`;
      const hint = msg`scan.name-variant-file-hint: name the file it was printed from: \`--variant <file>\``;
      return refusal("variant-not-here", message, hint);
    }
    const message = msg`scan.variant-changed: the sheet was printed from another version of \`${namesake}\` (code ${digest}): the file has changed since, or it has house rules that can’t be guessed`;
    const hint = msg`scan.variant-changed-hint: give the old file with \`--variant <file>\` and house rules with \`--set <option=choice>\``;
    return refusal("variant-changed", message, hint);
  }

  /** The id of the variant that the sheet is of, if that is not the wanted one. */
  #findOtherVariant(code: SheetCode, paper: Paper): string | null {
    for (const variant of this.#sources.others ?? []) {
      if (variant.id === null || variantTag(variant.id) !== code.variantTag) continue;
      const game = variant.read(null);
      if (game.ok && this.#findMatches(code, paper, variant, game.value) !== null) return variant.id;
    }
    return null;
  }

  /** The first house rules and language that fit the digest; null if none do. @param game with the default house rules */
  #findMatches(
    { marks, players, columnsAreGames = false, digest }: SheetCode,
    paper: Paper,
    { read }: KnownVariant,
    game: Game,
  ): Result<PrintedSheet> | null {
    const size = { paper, players, columnsAreGames, marks };
    for (const choices of [null, ...houseRules(game)]) {
      const tried = choices === null ? success(game) : read(choices);
      if (!tried.ok) continue;
      for (const printed of listEditions(tried.value))
        for (const language of this.#sources.languages) {
          const text = this.#padText(printed, language);
          if (!text.ok) continue;
          if (buildSheetCode(printed, text.value, size, marks).digest !== digest) continue;
          return this.#laidOut(withRowSums(tried.value), language, text.value, size);
        }
    }
    return null;
  }

  #laidOut(game: Game, language: Language, text: PadText, size: PadSize): Result<PrintedSheet> {
    const layout = layOutPad(game, text, size, this.#sources.family);
    return layout.ok ? success({ game, language, layout: layout.value }) : layout;
  }

  #padText(game: Game, language: Language): Result<PadText> {
    return padText(game, language, this.#sources.templates(language.code));
  }

  /**
   * The possible symbols of a sheet whose code can't be read: those of all variants in all languages with default house rules, and those of
   * blocks with a known code. The marker group narrows down the sheet number.
   *
   * @internal
   */
  symbols(
    { group, kind }: { readonly group: number; readonly kind: CodedMarks },
    known: readonly SheetCode[],
  ): (page: Size) => KnownSymbol[] {
    return (page) => {
      const papers = papersLike(page);
      const key = [kind, group, ...papers.map(({ name }) => name)].join();
      const printed = this.#symbols.get(key, () => listGroupSymbols(this.#listCodes(papers, kind), group));
      return [
        ...new Map([...listGroupSymbols(known, group), ...printed].map((one) => [one.code, one])).values(),
      ];
    };
  }

  /** The codes of all variants in all languages on these papers, for any number of players or games. */
  #listCodes(papers: readonly Paper[], marks: CodedMarks): SheetCode[] {
    this.#printedGames ??= this.#sources.variants.flatMap((variant) => {
      const game = variant.read(null);
      if (!game.ok) return [];
      return listEditions(game.value).flatMap((printed) =>
        this.#sources.languages.flatMap((language) => {
          const text = this.#padText(printed, language);
          return text.ok ? { game: printed, text: text.value } : [];
        }),
      );
    });
    return this.#printedGames.flatMap(({ game, text }) =>
      papers.flatMap((paper) => {
        const code = buildSheetCode(game, text, { paper, players: 1 }, marks);
        const counts = Array.from({ length: isSheetShared(game) ? MAX_PLAYERS : 1 }, (_, at) => at + 1);
        const games = counts.filter((count) => count >= GAMES_ON_SHEET.min && count <= GAMES_ON_SHEET.max);
        return [
          ...counts.map((players) => ({ ...code, players })),
          ...games.map((players) => ({ ...code, players, columnsAreGames: true })),
        ];
      }),
    );
  }
}

/** The symbols of sheets with these codes, for every number of this marker group. */
function listGroupSymbols(codes: readonly SheetCode[], group: number): KnownSymbol[] {
  const symbolOf = symbolMaker();
  const symbols = new Map<string, KnownSymbol>();
  for (const code of codes)
    for (let number = group; number <= MAX_NUMBER; number += MARK_GROUPS) {
      const written = writeSheetCode({ ...code, number });
      if (symbols.has(written)) continue;
      symbols.set(written, { code: written, signs: toSigns(symbolOf(written)) });
    }
  return [...symbols.values()];
}

function toSigns({ rows, columns, bits }: SymbolMask): Int8Array {
  const bytesInRow = bits.length / rows;
  const signs = new Int8Array(rows * columns);
  for (let at = 0; at < signs.length; at++) {
    const column = at % columns;
    const byte = getElement(bits, Math.floor(at / columns) * bytesInRow + (column >> 3));
    signs[at] = (byte & (0x80 >> (column & 7))) === 0 ? -1 : 1;
  }
  return signs;
}

/** The combinations of house rules, the most usual ones first. */
function houseRules(game: Game): Choices[] {
  let combinations: { choices: Choices; unusual: number }[] = [{ choices: {}, unusual: 0 }];
  for (const option of game.options) {
    const added = combinations.flatMap(({ choices, unusual }) =>
      option.choices.map(({ id }) => ({
        choices: { ...choices, [option.id]: id },
        unusual: unusual + Number(id !== option.default),
      })),
    );
    combinations = added.sort((a, b) => a.unusual - b.unusual).slice(0, MAX_COMBINATIONS);
  }
  return combinations.map(({ choices }) => choices);
}

/** The greatest assumed sheet number; the codes of longer blocks must be read. */
const MAX_NUMBER = 499;
/** The greatest number of players who share a sheet. */
const MAX_PLAYERS = 9;
/** The tolerance of measured page sizes, in mm. */
const PAGE_SLACK_MM = 2;

/** The papers of about this size that a code can name; if there are none, a paper of exactly this size. */
function papersLike({ widthMm, heightMm }: Size): Paper[] {
  const isNear = (mm: number, otherMm: number) => Math.abs(mm - otherMm) < PAGE_SLACK_MM;
  const coded = CODED_PAPERS.map(findPaper).flatMap((paper) => (paper.ok ? [paper.value] : []));
  const near = coded.filter((one) => isNear(one.widthMm, widthMm) && isNear(one.heightMm, heightMm));
  return near.length > 0 ? near : [{ name: `${widthMm}x${heightMm}mm`, widthMm, heightMm }];
}
