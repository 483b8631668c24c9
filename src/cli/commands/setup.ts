import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import root, { type Complete } from "@bomb.sh/tab";
import type { Option } from "commander";
import { schemaLine } from "../../authoring/scaffold/extending.ts";
import { languageCodes } from "../../files/package.ts";
import { replaceableTemplates } from "../../files/package/templates.ts";
import { playableIds } from "../../files/package/variants.ts";
import { shippedPadIds } from "../../files/pictures/store-bought-pads.ts";
import { PAPER_NAMES } from "../../print/layout/paper.ts";
import { msg } from "../../rules/problem/message.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { print } from "../console/output.ts";
import { deliver, writeAll } from "../console/write-file.ts";
import { listParserWords } from "../flags.ts";
import type { Command } from "../help.ts";
import { pathToFileURL } from "node:url";
import { readText, statPath } from "../../files/read/read-file.ts";
import { userFolder } from "../user.ts";

interface Flags {
  readonly install?: boolean;
  readonly out?: string;
}

/** `augenblock setup schema`: the schemas by which editors complete keys of variants, block files and pad files. */
export function schemaCommand(command: Command): Command {
  return command
    .argument("[kind]", t`cli.schema-kind-argument: the kind of file: variant, block or pad`, "variant")
    .option(
      "--install",
      t`cli.schema-install-flag: put the schemas where files in any folder find them, and print the line that names them`,
    )
    .option("--out <file>", t`cli.write-to-file-flag: write to a file instead`)
    .notes(
      t`cli.schema-notes: An editor with the YAML language server, such as VS Code with the YAML extension, then completes and explains every key. \`augenblock new\` sets this up by itself.`,
    )
    .examples("setup schema --install", "setup schema block --out block.schema.json")
    .action(schema);
}

async function schema(named: string, { install = false, out }: Flags): Promise<void> {
  const kind = SCHEMA_KINDS.find((one) => one === named);
  if (kind === undefined) {
    const message = msg`cli.no-such-schema: there is no schema for \`${named}\``;
    return fail("unknown-word", message, suggestWord(named, SCHEMA_KINDS));
  }
  if (!install) return deliver(await schemaText(kind), out ?? "-");
  if (out !== undefined)
    fail(
      "flags-collide",
      msg`cli.install-out-collide: \`--install\` and \`--out\` don’t go together`,
      msg`cli.leave-out-out-hint: leave out \`--out\``,
    );
  const addresses = await installSchemas();
  print(`${t`cli.variant-schema-line: The first line of a variant:`}\n${schemaLine(addresses.variant)}`);
  print(`${t`cli.block-schema-line: The first line of a block file:`}\n${schemaLine(addresses.block)}`);
  print(`${t`cli.pad-schema-line: The first line of a pad file:`}\n${schemaLine(addresses.pad)}`);
  print(`${t`cli.style-schema-line: The first line of a style file:`}\n${schemaLine(addresses.style)}`);
}

/** `augenblock setup templates`: the templates that `--templates` can replace, as a list or copied into a folder. */
export function templatesCommand(command: Command): Command {
  return command
    .argument("[names...]", t`cli.templates-names-argument: only these, such as rules or partials/rules-goal`)
    .option(
      "--copy <folder>",
      t`cli.templates-copy-flag: copy them into a folder, to change them there and use it with --templates`,
    )
    .examples("setup templates", "setup templates rules-goal --copy output/my-templates")
    .action(copyTemplates);
}

async function copyTemplates(named: readonly string[], { copy }: { readonly copy?: string }): Promise<void> {
  const all = replaceableTemplates();
  const chosen = named.length === 0 ? all : named.flatMap((name) => matchTemplates(name, all));
  if (copy === undefined) return print(chosen.map(({ path }) => path).join("\n"));
  const outputs = chosen.map(({ path, text }) => ({ file: join(copy, path), content: text, flag: "--copy" }));
  const kept = outputs.find(({ file }) => existsSync(file));
  if (kept !== undefined)
    fail(
      "exists",
      msg`cli.template-exists: ${kept.file} already exists, and may contain your changes`,
      msg`cli.template-exists-hint: name another folder with --copy, or only the templates that you need`,
    );
  await writeAll(outputs);
  print(outputs.map(({ file }) => file).join("\n"));
}

/** The templates of a name, with or without folder and extension. Ends the command if there are none. */
function matchTemplates(name: string, all: ReturnType<typeof replaceableTemplates>) {
  const bare = (path: string) => path.replace(/\.(hbs|yaml)$/, "");
  const found = all.filter(({ path }) => `/${bare(path)}`.endsWith(`/${bare(name)}`));
  if (found.length > 0) return found;
  const names = all.map(({ path }) => bare(path).replace(/^.*\//, ""));
  const message = msg`cli.no-such-template: there is no template \`${name}\``;
  return fail("unknown-word", message, suggestWord(name, names));
}

const SHELLS = ["bash", "zsh", "fish", "powershell"];

/**
 * `augenblock setup complete <shell>` prints a script for the shell. The script calls `augenblock complete -- <words>` for the completions
 * of a line. @param whole gives the command line with all commands loaded
 */
export function completeCommand(command: Command, whole: () => Promise<Command>): Command {
  return command
    .argument("<shell>", SHELLS.join(", "))
    .argument(
      "[words...]",
      t`cli.complete-words-argument: used by the shell, after \`--\`: the words of a line so far`,
    )
    .addHelpText(
      "after",
      `\n${t`cli.complete-notes: Put one of these lines into the settings of your shell:`}
  ~/.bashrc                   source <(augenblock setup complete bash)
  ~/.zshrc                    source <(augenblock setup complete zsh)
  ~/.config/fish/config.fish  augenblock setup complete fish | source
  $PROFILE                    augenblock setup complete powershell | Out-String | Invoke-Expression`,
    )
    .examples("setup complete bash")
    .action(async (shell: string, words: readonly string[]) => {
      if (process.argv[process.argv.indexOf("complete") + 1] === "--") {
        const line = [shell, ...words];
        describe(await whole(), line.at(-1) ?? "");
        root.parse(line);
      } else if (SHELLS.includes(shell)) root.setup("augenblock", "augenblock", shell);
      else
        fail(
          "bad-value",
          msg`cli.no-such-shell: there is no completion for \`${shell}\``,
          suggestWord(shell, SHELLS),
        );
    });
}

/** Describes the commands to the library. @param last the word being typed */
function describe(program: Command, last: string, path = ""): void {
  const offering = (words: readonly string[]) => (complete: Complete) => {
    for (const word of words) complete(word, "");
  };
  for (const command of program.commands) {
    const name = path + command.name();
    const described = root.command(name, command.description());
    for (const option of command.options) {
      const [long, takesValue] = [option.long?.slice(2) ?? "", option.required || option.optional];
      if (takesValue) described.option(long, option.description, offering(listOptionValues(option, last)));
      else described.option(long, option.description);
    }
    const below = command.commands.map((one) => one.name());
    // After `odds` comes a game or a subcommand.
    if (below.length > 0 && command.registeredArguments.length === 0)
      described.argument("action", offering(below), false);
    command.registeredArguments.forEach((argument, at) => {
      const words = [...(at === 0 ? below : []), ...argumentWords(argument.name(), last)];
      described.argument(argument.name(), offering(words), argument.variadic);
    });
    describe(command, last, `${name} `);
  }
}

/** The values a flag can have, as far as they are known. */
function listOptionValues(option: Option, last: string): readonly string[] {
  const known = listParserWords(option.parseArg);
  if (known !== null) return known;
  const [, value = ""] = /<(.+)>/.exec(option.flags) ?? [];
  if (option.long === "--lang") return languageCodes();
  return argumentWords(value, last);
}

/** The words an argument can have, by its name; none for names, numbers and the like. */
function argumentWords(name: string, last: string): readonly string[] {
  if (["variant", "variants", "first-variant", "second-variant"].includes(name))
    return [...playableIds(), ...listPathCompletions(last)];
  if (name === "pad") return [...shippedPadIds(), ...listPathCompletions(last)];
  if (name === "photo") return listPathCompletions(last);
  if (name === "paper") return PAPER_NAMES;
  if (name === "shell") return SHELLS;
  return /file|folder|pdf/i.test(name) ? listPathCompletions(last) : [];
}

/** Files and folders that can follow a partly typed path. */
function listPathCompletions(word: string): string[] {
  const folder = /^.*[\\/]/.exec(word)?.[0] ?? "";
  // Windows takes both separators; keep the one in use.
  const between = folder.at(-1) ?? sep;
  try {
    const entries = readdirSync(folder === "" ? "." : folder, { withFileTypes: true });
    const isHidden = (name: string) => name.startsWith(".") && !word.slice(folder.length).startsWith(".");
    return entries
      .filter(({ name }) => !isHidden(name))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? between : ""}`);
  } catch {
    return [];
  }
}

/** The kinds of files with a schema for editors. */
export const SCHEMA_KINDS = ["variant", "block", "pad", "style"] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

/** The content of a schema file. */
export async function schemaText(kind: SchemaKind): Promise<string> {
  return `${JSON.stringify(await loadSchema(kind), null, 1)}\n`;
}

async function loadSchema(kind: SchemaKind): Promise<object> {
  switch (kind) {
    case "variant":
      return (await import("../../rules/variant/schema/variant-schema.ts")).variantSchema();
    case "block":
      return (await import("../../print/pad/block-file.ts")).blockSchema();
    case "pad":
      return (await import("../../scan/pads/pad-file.ts")).padSchema();
    case "style":
      return (await import("../../print/style/style-file.ts")).styleSchema();
    default:
      return kind satisfies never;
  }
}

/**
 * Puts the schemas of this version into the settings folder of the user, where files in any folder can name them. Ends the command if
 * they can't be written.
 *
 * @returns the address of each, as the first line of a file names it
 */
export async function installSchemas(): Promise<Readonly<Record<SchemaKind, string>>> {
  const folder =
    userFolder("settings") ??
    fail(
      "no-settings-folder",
      msg`cli.no-settings-folder: this user has no settings folder`,
      msg`cli.no-settings-folder-hint: set \`${PLACE}\` to the full path of a folder`,
    );
  const outputs = await Promise.all(
    SCHEMA_KINDS.map(async (kind) => {
      return {
        kind,
        file: join(folder, `${kind}.schema.json`),
        content: await schemaText(kind),
        flag: PLACE,
      };
    }),
  );
  await writeAll(outputs.filter(({ file, content }) => readExistingText(file) !== content));
  const addresses = outputs.map(({ kind, file }) => [kind, pathToFileURL(file).href] as const);
  return Object.fromEntries(addresses) as Record<SchemaKind, string>;
}

/** The variable that names the settings folder. */
const PLACE = process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME";

function readExistingText(file: string): string | null {
  if (statPath(file) === null) return null;
  const text = readText(file, "look");
  return text.ok ? text.value : null;
}
