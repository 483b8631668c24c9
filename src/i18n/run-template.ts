import Handlebars from "handlebars";
import { hintFor, nearest } from "../rules/problem/wording.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import type { Language } from "./language.ts";
import { type Spot, STEP } from "./prepare-template.ts";
import {
  CallMistake,
  FUNCTION_NAMES,
  FUNCTIONS,
  isList,
  isMap,
  isSafe,
  own,
  asText,
  type TemplateFunction,
  type Value,
} from "./template-functions.ts";

/** What a run needs besides the page's template. */
export interface Surroundings {
  readonly language: Language;
  readonly escape: (text: string) => string;
  /** Characters and steps that the page may take. */
  readonly most?: number;
  /** The prepared partials by their names. */
  readonly partials: ReadonlyMap<string, hbs.AST.Program>;
  /** The spots that the prepared templates speak of by their numbers. */
  readonly spots: readonly Spot[];
}

/** Partials within partials; more can only be a circle. */
const DEEPEST = 40;
/** Characters and steps, if whoever asks for the page says nothing else; no page has as many. */
const MOST = 2_000_000;

/** Of all that Handlebars brings along only the blocks are left. */
const handlebars = Handlebars.create();
for (const name of ["log", "lookup", "helperMissing", "blockHelperMissing"])
  handlebars.unregisterHelper(name);

const KNOWN: Record<string, boolean> = {};
for (const name of [...FUNCTION_NAMES, ...Object.values(STEP)]) KNOWN[name] = true;

/**
 * Writes a prepared template out.
 *
 * @returns the text, and everything that went wrong, each thing once
 */
export function runTemplate(
  page: hbs.AST.Program,
  context: unknown,
  around: Surroundings,
): { readonly text: string; readonly problems: readonly Problem[] } {
  const run = new Run(around);
  try {
    const text = compiled(page)(context, {
      helpers: run.calls(),
      partials: run.partials(),
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
    });
    return { text, problems: run.problems() };
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    return { text: "", problems: run.problems() };
  }
}

function compiled(tree: hbs.AST.Program): Handlebars.TemplateDelegate {
  return handlebars.compile(tree, {
    knownHelpers: KNOWN as KnownHelpers,
    knownHelpersOnly: true,
    explicitPartialContext: true,
  });
}

/** Ends a run that would hardly end by itself. */
class Halt extends Error {}

/** What the runtime hands over last in every call. */
interface CallOptions {
  readonly hash: Readonly<Record<string, Value>>;
  readonly data: Readonly<Record<string, unknown>>;
}
type Call = (spot: Spot, args: readonly Value[], options: CallOptions) => Value;

/** One run of a template. What could not be worked out is `undefined` and was told; nobody complains of it again. */
class Run {
  readonly #around: Surroundings;
  readonly #problems = new Map<Spot, Problem>();
  #depth = 0;
  #spent = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  partials(): Record<string, Handlebars.TemplateDelegate> {
    const partials = [...this.#around.partials].map(([name, tree]) => {
      const write = compiled(tree);
      const counted: Handlebars.TemplateDelegate = (context, options) => {
        this.#depth += 1;
        const text = write(context, options);
        this.#depth -= 1;
        return text;
      };
      return [name, counted];
    });
    return Object.fromEntries(partials);
  }

  /** Everything that a prepared template calls; each call begins with the number of its spot. */
  calls() {
    const calls: [string, Call][] = [
      [STEP.find, (spot, [from, ...parts], { data }) => this.#find(spot, from, parts.map(asText), data)],
      [STEP.escaped, (spot, [value]) => this.#put(spot, value, this.#around.escape)],
      [STEP.plain, (spot, [value]) => this.#put(spot, value, (text) => text)],
      [STEP.elements, (spot, [value]) => this.#elements(spot, value)],
      [STEP.test, (spot, [value]) => this.#test(spot, value)],
      [STEP.enter, (spot, [context]) => this.#enter(spot, context)],
    ];
    for (const [name, work] of Object.entries(FUNCTIONS)) {
      calls.push([name, (spot, args, { hash }) => this.#work(spot, work, args, hash)]);
    }
    return Object.fromEntries(calls.map(([name, call]) => [name, this.#called(call)]));
  }

  #called(call: Call) {
    return (at: number, ...rest: unknown[]) => {
      const spot = this.#around.spots[at];
      if (spot === undefined) throw new Error(`there is no spot ${at}`);
      return call(spot, rest.slice(0, -1) as Value[], rest.at(-1) as CallOptions);
    };
  }

  /** Follows a path from what Handlebars found at its start. */
  #find(spot: Spot, from: Value, parts: readonly string[], data: CallOptions["data"]): Value {
    const { written } = spot;
    this.#spend(spot, 0);
    if (from === undefined && written.startsWith("@")) {
      const known = Object.keys(data).flatMap((name) => (name === "_parent" ? [] : [`@${name}`]));
      return this.#unknown(spot, `@${written.replace(/^@[./]*|[./].*$/g, "")}`, known);
    }
    if (from === undefined && written.startsWith("..")) {
      return this.#complain(spot, "unknown-name", `\`${written}\` leads out of the template`);
    }
    let value = from;
    for (const part of from === undefined ? [] : parts) {
      const next = own(value, part);
      if (next === undefined) return this.#unknown(spot, part, isMap(value) ? Object.keys(value) : []);
      value = next;
    }
    return value;
  }

  #unknown(spot: Spot, name: string, known: readonly string[]): undefined {
    const within = name === spot.written ? "" : ` (in \`${spot.written}\`)`;
    const message = `the page tells nothing by the name \`${name}\`${within}`;
    this.#complain(spot, "unknown-name", message, hintFor(name, known));
  }

  #put(spot: Spot, value: Value, shown: (text: string) => string): string | undefined {
    if (isList(value) || isMap(value)) {
      const what = isList(value) ? "a list" : "a group of values";
      return this.#complain(spot, "not-a-text", `\`${spot.written}\` is ${what}, not a text`);
    }
    const text = isSafe(value) || typeof value === "number" ? asText(value) : shown(asText(value));
    this.#spend(spot, text.length);
    return text;
  }

  #elements(spot: Spot, value: Value): Value {
    if (value === undefined || value === null) return value;
    if (!isList(value) && !isMap(value)) {
      return this.#complain(spot, "not-a-list", `\`${spot.written}\` is not a list`);
    }
    this.#spend(spot, Object.keys(value).length);
    return value;
  }

  #test(spot: Spot, value: Value): Value {
    this.#spend(spot, 0);
    return value;
  }

  #enter(spot: Spot, context: Value): Value {
    this.#spend(spot, 1);
    if (this.#depth < DEEPEST) return context;
    const message = `the partial \`${spot.written}\` comes back to itself without end`;
    this.#complain(spot, "endless-partial", message);
    throw new Halt();
  }

  #work(spot: Spot, work: TemplateFunction, args: readonly Value[], named: CallOptions["hash"]): Value {
    if (args.includes(undefined) || Object.values(named).includes(undefined)) return undefined;
    this.#spend(spot, weightOf(args, named));
    const value = work(args, named, this.#around.language);
    if (!(value instanceof CallMistake)) {
      this.#spend(spot, lengthOf([value]));
      return value;
    }
    const near = value.candidates && nearest(value.candidates.word, value.candidates.among);
    return this.#complain(spot, "template-call", value.message, near && `did you mean \`${near}\`?`);
  }

  #spend(spot: Spot, amount: number): void {
    this.#spent += 1 + amount;
    if (this.#spent <= (this.#around.most ?? MOST)) return;
    this.#complain(spot, "too-much", "the template writes more than any page can hold");
    throw new Halt();
  }

  /** A spot inside a loop is passed many times; what is wrong there is told once. */
  #complain(spot: Spot, code: string, message: string, hint: string | null = null): undefined {
    this.#problems.set(spot, problem(code, message, { place: spot.place, hint }));
  }
}

/** How much a function is given to put together: every text, and for each element of a list what may stand between two. */
function weightOf(args: readonly Value[], named: CallOptions["hash"]): number {
  const between = lengthOf(Object.values(named));
  const lists = args.filter(isList);
  return lists.reduce((sum, list) => sum + lengthOf(list) + list.length * between, lengthOf(args) + between);
}

function lengthOf(values: readonly Value[]): number {
  return values.reduce<number>((sum, value) => sum + asText(value).length, 0);
}
