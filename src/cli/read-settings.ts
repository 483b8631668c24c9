import { readText } from "../files/read/read-file.ts";
import { parsePaper } from "../print/layout/paper.ts";
import { msg } from "../rules/problem/message.ts";
import { failure, need, problem, type Result, refusal, success } from "../rules/problem/problem.ts";
import { shorten, suggestWord } from "../rules/problem/wording.ts";
import type { TextEntry } from "../rules/source/text.ts";
import { readYaml } from "../rules/source/yaml.ts";

/** The keys of the file. */
type Key = "lang" | "paper";

/** What a value of each key has to be. */
const CHECKS: Readonly<Record<Key, (value: string, codes: readonly string[]) => Result<unknown>>> = {
  lang: (value, codes) =>
    codes.includes(value)
      ? success(value)
      : refusal(
          "unknown-language",
          msg("files.no-such-language")`there is no language \`${shorten(value)}\``,
          suggestWord(value, codes),
        ),
  paper: parsePaper,
};

/**
 * Reads the settings file of a user. @param codes the languages that there are
 * @throws Failure with every problem of it
 */
export function readSettings(file: string, codes: readonly string[]): Partial<Record<Key, string>> {
  const { root, place } = need(readYaml(file, need(readText(file))));
  const hint = msg("cli.not-settings-hint")`write \`lang: de\` or \`paper: a4\``;
  if (root.kind === "list")
    return need(
      failure([
        problem("not-settings", msg("cli.not-settings")`settings are keys and values, not a list`, {
          place: place(root),
          hint,
        }),
      ]),
    );
  const entries = root.kind === "map" ? root.entries : [];
  const problems = entries.flatMap(({ key, keySpan, value }: TextEntry) => {
    if (!isKey(key)) {
      const where = { place: place(keySpan), hint: suggestWord(key, Object.keys(CHECKS)) };
      return [
        problem("unknown-key", msg("cli.unknown-setting")`there is no setting \`${shorten(key)}\``, where),
      ];
    }
    const checked = CHECKS[key](getScalarText(value), codes);
    return checked.ok ? [] : checked.problems.map((one) => ({ ...one, place: place(value) }));
  });
  return problems.length > 0
    ? need(failure(problems))
    : Object.fromEntries(entries.map(({ key, value }) => [key, getScalarText(value)]));
}

function isKey(key: string): key is Key {
  return Object.hasOwn(CHECKS, key);
}

/** A value as it was typed; empty for lists and maps, which no check takes. */
function getScalarText(value: TextEntry["value"]): string {
  return value.kind === "scalar" ? value.source.trim() : "";
}
