import { create } from "fontkit";

/** A font that shows 224 characters at most, each by a code of one byte, as forms want it: viewers write into their fields with it. */
export interface CodedFont {
  /** A TrueType font with those characters alone, and a table that leads to them. */
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The characters, from code 32 on; null where a code shows nothing. */
  readonly characters: readonly (string | null)[];
  /** How wide they are, in thousandths of the type size, from code 32 on. */
  readonly widths: readonly number[];
  /** Thousandths of the type size. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
}

/** What we use of a fontkit font. */
interface SubsettingFont {
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly bbox: {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  };
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
}

const FIRST_CODE = 32;
/** What codes 128 to 159 stand for in Windows' Latin code page; elsewhere below 256 a code is its own character. */
const MIDDLE = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The characters of Windows' Latin code page from code 32 on, which PDF knows as `WinAnsiEncoding`. */
const LATIN: readonly (string | null)[] = Array.from({ length: 256 - FIRST_CODE }, (_, at) => {
  const code = at + FIRST_CODE;
  if (code === 127) return null;
  const character = code >= 128 && code < 160 ? MIDDLE.charAt(code - 128) : String.fromCharCode(code);
  return code >= 128 && character === " " ? null : character;
});

/**
 * Makes a font for forms of a whole one: the letters, figures and marks of western Europe.
 *
 * @param bytes a TrueType font
 */
export function codedFont(bytes: Uint8Array): CodedFont {
  const font = create(bytes as Parameters<typeof create>[0]) as unknown as SubsettingFont;
  const subset = font.createSubset();
  const characters = LATIN.map((character) =>
    character !== null && font.hasGlyphForCodePoint(pointOf(character)) ? character : null,
  );
  const shown = characters.filter((character) => character !== null);
  const glyphs = new Map(
    shown.map((character) => {
      const glyph = font.glyphForCodePoint(pointOf(character));
      return [pointOf(character), { id: subset.includeGlyph(glyph.id), width: glyph.advanceWidth }] as const;
    }),
  );
  const thousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const { minX, minY, maxX, maxY } = font.bbox;
  return {
    bytes: withCharacterMap(subset.encode(), new Map([...glyphs].map(([point, { id }]) => [point, id]))),
    name: font.postscriptName,
    characters,
    widths: characters.map((character) =>
      character === null ? 0 : thousandths(glyphs.get(pointOf(character))?.width ?? 0),
    ),
    ascent: thousandths(font.ascent),
    descent: thousandths(font.descent),
    capHeight: thousandths(font.capHeight),
    box: [thousandths(minX), thousandths(minY), thousandths(maxX), thousandths(maxY)],
  };
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** An entry of a font's directory: tag, checksum, offset, length. */
const ENTRY_BYTES = 16;
const HEAD_BYTES = 12;

/** Adds the table that leads from characters to glyphs, which a subset goes without. */
function withCharacterMap(font: Uint8Array, glyphs: ReadonlyMap<number, number>): Uint8Array {
  const source = Buffer.from(font);
  const tables = Array.from({ length: source.readUInt16BE(4) }, (_, at) => {
    const entry = HEAD_BYTES + at * ENTRY_BYTES;
    const offset = source.readUInt32BE(entry + 8);
    const length = source.readUInt32BE(entry + 12);
    return {
      tag: source.toString("latin1", entry, entry + 4),
      content: source.subarray(offset, offset + length),
    };
  });
  const all = [...tables, { tag: "cmap", content: characterMap(glyphs) }].sort((a, b) =>
    a.tag < b.tag ? -1 : 1,
  );
  const head = Buffer.alloc(HEAD_BYTES + all.length * ENTRY_BYTES);
  source.copy(head, 0, 0, 4);
  head.writeUInt16BE(all.length, 4);
  const power = 2 ** Math.floor(Math.log2(all.length));
  head.writeUInt16BE(power * ENTRY_BYTES, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((all.length - power) * ENTRY_BYTES, 10);
  const bodies: Buffer[] = [];
  let offset = head.length;
  all.forEach(({ tag, content }, at) => {
    const body = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    const entry = HEAD_BYTES + at * ENTRY_BYTES;
    head.write(tag, entry, "latin1");
    head.writeUInt32BE(checksum(body), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(content.length, entry + 12);
    bodies.push(body);
    offset += body.length;
  });
  return Buffer.concat([head, ...bodies]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A character map for Unicode in segments of one character each (format 4), as the last of which stands the end mark. */
function characterMap(glyphs: ReadonlyMap<number, number>): Buffer {
  const END = 0xffff;
  const segments = [...[...glyphs].sort(([a], [b]) => a - b), [END, 0] as const];
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const header = [4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2];
  const words = [
    // One table, for Windows and Unicode, right behind these words.
    ...[0, 1, 3, 1, 0, 12],
    ...header,
    ...segments.map(([point]) => point),
    0,
    ...segments.map(([point]) => point),
    ...segments.map(([point, id]) => (point === END ? 1 : (id - point) & 0xffff)),
    ...segments.map(() => 0),
  ];
  const map = Buffer.alloc(words.length * 2);
  words.forEach((word, at) => {
    map.writeUInt16BE(word, at * 2);
  });
  return map;
}
