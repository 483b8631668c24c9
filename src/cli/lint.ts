import type { Problem } from "../problem/problem.ts";
import { showProblems } from "../problem/show.ts";
import { lintVariant } from "../variant/lint-variant.ts";
import { PAINT, say, sayJson } from "./console.ts";
import { EXIT, type ExitCode, Failure } from "./failure.ts";
import { plainProblem } from "./plain-problem.ts";
import { DISK, variantText } from "./variants.ts";

interface Linted {
  readonly file: string;
  readonly problems: readonly Problem[];
  readonly exit: ExitCode;
}

/** `augenblock lint`: every problem of every file; a file that can't be read does not stop the others. */
export async function lint(refs: readonly string[], flags: { readonly json?: boolean }): Promise<void> {
  const linted: Linted[] = [];
  for (const ref of refs) linted.push(await lintOne(ref));
  if (flags.json)
    sayJson({ files: linted.map(({ file, problems }) => ({ file, problems: problems.map(plainProblem) })) });
  else
    for (const { file, problems } of linted)
      say(problems.length === 0 ? `${file}: ok` : showProblems(problems, PAINT));
  process.exitCode = Math.max(...linted.map(({ exit }) => exit));
}

async function lintOne(ref: string): Promise<Linted> {
  try {
    const { file, text } = await variantText(ref);
    const { problems } = lintVariant(file, text, DISK);
    return {
      file,
      problems,
      exit: problems.some((p) => p.severity === "error") ? EXIT.mistakes : EXIT.correct,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { file: ref, problems: error.problems, exit: EXIT.unusable };
  }
}
