import type { Size } from "../print/geometry.ts";
import { MARK_GROUPS } from "../print/layout/marks.ts";
import type { PadText } from "../print/layout/pad-text.ts";
import { type Paper, paperNamed } from "../print/layout/paper.ts";
import { CODED_PAPERS, type SheetCode, sheetCodeOf, writeSheetCode } from "../print/layout/sheet-code.ts";
import { type SymbolMask, symbolMaker } from "../print/pad/code-symbol.ts";
import type { Game } from "../rules/game/game.ts";
import { readVariant } from "../rules/variant/read-variant.ts";
import type { KnownSymbol } from "../scan/code/recognise-symbol.ts";
import { padTextOf } from "./commands/pad/pad-job.ts";
import { allLanguages } from "./files/languages.ts";
import { templatesFrom } from "./files/templates.ts";
import { DISK, findVariant, playableIds } from "./files/variants.ts";

/** Sheets are thought to be numbered up to this; of longer blocks, codes have to be read. */
const MAX_NUMBER = 499;
/** So many players share a sheet. */
const MAX_PLAYERS = 9;
/** A page whose size was measured, not known, may be this far off, in mm. */
const PAGE_SLACK_MM = 2;

type PadFlags = Pick<CodeFlags, "variant" | "set" | "templates">;

/**
 * The symbols that a sheet may have whose code can't be read: those of the named variant, or else of all that are shipped, in every
 * language, with the house rules named or the usual ones; and those of blocks that are known already.
 *
 * @param group of its marks, which tells something about its number
 * @param told codes of other sheets of the block
 */
export function knownSymbols(
  flags: PadFlags,
  group: number,
  told: readonly SheetCode[],
): (page: Size) => KnownSymbol[] {
  return (page) => {
    const papers = papersLike(page);
    const printed = printedGames(flags).flatMap((pad) => papers.flatMap((paper) => codesFor(pad, paper)));
    const symbolOf = symbolMaker();
    const symbols = new Map<string, KnownSymbol>();
    for (const code of [...told, ...printed])
      for (let number = group; number <= MAX_NUMBER; number += MARK_GROUPS) {
        const written = writeSheetCode({ ...code, number });
        if (!symbols.has(written)) symbols.set(written, { code: written, signs: signsOf(symbolOf(written)) });
      }
    return [...symbols.values()];
  };
}

/** The papers of about a size that a code can tell; else that size, of which it says nothing. */
function papersLike({ widthMm, heightMm }: Size): Paper[] {
  const coded = CODED_PAPERS.flatMap((name) => {
    const paper = paperNamed(name);
    return paper.ok ? [paper.value] : [];
  });
  const near = coded.filter(
    (paper) =>
      Math.abs(paper.widthMm - widthMm) < PAGE_SLACK_MM &&
      Math.abs(paper.heightMm - heightMm) < PAGE_SLACK_MM,
  );
  return near.length > 0 ? near : [{ name: `${widthMm}x${heightMm}mm`, widthMm, heightMm }];
}

/** A game with the words of its pad in one language. */
interface PrintedGame {
  readonly game: Game;
  readonly text: PadText;
}

/** The codes of a game's sheets for every number of players. */
function codesFor({ game, text }: PrintedGame, paper: Paper): SheetCode[] {
  const code = sheetCodeOf(game, text, paper, 1);
  const most = game.columns.length === 1 ? MAX_PLAYERS : 1;
  return Array.from({ length: most }, (_, at) => ({ ...code, players: at + 1 }));
}

const games = new Recent<string, PrintedGame[]>(1);

function printedGames({ variant, set, templates }: PadFlags): PrintedGame[] {
  return games.get(JSON.stringify([variant, set, templates]), () => {
    const languages = allLanguages();
    const own = templatesFrom(templates);
    const choices = variant === null ? {} : set;
    return (variant === null ? playableIds() : [variant]).flatMap((ref) => {
      const found = findVariant(ref);
      if (!found.ok) return [];
      const game = readVariant(found.value.file, found.value.text, DISK, choices);
      if (!game.ok) return [];
      return languages.flatMap((language) => {
        const text = padTextOf(game.value, language, own);
        return text.ok ? [{ game: game.value, text: text.value }] : [];
      });
    });
  });
}

function signsOf({ rows, columns, bits }: SymbolMask): Int8Array {
  const bytesInRow = bits.length / rows;
  return Int8Array.from({ length: rows * columns }, (_, at) => {
    const column = at % columns;
    const byte = bits[Math.floor(at / columns) * bytesInRow + (column >> 3)] ?? 0;
    return (byte & (0x80 >> (column & 7))) === 0 ? -1 : 1;
  });
}
