import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { concatBytes } from "../../rules/bytes.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { MAX_BYTES, readBytes } from "../read/read-file.ts";

/** Timeout of a server. */
const PATIENCE_MS = 30_000;
const MAX_REDIRECTS = 5;

/** The code of a temporary problem: the server does not answer now. */
export const UNREACHABLE = "unreachable";

/** Whether a photo is given by an http(s) URL. */
export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** Names of query parameters that give access: signatures, tokens and keys of object stores. */
const SECRET_NAME = /sig|token|key|secret|auth|cred|pass|policy|session/i;
/** Values of this length may be secrets; the number of a photo is shorter. */
const SECRET_LENGTH = 24;
const HIDDEN = "…";

/** A path or URL that is safe to show and store: without user, password, and secrets in the query. */
export function printablePlace(place: string): string {
  if (!isUrl(place)) return place;
  // An invalid URL can't be split into its parts.
  if (!URL.canParse(place)) return place.replace(/\/\/[^/]*@/, "//").replace(/[?#].*$/s, "");
  const url = new URL(place);
  url.username = "";
  url.password = "";
  url.hash = "";
  for (const [name, value] of [...url.searchParams])
    if (SECRET_NAME.test(name) || value.length >= SECRET_LENGTH) url.searchParams.set(name, HIDDEN);
  return url.href.replaceAll(encodeURIComponent(HIDDEN), HIDDEN);
}

/**
 * Loads the bytes of a photo from a file or by GET. Redirects to http(s) addresses are followed; a redirect to another host must lead to a
 * public address, so that no list of photos reaches servers behind a firewall.
 *
 * @param place a path or an http(s) URL
 */
export async function loadPhoto(place: string): Promise<Result<Uint8Array>> {
  if (!isUrl(place)) return readBytes(place, "photo", "look");
  const shown = printablePlace(place);
  if (!URL.canParse(place)) return refusal("bad-url", msg`files.not-url: ${shown} is not a URL`);
  const stop = AbortSignal.timeout(PATIENCE_MS);
  let url = new URL(place);
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await get(url, hops === 0 || url.hostname === new URL(place).hostname, stop);
      const next = findRedirectUrl(answer, url);
      if (next === null) return await readResponseBody(answer, shown);
      answer.destroy();
      if (!isUrl(next.href))
        return refusal(
          "no-photo",
          msg`files.redirect-not-http: no photo at ${shown}: it redirects to something other than an http(s) address`,
        );
      url = next;
    }
    return refusal("no-photo", msg`files.too-many-redirects: no photo at ${shown}: too many redirects`);
  } catch (error) {
    return refuseFetch(error, shown);
  }
}

/** Addresses of private networks and of this computer: RFC 1918, 3927, 4193, 4291, 5735 and 6598. */
const INTERNAL = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  INTERNAL.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  INTERNAL.addSubnet(net, bits, "ipv6");

/** Whether an IP address is internal, including IPv4 addresses written as IPv6. */
export function isInternal(address: string): boolean {
  const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
  return INTERNAL.check(address, kind);
}

class InternalAddress extends Error {}

/** Requests a URL. The address is checked in the lookup, so that the checked address is the one that is connected to. */
async function get(url: URL, mayBeInternal: boolean, stop: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!mayBeInternal && isIP(host) !== 0 && isInternal(host)) throw new InternalAddress();
  const publicOnly: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const inside = error === null && addresses.some(({ address }) => isInternal(address));
      const [first] = addresses ?? [];
      if (error !== null || inside || first === undefined) done(error ?? new InternalAddress(), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  return new Promise((resolve, reject) => {
    const asked = request(url, { signal: stop, ...(mayBeInternal ? {} : { lookup: publicOnly }) }, resolve);
    asked.on("error", reject);
    asked.end();
  });
}

/** The target of a redirect; null for other responses. */
function findRedirectUrl({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || location === undefined || !URL.canParse(location, from.href))
    return null;
  return new URL(location, from);
}

async function readResponseBody(answer: IncomingMessage, shown: string): Promise<Result<Uint8Array>> {
  const { statusCode = 0 } = answer;
  if (statusCode !== 200) {
    answer.destroy();
    // Retrying doesn't help with missing or forbidden photos.
    const isFinal = statusCode < 500 && statusCode !== 408 && statusCode !== 429;
    const refused = msg`files.url-server-status: no photo at ${shown}: the server answers ${statusCode}`;
    return refusal(isFinal ? "no-photo" : UNREACHABLE, refused);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    length += piece.length;
    // The decoder reports that it is too large.
    if (length > MAX_BYTES.photo) break;
  }
  return success(concatBytes(pieces));
}

function refuseFetch(error: unknown, shown: string): Result<never> {
  if (error instanceof InternalAddress)
    return refusal(
      "no-photo",
      msg`files.url-internal-network: no photo at ${shown}: it leads into an internal network`,
    );
  return refusal(
    UNREACHABLE,
    msg`files.download-timed-out: ${shown} can’t be downloaded: the server does not answer in time`,
  );
}
