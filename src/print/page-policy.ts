import { platform } from "../platform/node.ts";
import { base64 } from "../rules/bytes.ts";

/** A policy (CSP Level 3) that lets in the very style of a page, other sources by their directives, and nothing else. */
export function contentPolicy(style: string, ...sources: readonly string[]): string {
  const styleSource = `style-src ${sourceHash(style)}`;
  return ["default-src 'none'", ...sources, styleSource, "base-uri 'none'", "form-action 'none'"].join("; ");
}

/** The hash by which a content security policy knows a style or a script. */
export function sourceHash(text: string): string {
  return `'sha256-${base64(platform.sha256(new TextEncoder().encode(text)))}'`;
}
