import { platform } from "../platform/node.ts";
import { base64 } from "../rules/bytes.ts";

/** A content security policy (CSP Level 3) that allows only the page's inline style and the given directives. */
export function contentPolicy(style: string, ...sources: readonly string[]): string {
  const styleSource = `style-src ${sourceHash(style)}`;
  return ["default-src 'none'", ...sources, styleSource, "base-uri 'none'", "form-action 'none'"].join("; ");
}

/** The source expression that allows an inline style or script by its hash. */
export function sourceHash(text: string): string {
  return `'sha256-${base64(platform.sha256(new TextEncoder().encode(text)))}'`;
}
