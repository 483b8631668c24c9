import { type Message, msg } from "../../rules/problem/message.ts";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  catalogue,
  chooseCategories,
  type Fitting,
  filterFittingOffers,
} from "../../authoring/scaffold/catalogue.ts";
import {
  type BonusStep,
  type NewGameDecisions,
  extendingText,
  freshText,
  isNumber,
  type LanguageList,
  buildNameText,
  type NewVariant,
  numbersFirst,
  SIMPLE_ORDERS,
  usualBonus,
} from "../../authoring/scaffold/extending.ts";
import { boxHint } from "../../i18n/box-phrases.ts";
import type { Language } from "../../i18n/language.ts";
import { SPOKEN_BY_ALL } from "../../rules/game/game.ts";
import { attempt, Failure, need, problem } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { isVariantId, MAX_ID_LENGTH, VARIANT_ID_HINT } from "../../rules/variant/limits.ts";
import { KEYS } from "../../rules/variant/parts/variant.ts";
import { EXIT, fail } from "../console/failure.ts";
import { print, printProblems } from "../console/output.ts";
import { deliver, needFree } from "../console/write-file.ts";
import { installSchemas } from "./setup.ts";
import { type Asker, Stopped, terminalAsker } from "../console/prompts.ts";
import { loadGame } from "../../files/package/games.ts";
import { resolveRequest } from "../request.ts";
import { loadLanguages } from "../../files/package/languages.ts";
import { statPath } from "../../files/read/read-file.ts";
import {
  DISK,
  findVariant,
  isVariantFile,
  namesFile,
  playableIds,
  shippedIds,
} from "../../files/package/variants.ts";
import {
  BadValue,
  createCountParser,
  type LanguageFlags,
  languageFlag,
  findDuplicates,
  splitWords,
} from "../flags.ts";
import type { Command } from "../help.ts";
import { t } from "../console/language.ts";

/** The flags about a new game, with numbers in bounds. */
interface GameFlags {
  readonly dice?: number;
  readonly rolls?: number;
  /** Words, separated by commas. */
  readonly columns?: string;
  readonly categories?: string;
  readonly bonus?: BonusStep | "none";
}

interface Flags extends GameFlags, LanguageFlags {
  readonly from?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** The defaults. */
const USUAL = { dice: 5, rolls: 3, column: "free" } as const;
/** Upper limits of flags and questions. */
const MOST = { dice: 10, rolls: 20, points: 9999 } as const;

/** `augenblock new`: a variant file to start from. */
export default function newCommand(command: Command): Command {
  return languageFlag(command)
    .argument("<name>", t`cli.new-name-argument: id of the variant and name of its file, such as my-yazzo`)
    .option("--from <variant>", t`cli.new-from-flag: the variant to build on`)
    .option(
      "--dice <n>",
      t`cli.new-dice-flag: number of dice of a game from scratch`,
      createCountParser(1, MOST.dice),
    )
    .option("--rolls <n>", t`cli.new-rolls-flag: rolls per turn`, createCountParser(1, MOST.rolls))
    .option(
      "--columns <orders>",
      t`cli.new-columns-flag: the order of each column, separated by commas: free, down, up, inward`,
    )
    .option(
      "--categories <ids>",
      t`cli.new-categories-flag: the boxes, separated by commas (default: asks for them)`,
    )
    .option(
      "--bonus <from:points>",
      t`cli.new-bonus-flag: a bonus for the number boxes, such as 63:35, or none`,
      parseBonusFlag,
    )
    .option(
      "--out <file>",
      t`cli.new-file-out-flag: file to write (default: <name>.yaml in the current folder); its path is printed`,
    )
    .option("--force", t`cli.force-flag: overwrite an existing file`)
    .notes(
      t`cli.new-notes: The first line of the file points editors to the schema that explains every key: in your settings folder, or in a variant.schema.json next to the file, which you can pass on with it.`,
    )
    .examples(
      "new my-yazzo --from yazzo",
      "new my-game",
      "new my-game --dice 5 --rolls 3 --columns down,free --categories ones,twos,threes,fours,fives,sixes,chance",
    )
    .action(newVariant);
}

async function newVariant(name: string, flags: Flags): Promise<void> {
  checkNewName(name);
  const file = chooseVariantFile(name, flags);
  // The author’s language, and those that every variant needs.
  const spoken = [flags.lang, ...SPOKEN_BY_ALL];
  const [first, ...others] = need(loadLanguages(flags.lang));
  const languages: LanguageList = [first, ...others.filter(({ code }) => spoken.includes(code))];
  const start = { id: name, name: buildNameText(name, languages), file, schema: await schemaAddress(file) };
  try {
    const text = await buildVariantText(start, flags, languages);
    if (flags.out === "-") return await deliver(text, "-");
    await deliver(text, file);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // A stopped dialog writes nothing.
    process.exitCode = EXIT.stopped;
    return;
  }
  print(first.translate("new.next", { file }));
}

async function buildVariantText(start: NewVariant, flags: Flags, languages: LanguageList): Promise<string> {
  const { dice, rolls, columns, categories, bonus } = flags;
  const [language] = languages;
  const asker = terminalAsker(language);
  const isOwn = [dice, rolls, columns, categories, bonus].some((flag) => flag !== undefined);
  const from = flags.from ?? (isOwn || asker === null ? null : await askBase(language, asker));
  if (from === null) return freshText(start, await collectGameDecisions(flags, language, asker), languages);
  if (isOwn) {
    const message = msg`cli.from-has-the-game: \`--from\` takes dice, rolls, columns and boxes from another variant`;
    const hint = msg`cli.from-has-the-game-hint: change them in the file, or leave out \`--from\``;
    fail("flags-collide", message, hint);
  }
  const { id, choices } = await resolveBase(from, start.file);
  return need(extendingText(start, id, DISK, languages, choices));
}

/** The path of the new file. Ends the command if it exists. */
function chooseVariantFile(name: string, { out, force }: Flags): string {
  const own = `${name}.yaml`;
  const isFolder = out !== undefined && statPath(out)?.isDirectory() === true;
  const file = out === undefined || out === "-" ? own : isFolder ? join(out, own) : out;
  if (basename(file) !== own) {
    const message = msg`cli.wrong-variant-file-name: the file of \`${name}\` must be named \`${own}\`, not \`${basename(file)}\``;
    const hint = msg`cli.wrong-variant-file-name-hint: use \`--out ${join(dirname(file), own)}\``;
    fail("bad-name", message, hint);
  }
  return out === "-" ? file : needFree(file, force);
}

/** A schema next to the variant can be shared with it. */
const SCHEMA_FILE = "variant.schema.json";

/** The address of the schema: next to the file, or else in the settings folder. Null with a warning if it can’t be written there. */
async function schemaAddress(file: string): Promise<string | null> {
  if (existsSync(join(dirname(file), SCHEMA_FILE))) return SCHEMA_FILE;
  const installed = await attempt(installSchemas);
  if (installed.ok) return installed.value.variant;
  const warnings = installed.problems.map((one) => ({ ...one, severity: "warning" as const }));
  printProblems(warnings);
  return null;
}

/** Names that Windows reserves for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Ends the command if a new variant can’t have this name. */
function checkNewName(name: string): void {
  const bad = (message: Message, hint: Message) => fail("bad-name", message, hint);
  if (/[/\\]/.test(name))
    bad(
      msg`cli.name-is-path: \`${name}\` is a path, not the name of a variant`,
      msg`cli.name-is-path-hint: give only the name here, and the folder with --out`,
    );
  const long = msg`cli.name-too-long: this name has ${name.length} characters, but ${MAX_ID_LENGTH} is the limit`;
  if (name.length > MAX_ID_LENGTH) bad(long, msg`cli.name-too-long-hint: choose a shorter one`);
  if (!isVariantId(name))
    bad(msg`cli.not-a-variant-name: \`${name}\` can’t be the name of a variant`, wayOut(name));
  if (DEVICES.test(name))
    bad(
      msg`cli.device-name: on Windows, \`${name}\` is the name of a device`,
      msg`cli.device-name-hint: choose another name, such as \`my-${name}\``,
    );
  if (shippedIds().includes(name)) {
    const hint = msg`cli.shipped-name-hint: choose another name: \`augenblock new our-${name} --from ${name}\``;
    fail("taken-name", msg`cli.shipped-name: augenblock already ships a variant \`${name}\``, hint);
  }
}

const SPELT: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** The nearest possible name, if there is one. */
function wayOut(name: string): Message {
  const plain = name
    .toLowerCase()
    .replace(/\.ya?ml$/, "")
    .replace(/[äöüß]/g, (letter) => SPELT[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return isVariantId(plain) ? msg`rules.near-miss-hint: did you mean \`${plain}\`?` : VARIANT_ID_HINT;
}

/**
 * The id by which a new file extends the variant of `--from`, and the house rules if that is a block file. Ends the command if the new
 * file could not find the variant.
 */
async function resolveBase(named: string, file: string): Promise<{ id: string; choices: Choices }> {
  const { variant, from, flags } = await resolveRequest(named, { set: {} }, [], []);
  const choices = flags.set;
  if (from !== null) need(await loadGame(variant, choices, from));
  const found = need(findVariant(variant, from ?? (namesFile(named) ? null : file)));
  const path = from === null ? named : found.file;
  const id = basename(path).replace(/\.ya?ml$/i, "");
  const shipped = DISK.find(id, null);
  if (!namesFile(path) || (from !== null && shipped?.ok && shipped.value.file === path))
    return { id, choices };
  if (!isVariantFile(path) || !isVariantId(id)) {
    const message = msg`cli.base-not-named-as-variant: \`${basename(path)}\` does not have the name of a variant file, so no variant can build on it`;
    fail("bad-name", message, VARIANT_ID_HINT);
  }
  if (resolve(dirname(path)) !== resolve(dirname(file))) {
    const hint = msg`cli.base-elsewhere-hint: put the new file there: \`--out ${dirname(path)}\``;
    fail(
      "far-base",
      msg`cli.base-elsewhere: ${path} is not in the folder of ${file}, and a base is looked for only there`,
      hint,
    );
  }
  return { id, choices };
}

/** Decides about a new game by flags, else by answers, else by defaults. Ends the command if a choice is impossible. */
export async function collectGameDecisions(
  flags: GameFlags,
  language: Language,
  asker: Asker | null,
): Promise<NewGameDecisions> {
  if (asker === null && flags.categories === undefined) {
    const words = listFittingCategories({ dice: USUAL.dice, rolls: USUAL.rolls, ...flags }).map(
      ({ word }) => word,
    );
    const message = msg`cli.new-needs-terminal: without a terminal to ask in, \`new\` needs \`--categories\`, or \`--from\` and a variant`;
    fail("missing-value", message, msg`rules.possible-words-hint: possible here: ${words.join(", ")}`);
  }
  const number = (key: "dice" | "rolls") =>
    asker === null ? USUAL[key] : asker.number(language.translate(`new.ask.${key}`), USUAL[key], MOST[key]);
  const dice = flags.dice ?? (await number("dice"));
  const rolls = flags.rolls ?? (await number("rolls"));
  const columns = parseColumnOrders(splitFlagWords(flags.columns) ?? (await askColumns(language, asker)));
  const offers = listFittingCategories({ dice, rolls });
  const words = splitFlagWords(flags.categories) ?? (await askCategories(language, asker, offers));
  const categories = need(chooseCategories(words, offers));
  const bonus = flags.bonus ?? (await askBonus(language, asker, categories.filter(isNumber)));
  return { dice, rolls, columns, categories, bonus: bonus === "none" ? null : bonus };
}

/** The game to build on; null for none. */
export async function askBase(language: Language, asker: Asker): Promise<string | null> {
  const { shippedGames } = await import("../../files/package/read-game.ts");
  const games = shippedGames().map(({ id, name }) => ({ word: id, description: language.text(name) }));
  const own = { word: "", description: language.translate("new.ask.no-base") };
  const chosen = await asker.choose(language.translate("new.ask.base"), [own, ...games]);
  return chosen === "" ? null : chosen;
}

/** A bonus for several number boxes; null for none. */
async function askBonus(language: Language, asker: Asker | null, numbers: readonly Fitting[]) {
  if (asker === null || numbers.length < 2) return null;
  const usual = usualBonus(numbers.map(({ legal }) => legal));
  const from = await asker.number(language.translate("new.ask.bonus-from"), usual.from, MOST.points, 0);
  if (from === 0) return null;
  return { from, add: await asker.number(language.translate("new.ask.bonus-add"), usual.add, MOST.points) };
}

function parseBonusFlag(value: string): BonusStep | "none" {
  const [, from, add] = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/.exec(value) ?? [];
  if (value === "none") return value;
  if (from !== undefined && add !== undefined) return { from: Number(from), add: Number(add) };
  throw new BadValue(
    msg`cli.bad-bonus: expected the points to reach and the bonus for them, such as 63:35, or none, not \`${value}\``,
  );
}

function splitFlagWords(flag: string | undefined): string[] | null {
  return flag === undefined ? null : splitWords(flag);
}

/** The categories of shipped games that fit these dice, number boxes first. */
function listFittingCategories({ dice: count, rolls }: Pick<NewGameDecisions, "dice" | "rolls">): Fitting[] {
  const dice = KEYS.dice.safeParse({ count });
  if (!dice.success)
    return fail(
      "too-many-hands",
      msg`cli.too-many-dice: ${count} dice are too many`,
      msg`cli.too-many-dice-hint: choose fewer`,
    );
  return numbersFirst(filterFittingOffers(catalogue(playableIds(), DISK), dice.data, rolls));
}

/** Columns by their orders. Ends the command if there is none, or if one is unknown or repeated. */
function parseColumnOrders(words: readonly string[]): NewGameDecisions["columns"] {
  const hint = (word: string) => suggestWord(word, SIMPLE_ORDERS);
  if (words.length === 0)
    fail("missing-value", msg`cli.no-columns: a game needs at least one column`, hint(""));
  const orders = words.flatMap((word) => SIMPLE_ORDERS.find((one) => one === word) ?? []);
  const unknown = words.filter((word) => !SIMPLE_ORDERS.some((one) => one === word));
  const problems = [
    ...unknown.map((word) =>
      problem("unknown-word", msg`cli.unknown-column-order: there is no order \`${word}\``, {
        hint: hint(word),
      }),
    ),
    ...findDuplicates(words).map((word) =>
      problem("duplicate", msg`cli.repeated-column-order: \`--columns\`: \`${word}\` is given twice`),
    ),
  ];
  if (problems.length > 0) throw new Failure(problems);
  return orders;
}

function askColumns(language: Language, asker: Asker | null): Promise<string[]> | string[] {
  if (asker === null) return [USUAL.column];
  const choices = SIMPLE_ORDERS.map((order) => ({
    word: order,
    description: language.translate(`rule.order.${order}.short`),
    usual: order === USUAL.column,
  }));
  const none = language.translate("new.ask.one");
  const fault = (words: readonly string[]) => (words.length === 0 ? none : null);
  return asker.several(language.translate("new.ask.columns"), choices, fault);
}

function askCategories(language: Language, asker: Asker | null, offers: readonly Fitting[]) {
  if (asker === null) return [];
  const choices = offers.map((offer) => {
    const hint = boxHint(language, { ...offer.rule, id: offer.id, legal: offer.legal });
    const description = language.translate("new.ask.box", { label: language.text(offer.label), hint });
    return { word: offer.word, description, usual: isNumber(offer) };
  });
  return asker.several(language.translate("new.ask.categories"), choices, (words) => {
    if (words.length === 0) return language.translate("new.ask.one");
    return chooseCategories(words, offers).ok ? null : language.translate("new.ask.twice");
  });
}
