import type { Problem } from "../problem/problem.ts";
import { showProblems } from "../problem/show.ts";
import { lintVariant } from "../variant/lint-variant.ts";
import { PAINT, say, sayJson } from "./console.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { plainProblem } from "./plain-problem.ts";
import { DISK, findVariant } from "./variants.ts";

interface Linted {
  readonly file: string;
  readonly problems: readonly Problem[];
  readonly exit: ExitCode;
}

/** `augenblock lint`: every problem of every file; a file that can't be read does not stop the others. */
export function lint(refs: readonly string[], flags: { readonly json?: boolean }): void {
  const linted = refs.map(lintOne);
  if (flags.json)
    sayJson({ files: linted.map(({ file, problems }) => ({ file, problems: problems.map(plainProblem) })) });
  else
    for (const { file, problems } of linted)
      say(problems.length === 0 ? `${file}: ok` : showProblems(problems, PAINT));
  process.exitCode = Math.max(...linted.map(({ exit }) => exit));
}

function lintOne(ref: string): Linted {
  const found = findVariant(ref);
  if (!found.ok) return { file: ref, problems: found.problems, exit: EXIT.unusable };
  const { file, text } = found.value;
  const { problems } = lintVariant(file, text, DISK);
  return {
    file,
    problems,
    exit: problems.some((p) => p.severity === "error") ? EXIT.mistakes : EXIT.correct,
  };
}
