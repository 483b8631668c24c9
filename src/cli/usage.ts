import type { CommanderError } from "commander";
import { type Problem, problem } from "../rules/problem/problem.ts";

/** What commander found wrong with the command line, in our words. */
export function usageProblem(error: CommanderError): Problem {
  const hint =
    "`augenblock --help` lists the commands, `augenblock <command> --help` shows its flags and an example";
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? "";
  switch (error.code) {
    case "commander.unknownOption":
      return problem("unknown-flag", `there is no flag \`${quoted}\` here`, {
        hint: nearMiss(error) ?? hint,
      });
    case "commander.unknownCommand":
      return problem("unknown-command", `there is no command \`${quoted}\``, {
        hint: nearMiss(error) ?? hint,
      });
    case "commander.missingArgument":
      return problem("missing-argument", `this command needs \`${quoted}\``, { hint });
    case "commander.optionMissingArgument":
      return problem("missing-value", `the flag \`${quoted}\` needs a value`, { hint });
    case "commander.excessArguments":
      return problem("too-many-arguments", "there are more arguments than this command takes", { hint });
    case "commander.invalidArgument":
      return problem("bad-value", invalid(error.message), { hint });
    default:
      return problem("usage", "this is not how the command is used", { hint });
  }
}

/** commander looks for near misses itself and appends them. */
function nearMiss(error: CommanderError): string | null {
  const near = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1];
  return near === undefined ? null : `did you mean \`${near}\`?`;
}

/** The sentence that our own parsers of values gave, behind the flag that they were for. */
function invalid(message: string): string {
  const found =
    /^error: (?:option|command-argument value) '([^']*)'.*? is invalid(?: for argument '[^']*')?\. (.*)$/s.exec(
      message,
    );
  if (found === null) return "a value is not what it should be";
  return `\`${found[1]?.split(" ")[0]}\`: ${found[2]}`;
}
