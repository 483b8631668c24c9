import Handlebars from "handlebars";
import { hintFor } from "../problem/near.ts";
import { placesIn } from "../problem/place.ts";
import { failure, type Place, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { parseErrorOffset } from "./parse-error.ts";
import {
  BLOCKS,
  type BlockName,
  type Body,
  type Expression,
  type Path,
  type Piece,
  type Template,
} from "./template-tree.ts";

type Tree = hbs.AST.Program;
type Node = hbs.AST.Node;

/** What is carried along while one file is walked. */
interface Walk {
  readonly place: (node: Node) => Place;
  readonly functions: readonly string[];
  readonly problems: Problem[];
}

/**
 * Parses one template file.
 *
 * Handlebars reads the text and settles the white space around blocks; its tree is then turned into one that holds only
 * what this program carries out, so that an unknown function or an unsupported form is found before anything is written.
 *
 * @param functions the names of the functions that a template may call
 */
export function parseTemplate(
  source: { readonly name: string; readonly file: string; readonly text: string },
  functions: readonly string[],
): Result<Template> {
  const text = source.text.replaceAll("\r\n", "\n");
  const at = placesIn(source.file, text);
  const starts = lineStarts(text);
  const offset = (p: hbs.AST.Position) => (starts[p.line - 1] ?? 0) + p.column;
  const walk: Walk = {
    place: (node) => at(offset(node.loc.start), Math.max(1, offset(node.loc.end) - offset(node.loc.start))),
    functions,
    problems: [],
  };
  let tree: Tree;
  try {
    tree = Handlebars.parse(text);
  } catch (error) {
    return failure([syntaxProblem(error, text, starts, at)]);
  }
  const body = bodyOf(tree, walk);
  if (walk.problems.length > 0) return failure(walk.problems);
  return success({ name: source.name, file: source.file, body });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function syntaxProblem(
  error: unknown,
  text: string,
  starts: readonly number[],
  at: (offset: number, length?: number) => Place,
): Problem {
  const place = at(parseErrorOffset(error, text, starts));
  const mismatch = /^(\S+) doesn't match (\S+)/.exec(error instanceof Error ? error.message : "");
  if (mismatch !== null) {
    const [, opened, closed] = mismatch;
    return problem("template-syntax", `{{#${opened}}} is closed by {{/${closed}}}`, { place });
  }
  return problem("template-syntax", "this is not a valid template", {
    place,
    hint: "every {{ needs its }}, every {{#block}} its {{/block}}",
  });
}

function bodyOf(tree: Tree | undefined, walk: Walk): Body {
  if (tree === undefined) return { pieces: [], names: [] };
  return {
    pieces: tree.body.flatMap((node) => pieceOf(node, walk)),
    names: tree.blockParams ?? [],
  };
}

function pieceOf(node: Node, walk: Walk): Piece[] {
  switch (node.type) {
    case "ContentStatement": {
      const text = (node as hbs.AST.ContentStatement).value.replaceAll("~", "\u00a0");
      return text === "" ? [] : [{ kind: "content", text }];
    }
    case "CommentStatement":
      return [];
    case "MustacheStatement": {
      const mustache = node as hbs.AST.MustacheStatement;
      return [{ kind: "output", value: callOrPath(node as CallNode, walk), raw: !mustache.escaped }];
    }
    case "BlockStatement":
      return blockOf(node as hbs.AST.BlockStatement, walk);
    case "PartialStatement":
      return [partialOf(node as hbs.AST.PartialStatement, walk)];
    default:
      return unsupported(node, walk, "this form is not supported in templates here");
  }
}

function unsupported(node: Node, walk: Walk, message: string, hint: string | null = null): [] {
  walk.problems.push(problem("template-form", message, { place: walk.place(node), hint }));
  return [];
}

function blockOf(node: hbs.AST.BlockStatement, walk: Walk): Piece[] {
  const written = node.path.original;
  const name = BLOCKS.find((block) => block === written);
  if (name === undefined) {
    return unsupported(node.path, walk, `there is no block \`${written}\``, hintFor(written, BLOCKS));
  }
  const [over, ...more] = node.params;
  if (over === undefined || more.length > 0 || node.hash !== undefined) {
    return unsupported(node, walk, `{{#${name}}} takes exactly one value`);
  }
  return [
    {
      kind: "block",
      name: name satisfies BlockName,
      over: expressionOf(over, walk),
      body: bodyOf(node.program, walk),
      otherwise: bodyOf(node.inverse, walk),
    },
  ];
}

function partialOf(node: hbs.AST.PartialStatement, walk: Walk): Piece {
  const [context, ...more] = node.params;
  if (more.length > 0) unsupported(node, walk, "a partial takes at most one value besides its named ones");
  const name = node.name;
  return {
    kind: "partial",
    name:
      name.type === "SubExpression"
        ? expressionOf(name, walk)
        : { kind: "literal", value: String(name.original), place: walk.place(name) },
    context: context === undefined ? null : expressionOf(context, walk),
    named: namedOf(node.hash, walk),
    indent: node.indent ?? "",
    place: walk.place(node),
  };
}

interface CallNode extends Node {
  readonly path: Node;
  readonly params: readonly Node[];
  readonly hash: hbs.AST.Hash | undefined;
}

/** A name with arguments calls a function; a name alone is always looked up in what the page tells. */
function callOrPath(node: CallNode, walk: Walk): Expression {
  const isCall = node.params.length > 0 || node.hash !== undefined;
  return isCall || node.path.type !== "PathExpression" ? callOf(node, walk) : expressionOf(node.path, walk);
}

function callOf(node: CallNode, walk: Walk): Expression {
  if (node.path.type !== "PathExpression") return expressionOf(node.path, walk);
  const name = (node.path as hbs.AST.PathExpression).original;
  if (!walk.functions.includes(name)) {
    unsupported(node.path, walk, `there is no template function \`${name}\``, hintFor(name, walk.functions));
  }
  return {
    kind: "call",
    name,
    args: node.params.map((param) => expressionOf(param, walk)),
    named: namedOf(node.hash, walk),
    place: walk.place(node),
  };
}

function namedOf(hash: hbs.AST.Hash | undefined, walk: Walk): ReadonlyMap<string, Expression> {
  return new Map((hash?.pairs ?? []).map((pair) => [pair.key, expressionOf(pair.value, walk)]));
}

function expressionOf(node: Node, walk: Walk): Expression {
  const place = walk.place(node);
  switch (node.type) {
    case "PathExpression":
      return pathOf(node as hbs.AST.PathExpression, place);
    case "SubExpression":
      return callOf(node as CallNode, walk);
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
      return { kind: "literal", value: (node as hbs.AST.StringLiteral).value, place };
    default:
      return { kind: "literal", value: null, place };
  }
}

function pathOf(node: hbs.AST.PathExpression, place: Place): Path {
  return {
    kind: "path",
    up: node.depth,
    loop: node.data,
    parts: node.parts,
    written: node.original,
    place,
  };
}
