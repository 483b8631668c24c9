import type { Answer, Task } from "./crew.ts";

/**
 * Counts tasks on standard error, such as `photos read: 3 of 40`, as they are done; why one failed is told there too.
 *
 * @param what is counted
 * @param all how many there are
 */
export function progress(what: string, all: number): (task: Task, answer: Answer<unknown>) => void {
  let done = 0;
  return ({ photo, difficulty }, answer) => {
    done++;
    const end = done === all ? "\n" : "";
    process.stderr.write(`\r${what}: ${done} of ${all}${end}`);
    if (answer.kind === "failed") process.stderr.write(`\n${difficulty} photo ${photo}: ${answer.reason}\n`);
  };
}
