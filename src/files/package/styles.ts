import { readdirSync } from "node:fs";
import { PLAIN_STYLE, type PadStyle } from "../../print/style/style.ts";
import { msg } from "../../rules/problem/message.ts";
import { refusal, type Result, success } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { TEMPLATES } from "../package.ts";
import { readText } from "../read/read-file.ts";
import { shippedTemplate } from "./templates.ts";
import { namesFile } from "./variants.ts";

const ENDING = ".yaml";
const PLAIN = "plain";

/** The ids of the shipped styles: the plain one first, the others in alphabetical order. */
export function styleIds(): string[] {
  const ids = readdirSync(new URL("styles/", TEMPLATES))
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
  return [PLAIN, ...ids.filter((id) => id !== PLAIN)];
}

/** Loads a shipped style by its id, or a style file by its path; or what is wrong with it. */
export async function loadStyle(named: string = PLAIN): Promise<Result<PadStyle>> {
  // Most pads are plain, and need no reader.
  if (named === PLAIN) return success(PLAIN_STYLE);
  const { readStyleFile } = await import("../../print/style/style-file.ts");
  if (namesFile(named)) {
    const text = readText(named);
    return text.ok ? readStyleFile(named, text.value) : text;
  }
  const ids = styleIds();
  if (!ids.includes(named))
    return refusal(
      "unknown-style",
      msg("files.no-such-style")`there is no style \`${named}\``,
      suggestWord(named, ids),
    );
  const { file, text } = shippedTemplate(`styles/${named}${ENDING}`);
  return readStyleFile(file, text);
}
