import { createReadStream } from "node:fs";
import { msg } from "../../rules/problem/message.ts";
import { failure, refusal, type Result, success } from "../../rules/problem/problem.ts";
import { nearFile, notAFile, unreadable, statPath } from "./read-file.ts";

/** No line of a file that this program writes comes near it: a sheet with its picture has about a MB. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * The lines of a UTF-8 file that may be larger than memory, without their ends (`\n` or `\r\n`; other signs that end lines elsewhere stay
 * within theirs). The first problem ends them.
 */
export async function* readLines(file: string): AsyncGenerator<Result<string>> {
  const there = statPath(file);
  if (there !== null && !there.isFile()) return yield notAFile(file, there);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
      // Only what is new is looked through: a long line comes in many pieces.
      const [end = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
      rest += end;
      for (const line of lines) {
        yield success(withoutReturn(rest));
        rest = line;
      }
      if (rest.length <= MAX_LINE) continue;
      const message = msg(
        "files.holds-line-more",
      )`${file} contains a line of more than ${MAX_LINE / (1024 * 1024)} MB`;
      return yield refusal(
        "file-too-large",
        message,
        msg("files.name-another-file")`if this is the wrong file, name another one`,
      );
    }
    if (rest !== "") yield success(withoutReturn(rest));
  } catch (error) {
    yield failure([unreadable(file, error, nearFile(file))]);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
