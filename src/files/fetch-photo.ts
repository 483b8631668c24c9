import { joined } from "../rules/bytes.ts";
import { msg } from "../rules/problem/message.ts";
import { refusal, type Result, success } from "../rules/problem/problem.ts";
import { MAX_BYTES, readBytes } from "./read-file.ts";

/** A store that does not answer is not waited for longer. */
const PATIENCE_MS = 30_000;

/** The code of a problem that is not the photo's: its store does not answer now. */
export const UNREACHABLE = "unreachable";

/** Whether a photo is named by the URL of a store that speaks HTTP. */
export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * The bytes of a photo, from a file or by a plain GET.
 *
 * @param place a path or an http(s) URL
 * @param patienceMs how long a store may take
 */
export async function loadPhoto(place: string, patienceMs = PATIENCE_MS): Promise<Result<Uint8Array>> {
  return isUrl(place) ? fetched(place, patienceMs) : readBytes(place, "photo", "look");
}

async function fetched(url: string, patienceMs: number): Promise<Result<Uint8Array>> {
  if (!URL.canParse(url)) return refusal("bad-url", msg`${url} is not a URL`);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) {
      await answer.body?.cancel();
      // What is not there now, or is not shown to us, will not come by itself.
      const isFinal = answer.status < 500 && answer.status !== 408 && answer.status !== 429;
      const refused = msg`${url} gives no photo: the server answers ${answer.status}`;
      return refusal(isFinal ? "no-photo" : UNREACHABLE, refused);
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of answer.body ?? []) {
      pieces.push(piece);
      length += piece.length;
      // The decoder says that it is too large.
      if (length > MAX_BYTES.photo) break;
    }
    return success(joined(pieces));
  } catch {
    return refusal(UNREACHABLE, msg`${url} can’t be fetched: nobody answers there in time`);
  }
}
