import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { extendingText, nameFrom, type Start } from "../../../authoring/scaffold/extending.ts";
import { freshText } from "../../../authoring/scaffold/fresh.ts";
import type { Languages } from "../../../authoring/scaffold/settings.ts";
import { SPOKEN_BY_ALL } from "../../../rules/game/game.ts";
import type { Language } from "../../../i18n/language.ts";
import { print } from "../../console/output.ts";
import { EXIT, fail, need } from "../../console/failure.ts";
import { writeWhole } from "../../files/files.ts";
import { allLanguages } from "../../files/languages.ts";
import { baseFor } from "./new-base.ts";
import { decisionsFrom, type GameFlags } from "./decisions.ts";
import { checkNewName } from "./new-name.ts";
import { schemaText } from "../schema.ts";
import { terminalAsker } from "../../console/terminal-asker.ts";
import { Stopped } from "../../console/prompts.ts";
import { DISK } from "../../files/variants.ts";

interface Flags extends GameFlags {
  readonly lang: string;
  readonly from?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** The file beside a variant that editors know its keys from. */
const SCHEMA = "variant.schema.json";

/** `augenblock new`: a variant file to go on from, and the schema beside it. */
export async function newVariant(name: string, flags: Flags): Promise<void> {
  checkNewName(name);
  const file = fileFor(name, flags);
  const [first, ...others] = writtenIn(flags.lang);
  if (first === undefined) return;
  const languages: Languages = [first, ...others];
  const start = { id: name, name: nameFrom(name, languages), file, schema: SCHEMA };
  const text = await textFor(start, flags, languages).catch(stopped);
  if (text === null) return;
  if (flags.out === "-") {
    process.stdout.write(text);
    return;
  }
  await writeWhole(file, text);
  print(file);
  await placeSchema(join(dirname(file), SCHEMA), first.translate.bind(first));
  print(first.translate("new.next", { file }));
}

/** The languages of a new file: that of its author, and those that every variant speaks. */
function writtenIn(lang: string): Language[] {
  return allLanguages(lang).filter(({ code }) => [lang, ...SPOKEN_BY_ALL].includes(code));
}

async function textFor(start: Start, flags: Flags, languages: Languages): Promise<string> {
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
    fail(
      "bad-name",
      `the file of \`${name}\` is called \`${own}\`, not \`${basename(out)}\``,
      `give \`--out ${join(dirname(out), own)}\``,
    );
  }
  return checkFree(out, force);
}

function checkFree(file: string, force: boolean): string {
  if (force || !existsSync(file)) return file;
  return fail("exists", `${file} is there already`, "take another name, or overwrite it with --force");
}

/** Puts the schema beside the new file, unless one is there: that may be of another version, but it is not ours to change. */
async function placeSchema(
  file: string,
  word: (key: string, args: Record<string, string>) => string,
): Promise<void> {
  const text = schemaText();
  if (!existsSync(file)) {
    await writeWhole(file, text);
    print(file);
  } else if (readFileSync(file, "utf8") !== text) print(word("new.other-schema", { file }));
}
