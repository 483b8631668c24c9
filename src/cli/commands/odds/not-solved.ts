import { type Message, msg } from "../../../rules/problem/message.ts";
import { Failure, problem } from "../../../rules/problem/problem.ts";

/** Ends the command with a problem for each rule that stands in the way. @param say what can't be done, and why */
export function failAsNotSolved(rules: readonly Message[], say: (rule: Message) => Message): never {
  const hint = msg`leave this rule out in a variant of your own to see what the rest is worth`;
  throw new Failure(rules.map((rule) => problem("not-solved", say(rule), { hint })));
}
