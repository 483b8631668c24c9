import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

/** A message in the source code. */
export interface CodeMessage {
  readonly id: string;
  /** With `{0}`, `{1}` … in its gaps. */
  readonly text: string;
  readonly file: string;
  /** Texts that a gap holds as they are; they would stay English in every language. */
  readonly untranslated: readonly string[];
}

/** The tags that make a message of a template text. */
const TAGS = ["msg", "t"];

/** Every message in the source code, once for each place that has it. */
export function messagesInCode(): CodeMessage[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  return files.sort().flatMap((name) => messagesIn(join("src", name)));
}

function messagesIn(file: string): CodeMessage[] {
  const found: CodeMessage[] = [];
  visit(
    parseSync(readFileSync(file, "utf8"), {
      syntax: "typescript",
      tsx: file.endsWith("x"),
      target: "es2022",
    }),
    (node) => {
      if (node.type !== "TaggedTemplateExpression") return;
      const { tag, template } = node as unknown as TaggedTemplate;
      if (!TAGS.includes(tag.value ?? "")) return;
      const parts = template.quasis.map(({ cooked }) => cooked);
      const text = parts.reduce((before, after, at) => `${before}{${at - 1}}${after}`);
      const [, id = "", words = text] = /^([a-z][\w.-]+): (.*)$/s.exec(text) ?? [];
      found.push({ id, text: words, file, untranslated: template.expressions.flatMap(wordsIn) });
    },
  );
  return found;
}

interface SyntaxNode {
  readonly type: string;
}

interface TaggedTemplate {
  /** `msg` or `t`. */
  readonly tag: { readonly type: string; readonly value?: string };
  readonly template: {
    readonly quasis: readonly { readonly cooked: string }[];
    readonly expressions: readonly SyntaxNode[];
  };
}

/** Texts that an expression can come to: those of its branches. */
function wordsIn(node: SyntaxNode): string[] {
  const { value, consequent, alternate, quasis } = node as SyntaxNode & {
    readonly value?: unknown;
    readonly consequent?: SyntaxNode;
    readonly alternate?: SyntaxNode;
    readonly quasis?: readonly { readonly cooked: string }[];
  };
  const own = node.type === "StringLiteral" ? [String(value)] : [];
  const written = node.type === "TemplateLiteral" ? (quasis ?? []).map(({ cooked }) => cooked) : [];
  const branches = [consequent, alternate].flatMap((branch) => (branch === undefined ? [] : wordsIn(branch)));
  return [...own, ...written, ...branches].filter((words) => /[a-z]{2}/i.test(words));
}

function visit(node: unknown, look: (node: SyntaxNode) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node && typeof node.type === "string") look(node as SyntaxNode);
  for (const below of Object.values(node)) visit(below, look);
}
