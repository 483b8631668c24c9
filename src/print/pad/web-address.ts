import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";

/** The address of a page, or that it is none. */
export function webAddress(address: string): Result<URL> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return success(url);
  const hint = msg(
    "print.write-browser-shows",
  )`write it as a browser shows it, such as https://example.org/rules`;
  return refusal("bad-link", msg("print.no-web-address")`\`${address}\` is no web address`, hint);
}
