import barcodes from "bwip-js/generic";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { CODE_MODULES } from "../layout/marks.ts";

const { rows: ROWS, columns: COLUMNS } = CODE_MODULES;
const BYTES_IN_ROW = Math.ceil(COLUMNS / 8);

/** The modules of the Data Matrix that holds a sheet's code (ISO/IEC 16022, 12 × 26), row by row; true is black. */
export function codeSymbol(text: string): boolean[][] {
  const modules = encodeModules([...text].map(toCodeword));
  return Array.from({ length: ROWS }, (_, row) => modules.slice(row * COLUMNS, (row + 1) * COLUMNS));
}

/** A symbol as a mask: modules row by row from the highest bit, each row padded to whole bytes; 0 is black. */
export interface SymbolMask {
  readonly rows: number;
  readonly columns: number;
  /** Overwritten by the next symbol. */
  readonly bits: Uint8Array;
}

/**
 * Makes symbols of codes that differ in a few characters, such as those of a numbered block, several hundred times as fast as
 * one by one. A Data Matrix is linear over GF(2), error correction included: each bit of a codeword inverts the same modules, independent
 * of the other bits. So the modules of each bit are computed once.
 */
export function symbolMaker(): (text: string) => SymbolMask {
  const bits = new Uint8Array(ROWS * BYTES_IN_ROW);
  let first: readonly number[] = [];
  let base = new Uint8Array();
  const turnedBy = new Map<number, Uint8Array>();
  const turn = (at: number, bit: number): Uint8Array => {
    const key = at * 256 + bit;
    const known = turnedBy.get(key);
    if (known !== undefined) return known;
    const turned = buildMask(first.map((word, place) => (place === at ? word ^ bit : word)));
    flip(turned, base);
    turnedBy.set(key, turned);
    return turned;
  };
  return (text) => {
    if (first.length !== text.length) {
      first = [...text].map(toCodeword);
      base = buildMask(first);
      turnedBy.clear();
    }
    bits.set(base);
    for (const [at, word] of first.entries()) {
      const differs = toCodeword(text.charAt(at)) ^ word;
      for (let bit = 1; bit <= differs; bit <<= 1) if ((differs & bit) !== 0) flip(bits, turn(at, bit));
    }
    return { rows: ROWS, columns: COLUMNS, bits };
  };
}

function buildMask(codewords: readonly number[]): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(ROWS * BYTES_IN_ROW).fill(0xff);
  encodeModules(codewords).forEach((isBlack, module) => {
    const column = module % COLUMNS;
    const byte = Math.floor(module / COLUMNS) * BYTES_IN_ROW + (column >> 3);
    if (isBlack) mask[byte] = readByte(mask, byte) & ~(0x80 >> (column & 7));
  });
  return mask;
}

/** Inverts the bits that are set in the second mask, which is as long. */
function flip(bits: Uint8Array, turned: Uint8Array): void {
  for (let at = 0; at < bits.length; at++) bits[at] = readByte(bits, at) ^ readByte(turned, at);
}

/** Reads a byte at a valid index: a checked access would cost more than the rest of a symbol. */
function readByte(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

/** One codeword per character, as there is room enough: pairs of digits could share one. */
function toCodeword(character: string): number {
  return character.charCodeAt(0) + 1;
}

/** The modules of a symbol, row after row; true is black. */
function encodeModules(codewords: readonly number[]): boolean[] {
  const written = codewords.map((word) => `^${String(word).padStart(3, "0")}`).join("");
  const [symbol] = barcodes.raw("datamatrixrectangular", written, `version=${ROWS}x${COLUMNS} raw`);
  const modules = symbol !== undefined && "pixs" in symbol ? symbol.pixs : [];
  return Array.from({ length: ROWS * COLUMNS }, (_, module) => modules[module] === 1);
}

/** Longer addresses make a QR code too fine for the corner of a pad. */
const MAX_LINK_LENGTH = 120;

/** A QR code by its modules, row by row, black ones true, without the white margin. */
export type QrModules = readonly (readonly boolean[])[];

/**
 * The QR code (ISO/IEC 18004) of a web address, which survives damage to a seventh of it. A problem for an address that is too long, or
 * not a web address.
 */
export function linkSymbol(address: string): Result<QrModules> {
  const read = webAddress(address);
  if (!read.ok) return read;
  const { href } = read.value;
  if (href.length <= MAX_LINK_LENGTH) return success(qrModules(href, "M"));
  const message = msg`print.link-too-long: the address has ${href.length} characters; the QR code on a pad holds at most ${MAX_LINK_LENGTH}`;
  return refusal(
    "link-too-long",
    message,
    msg`print.link-too-long-hint: use a shorter address that leads to the same page`,
  );
}

/** Version 25; phones have trouble with finer ones. */
const MAX_GAME_MODULES = 117;

/**
 * The QR code of an address that contains a game, as coarse as can be: it survives damage to a fourteenth of it. A problem if it would be
 * too fine for phones.
 */
export function gameSymbol(address: string): Result<QrModules> {
  // A longer address fits into no code.
  const modules = address.length > MAX_GAME_ADDRESS ? [] : qrModules(address, "L");
  if (modules.length > 0 && modules.length <= MAX_GAME_MODULES) return success(modules);
  return refusal(
    "link-too-long",
    msg`print.game-too-large-for-code: this game is too large for a QR code`,
    msg`print.game-too-large-for-code-hint: publish the game on a website (\`augenblock site --variants <folder>\`) and link to its page there`,
  );
}

/** The digits in a QR code of version 40. */
const MAX_GAME_ADDRESS = 7089;

function qrModules(text: string, level: "L" | "M"): QrModules {
  try {
    const [symbol] = barcodes.raw("qrcode", text, `eclevel=${level}`);
    const { pixs, pixx } = symbol !== undefined && "pixs" in symbol ? symbol : { pixs: [], pixx: 0 };
    return Array.from({ length: pixx }, (_, row) =>
      Array.from({ length: pixx }, (_, column) => pixs[row * pixx + column] === 1),
    );
  } catch {
    // There is no code of this size.
    return [];
  }
}

/** Reads the address of a page. */
export function webAddress(address: string): Result<URL> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return success(url);
  const hint = msg`print.not-a-web-address-hint: write it as the browser’s address bar shows it, such as https://example.org/rules`;
  return refusal("bad-link", msg`print.not-a-web-address: \`${address}\` is not a web address`, hint);
}
