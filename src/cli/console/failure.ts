import { type Message, msg } from "../../rules/problem/message.ts";
import { Failure, type Problem, problem } from "../../rules/problem/problem.ts";

/** Exit codes: 2 wrong usage or unusable input, 3 not certain (an uncertain photo, a variant with warnings only), 130 Ctrl-C. */
export const EXIT = { correct: 0, mistakes: 1, unusable: 2, unsure: 3, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code for several files: unusable input hides everything else, then come mistakes, then what is not certain. */
export function worstExit(codes: readonly ExitCode[]): ExitCode {
  return [EXIT.unusable, EXIT.mistakes, EXIT.unsure].find((code) => codes.includes(code)) ?? EXIT.correct;
}

/** Ends the command with a single problem that has no place in a file. */
export function fail(code: string, message: Message, hint: Message | null = null): never {
  throw new Failure([problem(code, message, { hint })]);
}

/** The problem of a photo whose reading crashed. @throws the error if AUGENBLOCK_DEBUG is set */
export function photoFault(file: string, error: unknown): Problem {
  if (process.env.AUGENBLOCK_DEBUG) throw error;
  const message = msg`check.cant-read-fault: ${file} can’t be read: this is a fault in augenblock itself, sorry`;
  const hint = msg`cli.photo-failed-hint: set AUGENBLOCK_DEBUG=1, check this photo alone and report the output`;
  return problem("photo-failed", message, { hint });
}

/** The stable JSON shape of a problem. @param about the file that a problem without a place is about, if it is about one */
export function problemJson(
  { code, severity, message, hint, place }: Problem,
  about: string | null = null,
): object {
  const { file = about, line = null, col = null } = place ?? {};
  return { code, severity, message, hint, file, line, col };
}
