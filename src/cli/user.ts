import { userInfo } from "node:os";
import { join, posix, win32 } from "node:path";
import { existsSync } from "node:fs";
import { languageCodes } from "../files/package.ts";
import { readText } from "../files/read/read-file.ts";
import { parsePaper } from "../print/layout/paper.ts";
import { msg } from "../rules/problem/message.ts";
import { Failure, need, problem, type Result, refusal, success, tryOr } from "../rules/problem/problem.ts";
import { shorten, suggestWord } from "../rules/problem/wording.ts";
import type { TextEntry } from "../rules/source/text.ts";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of each kind of file: the variable that names it, and its default in the home folder. */
const KINDS = {
  settings: { windows: "APPDATA", others: "XDG_CONFIG_HOME", usual: ".config" },
  cache: { windows: "LOCALAPPDATA", others: "XDG_CACHE_HOME", usual: ".cache" },
} as const;

/**
 * The program's folder for files of a user. An empty or relative path in the environment counts as none, since it would depend on the
 * current folder.
 *
 * @param accountHome the folder that the system knows for the user
 * @returns null where neither the environment nor the system names a folder, as for a user id without an account
 */
export function userFolder(
  kind: keyof typeof KINDS,
  env: Environment = process.env,
  platform: string = process.platform,
  accountHome: () => string = () => userInfo().homedir,
): string | null {
  const { windows, others, usual } = KINDS[kind];
  const { isAbsolute } = platform === "win32" ? win32 : posix;
  const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : null);
  const named = absolute(platform === "win32" ? env[windows] : env[others]);
  // Node throws where the system knows no such user.
  const home = () => absolute(env.HOME) ?? absolute(tryOr(undefined, accountHome));
  const folder = named ?? joinIfFolder(home(), usual);
  return joinIfFolder(folder, "augenblock");
}

function joinIfFolder(folder: string | null, name: string): string | null {
  return folder === null ? null : join(folder, name);
}

/** The name of the user, for records; a number where the system knows no name. */
export function userName(): string {
  return tryOr(String(process.getuid?.() ?? "?"), () => userInfo().username);
}

/** Defaults of flags, from the system and the settings file of the user. */
export interface Preferences {
  /** The code of an existing language, for messages and prints. */
  readonly lang: string;
  /** The paper of pads. */
  readonly paper: string;
}

const FALLBACK = { lang: "en", paper: "a5" } as const;

let current: Preferences = FALLBACK;

/** The preferences of this run. */
export function getPreferences(): Preferences {
  return current;
}

export function setPreferences(preferences: Preferences): void {
  current = preferences;
}

/** The system's language: from the variables of POSIX, else the setting of Windows or macOS; English if there is no such translation. */
export function systemLanguage(env: Environment, platform: string, codes: readonly string[]): string {
  const named = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "");
  const hasOwnSetting = platform === "win32" || platform === "darwin";
  const locale = named ?? (hasOwnSetting ? Intl.DateTimeFormat().resolvedOptions().locale : FALLBACK.lang);
  // `de_AT.UTF-8@euro` is German as it is spoken in Austria.
  const [tag = ""] = locale.split(/[.@]/);
  const [language = ""] = tag.split(/[_-]/);
  const exact = tag.replaceAll("_", "-");
  return [exact, language.toLowerCase()].find((code) => codes.includes(code)) ?? FALLBACK.lang;
}

/** The path of the user's settings file; null if there is no folder for it. */
export function settingsFile(env: Environment, platform: string): string | null {
  const folder = userFolder("settings", env, platform);
  return folder === null ? null : join(folder, "config.yaml");
}

/**
 * The preferences of the user. Most have no settings file, so its parser is loaded only if there is one.
 * @throws Failure with every problem of the settings file
 */
export async function preferences(
  env: Environment = process.env,
  platform: string = process.platform,
): Promise<Preferences> {
  const codes = languageCodes();
  const system = { ...FALLBACK, lang: systemLanguage(env, platform, codes) };
  const file = settingsFile(env, platform);
  if (file === null || !existsSync(file)) return system;
  return { ...system, ...(await readSettings(file, codes)) };
}

/** The keys of the file. */
type Key = "lang" | "paper";

/** What a value of each key has to be. */
const CHECKS: Readonly<Record<Key, (value: string, codes: readonly string[]) => Result<unknown>>> = {
  lang: (value, codes) =>
    codes.includes(value)
      ? success(value)
      : refusal(
          "unknown-language",
          msg`files.no-such-language: there is no language \`${shorten(value)}\``,
          suggestWord(value, codes),
        ),
  paper: parsePaper,
};

/** Reads the settings file of a user. @param codes the languages that there are @throws Failure with every problem of it */
async function readSettings(file: string, codes: readonly string[]): Promise<Partial<Record<Key, string>>> {
  const { readYaml } = await import("../rules/source/yaml.ts");
  const { root, place } = need(readYaml(file, need(readText(file))));
  const hint = msg`cli.not-settings-hint: write \`lang: de\` or \`paper: a4\``;
  const notKeys = msg`cli.not-settings: settings are keys and values, not a list`;
  if (root.kind === "list")
    throw new Failure([problem("not-settings", notKeys, { place: place(root), hint })]);
  const entries = root.kind === "map" ? root.entries : [];
  const problems = entries.flatMap(({ key, keySpan, value }: TextEntry) => {
    if (!isKey(key)) {
      const where = { place: place(keySpan), hint: suggestWord(key, Object.keys(CHECKS)) };
      const message = msg`cli.unknown-setting: there is no setting \`${shorten(key)}\``;
      return [problem("unknown-key", message, where)];
    }
    const checked = CHECKS[key](getScalarText(value), codes);
    return checked.ok ? [] : checked.problems.map((one) => ({ ...one, place: place(value) }));
  });
  if (problems.length > 0) throw new Failure(problems);
  return Object.fromEntries(entries.map(({ key, value }) => [key, getScalarText(value)]));
}

function isKey(key: string): key is Key {
  return Object.hasOwn(CHECKS, key);
}

/** A value as it was typed; empty for lists and maps, which no check takes. */
function getScalarText(value: TextEntry["value"]): string {
  return value.kind === "scalar" ? value.source.trim() : "";
}
