import type { Problem } from "../problem/problem.ts";
import type { VariantFiles } from "./files.ts";
import { usable } from "./reader.ts";
import { distinct, draftWith, provenExamples, spotOf, subjectFrom } from "./subject.ts";

/**
 * Every problem of a variant file, whatever the choices: looked at with the defaults, and with every other choice of every
 * option in turn. Bases that cannot be played by themselves can be looked at too.
 */
export function lintVariant(file: string, text: string, files: VariantFiles): { problems: Problem[] } {
  const read = subjectFrom(file, text, files);
  if (!read.ok) return { problems: distinct(read.problems) };
  const subject = read.value;
  const usual = distinct([
    ...subject.problems,
    ...draftWith(subject, {}).problems,
    ...provenExamples(subject),
  ]);
  const others = usable(subject.options).flatMap(([, option]) =>
    option.choices
      .filter((choice) => choice.id !== option.default)
      .flatMap((choice) => {
        const found = draftWith(subject, { [option.id]: choice.id }).problems;
        return found.map((p) => ({ ...p, message: `${p.message} (with \`${option.id}: ${choice.id}\`)` }));
      }),
  );
  return { problems: usual.concat(unheard(others, usual)) };
}

/** Those that are not about a spot and of a kind that has been spoken of. */
function unheard(problems: readonly Problem[], heard: readonly Problem[]): Problem[] {
  const known = new Set(heard.map(spotOf));
  const fresh = problems.filter((p) => !known.has(spotOf(p)));
  return [...new Map(fresh.map((p) => [spotOf(p), p])).values()];
}
