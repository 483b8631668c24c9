import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadCatalogueSentences } from "../../src/files/package/languages.ts";
import { preferences, settingsFile, systemLanguage } from "../../src/cli/user.ts";
import { ALL_WORDS, program } from "../../src/cli/program.ts";
import { speak } from "../../src/cli/console/language.ts";
import { listParserWords } from "../../src/cli/flags.ts";
import { type Command, placeholderWord } from "../../src/cli/help.ts";
import { Failure } from "../../src/rules/problem/problem.ts";
import { someOf } from "../support/cases.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { messagesInCode } from "../support/messages.ts";

const CODES = ["de", "en", "sv"];

describe("the language of the system", () => {
  it.each([
    [{ LC_ALL: "sv_SE.UTF-8", LANG: "de_DE" }, "sv"],
    [{ LC_MESSAGES: "de_AT.UTF-8@euro", LANG: "sv_SE" }, "de"],
    [{ LC_ALL: "", LANG: "de_DE.UTF-8" }, "de"],
    [{ LANG: "fr_FR.UTF-8" }, "en"],
    [{ LC_ALL: "C", LANG: "de_DE" }, "en"],
    [{}, "en"],
  ])("%j is %s", (env, code) => {
    expect(systemLanguage(env, "linux", CODES)).toBe(code);
  });
});

describe("the settings file", () => {
  const withSettings = (text: string) => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "augenblock"));
    writeFileSync(join(folder, "augenblock", "config.yaml"), text);
    return { XDG_CONFIG_HOME: folder, LC_ALL: "sv_SE.UTF-8" };
  };

  it("lies where each system keeps such files", () => {
    expect(settingsFile({ HOME: "/home/anna" }, "linux")).toBe("/home/anna/.config/augenblock/config.yaml");
    expect(settingsFile({ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "linux")).toBe("/x/augenblock/config.yaml");
    expect(settingsFile({ APPDATA: "/roaming" }, "win32")).toBe("/roaming/augenblock/config.yaml");
  });

  it("comes before the system", async () => {
    expect(await preferences(withSettings("lang: de\npaper: a4\n"), "linux")).toEqual({
      lang: "de",
      paper: "a4",
    });
    expect(await preferences(withSettings("paper: a6\n"), "linux")).toEqual({ lang: "sv", paper: "a6" });
    expect(await preferences(withSettings(""), "linux")).toEqual({ lang: "sv", paper: "a5" });
  });

  it("tells all that is wrong with it, each with its place", async () => {
    const told = preferences(withSettings("lang: fr\npaper: a55\nlanguage: de\n"), "linux");
    await expect(told).rejects.toMatchObject({
      problems: [
        { code: "unknown-language", place: { line: 1 } },
        { code: "unknown-paper", place: { line: 2 } },
        { code: "unknown-key", place: { line: 3 } },
      ],
    });
  });
});

describe("the help of every command", () => {
  afterEach(() => speak("en"));

  it.each(someOf(["de", "sv"], 2))("has no English words in %s", async (code) => {
    const sentences = loadCatalogueSentences(code);
    const english = messagesInCode()
      .filter(({ id, text }) => text !== sentences.get(id) && / [a-z]+ [a-z]+ /.test(text))
      .map(({ text }) => text);
    expect(english.length).toBeGreaterThan(600);
    await speak(code);
    const whole = await program(ALL_WORDS);
    for (const command of [whole, ...whole.commands]) {
      const help = command.helpInformation().replace(/\s+/g, " ");
      expect(help).not.toMatch(/Usage:|Options:|Arguments:|Commands:|\(default|\[options\]/);
      expect(english.filter((text) => help.includes(text))).toEqual([]);
    }
  });
});

/** Every command that does something, with the words that call it. */
function listLeaves(
  command: Command,
  path: readonly string[] = [],
): { path: readonly string[]; command: Command }[] {
  const below = command.commands.flatMap((one) => listLeaves(one, [...path, one.name()]));
  return command.registeredArguments.length > 0 || below.length === 0 ? [...below, { path, command }] : below;
}

it("refuses a blank argument or flag of every command, with one clear problem", async () => {
  const whole = await program(ALL_WORDS);
  const lines = listLeaves(whole).flatMap(({ path, command: { registeredArguments, options } }) => {
    const names = registeredArguments.filter((one) => one.name() !== "words");
    const rest = names.map(({ parseArg }) => listParserWords(parseArg)?.[0] ?? "x");
    const needed = options.flatMap(({ mandatory, long }) => (mandatory ? [`${long}`, "x"] : []));
    // Words and names leave out what is set elsewhere.
    const flags = options.filter(
      ({ flags }) => /[<[]/.test(flags) && !/<words>|--place|--evening/.test(flags),
    );
    return [
      ...names.map((_, at) => [...path, ...rest.with(at, at % 2 === 0 ? "" : " \t"), ...needed]),
      ...flags.map(({ long }) => [...path, ...rest, ...needed, `${long}`, ""]),
    ];
  });
  expect(lines.length).toBeGreaterThan(150);
  for (const line of lines) {
    const error: unknown = await whole.parseAsync(line, { from: "user" }).catch((error) => error);
    const codes = error instanceof Failure ? error.problems.map(({ code }) => code) : error;
    expect({ line, codes }).toEqual({ line, codes: ["bad-value"] });
  }
});

it("tells problems, the way out and the severity in one language", async () => {
  const german = await augenblock(["pad", "yazo", "--lang", "de"]);
  expect(german.err).toBe(
    "Fehler: es gibt keine Variante `yazo` [unknown-variant]\n  meintest du `yazzo`?\n",
  );
  const swedish = await augenblock(["pad", "yazzo", "--sheets", "0", "--lang=sv"]);
  expect(swedish.err).toContain("fel: `--sheets`: här förväntas ett heltal från 1 till 100000, inte `0`");
});

it("every placeholder of the help is translated, unless it is a unit or a sign", async () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const commands = all(await program(ALL_WORDS));
  const terms = commands.flatMap(({ options, registeredArguments }) => [
    ...options.flatMap(({ flags }) => /[<[]([a-z][a-z,:=-]*)/.exec(flags)?.[1] ?? []),
    ...registeredArguments.map((argument) => argument.name()),
  ]);
  expect(terms.length).toBeGreaterThan(100);
  await speak("de");
  // German nouns have capitals.
  const same = [...new Set(terms)].filter((term) => placeholderWord(term) === term);
  await speak("en");
  expect(same.sort()).toEqual(["mm", "n", "url", "x,y"]);
});
