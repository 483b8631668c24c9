import barcodes from "bwip-js/generic";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { webAddress } from "./web-address.ts";

/** Longer addresses make symbols too fine for the corner of a pad. */
const MAX_LENGTH = 120;

/**
 * The QR code (ISO/IEC 18004) of a web address, with a seventh of it to spare for damage: its modules row by row, black ones true,
 * without the white around. A problem for what is no address of a page, or too long.
 */
export function linkSymbol(address: string): Result<boolean[][]> {
  const read = webAddress(address);
  if (!read.ok) return read;
  const url = read.value;
  if (url.href.length > MAX_LENGTH) {
    const message = msg(
      "print.address-has-characters",
    )`the address has ${url.href.length} characters; a symbol on a pad holds ${MAX_LENGTH}`;
    return refusal(
      "link-too-long",
      message,
      msg("print.use-shorter-address")`use a shorter address that leads to the same page`,
    );
  }
  const [symbol] = barcodes.raw("qrcode", url.href, "eclevel=M");
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("no symbol");
  const { pixs, pixx } = symbol;
  return success(
    Array.from({ length: pixx }, (_, row) =>
      Array.from({ length: pixx }, (_, column) => pixs[row * pixx + column] === 1),
    ),
  );
}
