import { deflateSync, Inflate } from "fflate";
import { base64, fromBase64, concatBytes } from "../../rules/bytes.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { MAX_TEXT_LENGTH } from "../../rules/source/text.ts";

/** Longer addresses are cut off by programs that pass them on. */
const MAX_PACKED_LENGTH = 30_000;

/** So much is unpacked at a time; a byte becomes a thousand at most. */
const STEP_BYTES = 256;

/** A text as it can stand in an address: packed (RFC 1951), then in letters (base64url, RFC 4648). Or why it can't. */
export function packText(text: string): Result<string> {
  const packed = base64(deflateSync(new TextEncoder().encode(text), { level: 9 }));
  const hint = msg("print.send-file-instead")`send the file instead`;
  if (packed.length > MAX_PACKED_LENGTH)
    return refusal("too-large", msg("print.game-too-large")`this game is too large for a link`, hint);
  return success(packed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
}

/** The text that an address holds. Whatever else stands there is refused, before it takes time or room. */
export function unpackText(packed: string): Result<string> {
  const hint = msg("print.ask-link-once")`ask for the link once more, or for the file`;
  const refused = refusal("no-variant", msg("print.link-holds-no")`this link holds no game`, hint);
  if (packed.length > MAX_PACKED_LENGTH || !/^[\w-]+$/.test(packed)) return refused;
  try {
    const bytes = fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));
    return success(new TextDecoder("utf-8", { fatal: true }).decode(inflateBytes(bytes)));
  } catch {
    return refused;
  }
}

/** @throws if that is more than any variant has, or not packed */
function inflateBytes(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate((part) => {
    length += part.length;
    if (length > MAX_TEXT_LENGTH) throw new RangeError("that is too much");
    parts.push(part);
  });
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    inflate.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  return concatBytes(parts);
}
