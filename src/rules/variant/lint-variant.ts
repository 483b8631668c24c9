import type { Problem } from "../problem/problem.ts";
import type { VariantFiles } from "./files.ts";
import { distinct, provenExamples, spotOf } from "./subject.ts";
import { choicesTold, type Trials, trialsOf } from "./trials.ts";

/**
 * Every problem of a variant file, whatever the choices: looked at with the defaults, and with every other choice of every
 * option in turn. Bases that cannot be played by themselves can be looked at too.
 */
export function lintVariant(file: string, text: string, files: VariantFiles): { problems: Problem[] } {
  const read = trialsOf(file, text, files);
  return { problems: read.ok ? problemsOf(read.value) : distinct(read.problems) };
}

/** Every problem of a variant that was tried. */
export function problemsOf({ subject, all }: Trials): Problem[] {
  const [first, ...rest] = all;
  const usual = distinct([...subject.problems, ...(first?.problems ?? []), ...provenExamples(subject)]);
  const others = rest.flatMap(({ choices, problems }) =>
    problems.map((p) => ({ ...p, message: p.message + choicesTold(choices) })),
  );
  return usual.concat(unheard(others, usual));
}

/** Those that are not about a spot and of a kind that has been spoken of. */
function unheard(problems: readonly Problem[], heard: readonly Problem[]): Problem[] {
  const known = new Set(heard.map(spotOf));
  const fresh = problems.filter((p) => !known.has(spotOf(p)));
  return [...new Map(fresh.map((p) => [spotOf(p), p])).values()];
}
