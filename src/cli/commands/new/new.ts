import type { Command } from "commander";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { extendingText, nameFrom, type NewVariant } from "../../../authoring/scaffold/extending.ts";
import { freshText } from "../../../authoring/scaffold/fresh.ts";
import type { Languages } from "../../../authoring/scaffold/settings.ts";
import type { Language } from "../../../i18n/language.ts";
import { SPOKEN_BY_ALL } from "../../../rules/game/game.ts";
import { isVariantId, MAX_ID_LENGTH, VARIANT_ID_HINT } from "../../../rules/variant/limits.ts";
import { EXIT, fail, need } from "../../console/failure.ts";
import { count, examples, type LanguageFlags, languageFlag } from "../../flags.ts";
import { deliver, print } from "../../console/output.ts";
import { Stopped, terminalAsker } from "../../console/prompts.ts";
import { allLanguages } from "../../files/languages.ts";
import { DISK, findVariant, isVariantFile, namesFile, shippedIds } from "../../files/variants.ts";
import { schemaText } from "../schema.ts";
import { decisionsFrom, type GameFlags, MOST } from "./decisions.ts";

interface Flags extends GameFlags, LanguageFlags {
  readonly from?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** The file next to a variant from which editors know its keys. */
const SCHEMA = "variant.schema.json";

/** `augenblock new`: a variant file to start from, and the schema next to it. */
export default function newCommand(command: Command): Command {
  return languageFlag(command)
    .argument("<name>", "id of the variant and name of its file, such as my-yazzo")
    .option("--from <variant>", "the variant to build on")
    .option("--dice <n>", "for a game from scratch: number of dice", count(1, MOST.dice))
    .option("--rolls <n>", "rolls per turn", count(1, MOST.rolls))
    .option("--columns <orders>", "orders of the columns, separated by commas: free, down, up, inward")
    .option("--categories <ids>", "the boxes, separated by commas; asks if not given")
    .option("--out <file>", "where to write it (default: <name>.yaml)")
    .option("--force", "overwrite an existing file")
    .addHelpText(
      "after",
      `\nNext to the file it writes variant.schema.json, from which editors know every key.\n${examples(
        "new my-yazzo --from yazzo",
        "new my-game",
        "new my-game --dice 5 --rolls 3 --columns down,free --categories ones,twos,threes,fours,fives,sixes,chance",
      )}`,
    )
    .action(newVariant);
}

async function newVariant(name: string, flags: Flags): Promise<void> {
  checkNewName(name);
  const file = fileFor(name, flags);
  // The language of the author, and those that every variant speaks.
  const written = allLanguages(flags.lang).filter(({ code }) =>
    [flags.lang, ...SPOKEN_BY_ALL].includes(code),
  );
  const [first, ...others] = written;
  if (first === undefined) return;
  const languages: Languages = [first, ...others];
  const start = { id: name, name: nameFrom(name, languages), file, schema: SCHEMA };
  const text = await textFor(start, flags, languages).catch(stopped);
  if (text === null) return;
  await deliver(text, flags.out === "-" ? "-" : file);
  if (flags.out === "-") return;
  await placeSchema(join(dirname(file), SCHEMA), first);
  print(first.translate("new.next", { file }));
}

async function textFor(start: NewVariant, flags: Flags, languages: Languages): Promise<string> {
  const { from, dice, rolls, columns, categories } = flags;
  if (from === undefined) {
    const [language] = languages;
    return freshText(start, await decisionsFrom(flags, language, terminalAsker(language)), languages);
  }
  if ([dice, rolls, columns, categories].some((flag) => flag !== undefined)) {
    const message = "`--from` takes dice, throws, columns and categories from another variant";
    fail("flags-collide", message, "change them in the file, or leave out `--from`");
  }
  return need(extendingText(start, baseFor(from, start.file), DISK, languages));
}

/** Nothing was decided, so nothing is written. */
function stopped(error: unknown): null {
  if (!(error instanceof Stopped)) throw error;
  process.exitCode = EXIT.stopped;
  return null;
}

/** Where the new file goes; ends the command if something is there already. */
function fileFor(name: string, { out, force = false }: Flags): string {
  const own = `${name}.yaml`;
  if (out === undefined || out === "-") return checkFree(own, force || out === "-");
  if (existsSync(out) && statSync(out).isDirectory()) return checkFree(join(out, own), force);
  if (basename(out) !== own) {
    const message = `the file of \`${name}\` is called \`${own}\`, not \`${basename(out)}\``;
    fail("bad-name", message, `give \`--out ${join(dirname(out), own)}\``);
  }
  return checkFree(out, force);
}

function checkFree(file: string, force: boolean): string {
  if (force || !existsSync(file)) return file;
  return fail("exists", `${file} is there already`, "take another name, or overwrite it with --force");
}

/** Writes the schema next to the new file, unless there is one, which may be of another version. */
async function placeSchema(file: string, language: Language): Promise<void> {
  const text = schemaText();
  if (!existsSync(file)) await deliver(text, file);
  else if (readFileSync(file, "utf8") !== text) print(language.translate("new.other-schema", { file }));
}

/** Names that Windows reserves for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Ends the command if a new variant can't be called so. */
function checkNewName(name: string): void {
  const bad = (message: string, hint: string) => fail("bad-name", message, hint);
  if (/[/\\]/.test(name))
    bad(`\`${name}\` is a path, not the name of a variant`, "give the name alone, and the folder with --out");
  if (name.length > MAX_ID_LENGTH)
    bad(
      `this name has ${name.length} characters; at most ${MAX_ID_LENGTH} are possible`,
      "take a shorter one",
    );
  if (!isVariantId(name)) bad(`\`${name}\` can't be the name of a variant`, wayOut(name));
  if (DEVICES.test(name))
    bad(`\`${name}\` is the name of a device on Windows`, `take another one, such as \`my-${name}\``);
  if (shippedIds().includes(name)) {
    const hint = `take another name: \`augenblock new our-${name} --from ${name}\``;
    fail("taken-name", `a variant called \`${name}\` comes with the program`, hint);
  }
}

/** The nearest possible name, if there is one. */
function wayOut(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/\.ya?ml$/, "")
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return isVariantId(plain) ? `did you mean \`${plain}\`?` : VARIANT_ID_HINT;
}

/**
 * The id under which a new file extends the variant that `--from` names. Ends the command if there is no such variant, or if
 * the new file could not find it: a base is searched next to the file and among the shipped variants.
 */
function baseFor(from: string, file: string): string {
  need(findVariant(from, file));
  if (!namesFile(from)) return from;
  const id = basename(from).replace(/\.ya?ml$/i, "");
  if (!isVariantFile(from) || !isVariantId(id)) {
    const message = `\`${basename(from)}\` is not named as a variant file is, so nothing can extend it`;
    fail("bad-name", message, VARIANT_ID_HINT);
  }
  if (resolve(dirname(from)) !== resolve(dirname(file))) {
    const hint = `put the new file there: \`--out ${dirname(from)}\``;
    fail("far-base", `${from} does not lie beside ${file}, where a base is looked for`, hint);
  }
  return id;
}
