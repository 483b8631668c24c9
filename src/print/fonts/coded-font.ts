import { create } from "fontkit";
import { concatBytes, latin1Bytes, latin1Text } from "../../rules/bytes.ts";

const FIRST_CODE = 32;

/** The characters of codes 128 to 159 in Windows-1252; other codes below 256 are those of Unicode. */
const MIDDLE = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** The characters of Windows-1252 from code 32 on, which PDF calls `WinAnsiEncoding`. Node's `TextDecoder` reads ISO 8859-1 instead. */
const LATIN = Array.from({ length: 256 - FIRST_CODE }, (_, at) => {
  const code = at + FIRST_CODE;
  const character = code >= 128 && code < 160 ? MIDDLE.charAt(code - 128) : String.fromCharCode(code);
  return code === 127 || (code >= 128 && character === " ") ? null : character;
});

/** A font of at most 224 characters with one-byte codes, which fields of forms need for entries. */
export type CodedFont = ReturnType<typeof codedFont>;

/** Makes a font for forms from a complete TrueType font: the characters of Windows-1252. */
export function codedFont(bytes: Uint8Array) {
  // fontkit's types ask for Node's `Buffer`.
  const font = create(bytes as Parameters<typeof create>[0]);
  if (!("unitsPerEm" in font)) throw new Error("the file is a collection of fonts, not one font");
  const subset = font.createSubset();
  const thousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const ids = new Map<number, number>();
  const characters = LATIN.map((character) => {
    const point = character?.codePointAt(0);
    if (point === undefined || !font.hasGlyphForCodePoint(point)) return { character: null, width: 0 };
    const glyph = font.glyphForCodePoint(point);
    // The glyph's number in the subset; the types are wrong.
    ids.set(point, Number(subset.includeGlyph(glyph)));
    return { character, width: thousandths(glyph.advanceWidth) };
  });
  const { minX, minY, maxX, maxY } = font.bbox;
  return {
    /** A TrueType font with only those characters, and a character map. */
    bytes: withCharacterMap(subset.encode(), ids),
    name: font.postscriptName,
    /** The characters, from code 32 on; null for a code without one. */
    characters: characters.map(({ character }) => character),
    /** Their widths, from code 32 on; like all measures in thousandths of the type size. */
    widths: characters.map(({ width }) => width),
    ascent: thousandths(font.ascent),
    descent: thousandths(font.descent),
    capHeight: thousandths(font.capHeight),
    /** Left, bottom, right and top of all glyphs. */
    box: [minX, minY, maxX, maxY].map(thousandths),
  };
}

/** The head of a font's table directory and an entry of it: tag, checksum, offset, length. */
const HEAD_BYTES = 12;
const ENTRY_BYTES = 16;

/** Adds the table that maps characters to glyphs, which a subset does not have. */
function withCharacterMap(font: Uint8Array, glyphs: ReadonlyMap<number, number>): Uint8Array {
  const tables = [...listFontTables(font), { tag: "cmap", content: characterMap(glyphs) }];
  tables.sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const directory = new DataView(new ArrayBuffer(HEAD_BYTES + tables.length * ENTRY_BYTES));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  directory.setUint32(0, toDataView(font).getUint32(0));
  directory.setUint16(4, tables.length);
  directory.setUint16(6, power * ENTRY_BYTES);
  directory.setUint16(8, Math.log2(power));
  directory.setUint16(10, (tables.length - power) * ENTRY_BYTES);
  let offset = directory.byteLength;
  const bodies = tables.map(({ tag, content }, at) => {
    const padded = concatBytes([content, new Uint8Array(-content.length & 3)]);
    const entry = HEAD_BYTES + at * ENTRY_BYTES;
    directory.setUint32(entry, toDataView(latin1Bytes(tag)).getUint32(0));
    directory.setUint32(entry + 4, checksum(padded));
    directory.setUint32(entry + 8, offset);
    directory.setUint32(entry + 12, content.length);
    offset += padded.length;
    return padded;
  });
  return concatBytes([new Uint8Array(directory.buffer), ...bodies]);
}

/** The tables of a font with their tags. */
function listFontTables(font: Uint8Array) {
  const view = toDataView(font);
  return Array.from({ length: view.getUint16(4) }, (_, at) => {
    const entry = HEAD_BYTES + at * ENTRY_BYTES;
    const offset = view.getUint32(entry + 8);
    const content = font.subarray(offset, offset + view.getUint32(entry + 12));
    return { tag: latin1Text(font.subarray(entry, entry + 4)), content };
  });
}

function toDataView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function checksum(table: Uint8Array): number {
  const view = toDataView(table);
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

/** A character map for Unicode (format 4) whose segments have one character each; the last one is the end mark. */
function characterMap(glyphs: ReadonlyMap<number, number>): Uint8Array {
  const segments = [...glyphs].sort(([a], [b]) => a - b);
  const points = [...segments.map(([point]) => point), 0xffff];
  const deltas = [...segments.map(([point, id]) => (id - point) & 0xffff), 1];
  const count = points.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const header = [4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2];
  // One table, for Windows and Unicode, right after the first six words.
  const words = [0, 1, 3, 1, 0, 12, ...header, ...points, 0, ...points, ...deltas, ...points.map(() => 0)];
  return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
