import { typeFamily } from "../../files/package/fonts.ts";
import { loadGame } from "../../files/package/games.ts";
import { readCommercialPad, shippedPadIds, shippedPads } from "../../files/pictures/store-bought-pads.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { pictureProcess } from "../../files/pictures/picture-process.ts";
import { noteInput, readBytes } from "../../files/read/read-file.ts";
import { openDigits, openTools } from "../../files/pictures/scanner.ts";
import { namesFile, shippedIds } from "../../files/package/variants.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure, need, problem } from "../../rules/problem/problem.ts";
import { joinCodeWords, suggestWord } from "../../rules/problem/wording.ts";
import type { DigitReader } from "../../scan/digits/reader.ts";
import {
  drawNamedRows,
  learnPad,
  rowCount,
  sheetToLearn,
  type WantedPad,
} from "../../scan/pads/learn-pad.ts";
import { misplacedBoxes, type NewPad, type PadHints, replaceRows } from "../../scan/pads/propose-pad.ts";
import type { RuledSheet } from "../../scan/tables/ruled-sheet.ts";
import { padYaml } from "../../scan/pads/pad-file.ts";
import {
  findRowContent,
  listRowContentIds,
  type Pad,
  PAD_LIMITS,
  type RowContent,
  rowsOfPad,
} from "../../scan/pads/pad.ts";
import { temporaryFolder } from "../console/drafts.ts";
import { EXIT, fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { print, printError } from "../console/output.ts";
import { type Asker, Stopped, terminalAsker } from "../console/prompts.ts";
import { deliver, needFree, needWritable, writeWhole } from "../console/write-file.ts";
import {
  choiceFlag,
  type ChosenOptions,
  createCountParser,
  languageFlag,
  type LanguageFlags,
  splitWords,
} from "../flags.ts";
import type { Command } from "../help.ts";
import { rowList, rowWords } from "./pads.ts";
import { basename, dirname, extname, join, relative, resolve } from "node:path";

interface Flags extends LanguageFlags {
  readonly variant?: string;
  readonly set: ChosenOptions;
  readonly id?: string;
  readonly rows?: string;
  readonly labels?: number;
  readonly turn?: number;
  readonly games?: boolean;
  readonly picture?: string;
  readonly out?: string;
  readonly force?: boolean;
}

/** `augenblock pads learn`: a pad file from the photo of a store-bought pad. */
export default function learnCommand(command: Command): Command {
  const withPhoto = languageFlag(command)
    .argument("<photo>", t`cli.learn-photo-argument: a photo of one sheet, empty or filled in`)
    .option("--variant <variant>", t`cli.learn-variant-flag: the game played on it`)
    .option(
      "--id <name>",
      t`cli.learn-id-flag: id of the pad in its file (default: from the name of the photo, with \`-pad\` at the end)`,
    )
    .option(
      "--rows <rows>",
      t`cli.learn-rows-flag: content of rows that were not recognised, such as 7=upper.sum,9=nothing`,
    )
    .option(
      "--labels <n>",
      t`cli.learn-labels-flag: number of printed columns on the left`,
      createCountParser(0, PAD_LIMITS.labels),
    )
    .option(
      "--turn <n>",
      t`cli.learn-turn-flag: turn the photo clockwise by this many quarter turns (default: detected)`,
      createCountParser(0, 3),
    )
    .option("--games", t`cli.learn-games-flag: each column is a game of one player, not a player`)
    .option(
      "--picture <file>",
      t`cli.learn-picture-flag: write the straightened sheet with the number and name of each row, as PNG`,
    )
    .option(
      "--out <file>",
      t`cli.new-file-out-flag: file to write (default: <name>.yaml in the current folder); its path is printed`,
    )
    .option("--force", t`cli.force-flag: overwrite an existing file`);
  return choiceFlag(
    withPhoto,
    "--set",
    t`cli.learn-set-flag: a house rule printed on the pad; may be repeated`,
  )
    .notes(
      t`cli.learn-notes: It finds the lines of the table, suggests what each row holds, and asks in a terminal whether that is right. Then \`augenblock check <photo> --pad <file>\` reads every photo of such a pad.`,
    )
    .examples(
      "pads learn empty.jpg --variant kniffel",
      "pads learn photo.jpg --variant yatzy --rows 8=upper.bonus,10=nothing --out our-pad.yaml",
    )
    .action(learn);
}

async function learn(photo: string, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const id = choosePadId(photo, flags);
  const file = needFree(flags.out ?? `${id}.yaml`, flags.force);
  const start = await newPad(id, file, flags);
  noteInput(photo);
  const pictures = flags.picture === undefined ? [] : [{ flag: "--picture", file: flags.picture }];
  await needWritable([...(file === "-" ? [] : [{ flag: "--out", file }]), ...pictures], []);
  const rowContents = parseRows(flags.rows, start.game);
  const [digits, known] = [await openDigits(), await shippedPads()];
  try {
    const sheet = await findPhotoSheet(photo, { start, known }, flags);
    const beyond = [...rowContents.keys()].find((row) => row > rowCount(sheet));
    if (beyond !== undefined)
      fail(
        "bad-value",
        msg`cli.no-such-row: \`--rows\`: there is no row ${beyond}; the table has ${rowCount(sheet)}`,
      );
    const hints = { rows: rowContents, labels: flags.labels ?? null };
    const show = file === "-" ? printError : print;
    const asker = terminalAsker(language);
    const picture = flags.picture ?? (asker && join(temporaryFolder(), "rows.png"));
    const draw = async (pad: Pad) => {
      if (picture === null) return;
      const { bold } = await typeFamily();
      const names = rowsOfPad(pad).map(
        ({ holds }, at) => `${at + 1}  ${rowWords(holds, pad.game, language)[1]}`,
      );
      await writeWhole(picture, await drawNamedRows(sheet, pad, names, bold), "--picture");
      show(t`cli.rows-drawn: The sheet with these names of its rows: ${picture}`);
    };
    const pad = await confirmRows(sheet, { start, known }, hints, digits, { language, show, draw, asker });
    needWhole(pad);
    const title = t`cli.learned-pad-title: A pad for ${language.text(start.game.name)}, learned from a photo.`;
    const text = padYaml(pad, { game: toGameReference(file, flags), set: flags.set, title });
    await needReadable(text, file);
    await deliver(text, file);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // A stopped dialog writes nothing.
    process.exitCode = EXIT.stopped;
  } finally {
    await digits.close();
  }
}

async function newPad(id: string, file: string, flags: Flags): Promise<NewPad> {
  const { variant, set, games = false } = flags;
  if (variant === undefined) {
    const hint = msg`cli.no-pad-game-hint: name the game: \`--variant kniffel\`; \`augenblock variants\` lists them`;
    return fail("no-variant", msg`cli.no-pad-game: no game is given for the pad`, hint);
  }
  // A shipped game, or a file that exists; then as the pad file will find it.
  need(await loadGame(variant, set));
  const game = need(await loadGame(toGameReference(file, flags), set, file));
  const name = id.split("-").join(" ");
  return { id, name: { de: name, en: name }, game, changes: {}, columns: games ? "games" : "players" };
}

/** The id that `--id` gives, which must be free; without it, one from the name of the photo. */
function choosePadId(photo: string, { id: given }: Flags): string {
  if (given === undefined) return proposePadId(basename(photo, extname(photo)));
  const id = toPadId(given);
  const hint = msg`cli.bad-pad-id-hint: such as \`--id our-pad\``;
  if (id === null) {
    const message = msg`cli.bad-pad-id: \`--id\` may contain only lowercase letters, digits and hyphens`;
    return fail("bad-value", message, hint);
  }
  if (isIdTaken(id))
    return fail(
      "bad-value",
      msg`cli.pad-id-taken: \`--id\`: \`${id}\` is already the id of a game or of a known pad`,
      hint,
    );
  return id;
}

/** An id for the pad on a photo of this name: it ends in `-pad`, and no game or shipped pad has it. */
export function proposePadId(name: string): string {
  const stem = toPadId(name)?.replace(/(^|-)pad$/, "") || "our";
  const id = `${stem}-pad`;
  return isIdTaken(id) ? `our-${id}` : id;
}

function isIdTaken(id: string): boolean {
  return shippedIds().includes(id) || shippedPadIds().includes(id);
}

/** With what is added to an id, the name of the pad stays within what a pad file allows. */
const MAX_ID_LENGTH = 60;

/** Turns a name into an id; null if no letter or digit is left. */
function toPadId(name: string): string | null {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_ID_LENGTH)
    .replace(/^-+|-+$/g, "");
  return id === "" ? null : id;
}

/** Parses `--rows`. */
export function parseRows(given: string | undefined, game: Game): Map<number, RowContent> {
  const hint = msg`cli.bad-row-hint: such as \`--rows 7=upper.sum,9=nothing\``;
  return new Map(
    splitWords(given ?? "").map((word) => {
      const [, number = "", id = ""] = /^(\d{1,3})=(.+)$/.exec(word) ?? [];
      if (number === "" || Number(number) < 1) {
        const message = msg`cli.bad-row: \`--rows\`: expected a row and what it holds, not \`${word}\``;
        return fail("bad-value", message, hint);
      }
      const holds = findRowContent(id, game);
      if (holds === null)
        return fail(
          "bad-value",
          msg`cli.unknown-row-content: \`--rows\`: \`${id}\` is neither a box nor a line of \`${game.id}\``,
          suggestWord(id, listRowContentIds(game)),
        );
      return [Number(number), holds];
    }),
  );
}

async function findPhotoSheet(photo: string, wanted: WantedPad, { turn }: Flags): Promise<RuledSheet> {
  const pictures = pictureProcess();
  try {
    const decoded = need(await pictures.photo(need(readBytes(photo, "photo")), photo));
    const quarters = turn === undefined ? null : (turn as 0 | 1 | 2 | 3);
    return need(sheetToLearn(decoded, quarters, await openTools(), photo, wanted));
  } finally {
    pictures.close();
  }
}

interface Dialog {
  readonly language: Language;
  readonly show: (text: string) => void;
  /** Makes a picture of the sheet with the names of its rows. */
  readonly draw: (pad: Pad) => Promise<void>;
  /** Null without a terminal. */
  readonly asker: RowAsker | null;
}

type RowAsker = Pick<Asker, "choose" | "number">;

/** The pad that a person confirms, who has seen its rows as a list and on the sheet; without a terminal, the proposed one. */
export async function confirmRows(
  sheet: RuledSheet,
  { start, known }: WantedPad,
  hints: PadHints,
  digits: DigitReader,
  { language, show, draw, asker }: Dialog,
): Promise<Pad> {
  const rowContents = new Map(hints.rows);
  let { pad, second } = need(await learnPad(sheet, start, hints, digits, known));
  for (;;) {
    show(`${rowList(pad, language)}\n`);
    if (second !== null) show(`${secondWords(pad, second, start, language)}\n`);
    await draw(pad);
    if (asker === null) return pad;
    const row = await asker.number(t`cli.ask-wrong-row: Which row is wrong? 0: none`, 0, rowCount(sheet), 0);
    if (row === 0) return pad;
    rowContents.set(row, await askRowContent(row, start.game, asker, language));
    // Answers that contradict the order of the game replace rows as they are.
    const again = await learnPad(sheet, start, { ...hints, rows: rowContents }, digits, known);
    ({ pad, second } = again.ok ? again.value : { pad: replaceRows(pad, rowContents), second: null });
  }
}

/** How the second-best proposal differs from the best one, with the flags that choose it. */
function secondWords(pad: Pad, second: Pad, start: NewPad, language: Language): string {
  const [own, other] = [rowsOfPad(pad), rowsOfPad(second)];
  const rows = other.flatMap(({ holds }, at) => {
    if (JSON.stringify(holds) === JSON.stringify(own[at]?.holds)) return [];
    const [id, label] = rowWords(holds, second.game, language);
    const known = findRowContent(id, start.game) === null ? "nothing" : id;
    return [{ flag: `${at + 1}=${known}`, words: t`cli.other-row: row ${at + 1}: ${label}` }];
  });
  const [{ labels } = { labels: 0 }] = second.tables;
  if (rows.length === 0)
    return t`cli.second-labels: Next best: the number of printed columns on the left is ${labels} (\`--labels ${labels}\`)`;
  const words = rows.map((row) => row.words).join(", ");
  const flag = `--rows ${rows.map((row) => row.flag).join(",")}`;
  return t`cli.second-rows: Next best: ${words} (\`${flag}\`)`;
}

async function askRowContent(
  row: number,
  game: Game,
  asker: RowAsker,
  language: Language,
): Promise<RowContent> {
  const contents = listRowContentIds(game).flatMap((id) => findRowContent(id, game) ?? []);
  const choices = contents.map((holds) => {
    const [word, description] = rowWords(holds, game, language);
    return { word, description: `${description} (${word})` };
  });
  const id = await asker.choose(t`cli.ask-row-content: What does row ${row} hold?`, choices);
  return findRowContent(id, game) ?? { kind: "nothing" };
}

function needWhole(pad: Pad): void {
  const { missing, twice } = misplacedBoxes(
    rowsOfPad(pad).map(({ holds }) => holds),
    pad.game,
  );
  const hint = msg`cli.misplaced-row-hint: give the content of the rows: \`--rows 7=upper.sum,9=nothing\``;
  if (missing.length > 0)
    fail("missing-row", msg`cli.missing-row: no row holds ${joinCodeWords(missing)}`, hint);
  if (twice.length > 0)
    fail("row-twice", msg`cli.repeated-row: more than one row holds ${joinCodeWords(twice)}`, hint);
}

/** Ends the command, before anything is written, if `check` could not read the pad file. */
async function needReadable(text: string, file: string): Promise<void> {
  const read = await readCommercialPad(file, text, file);
  if (read.ok) return;
  // The file does not exist yet, so there is no place in it to show.
  const problems = read.problems.map(({ code, words: { message, hint } }) =>
    problem(code, msg`cli.pad-unreadable: this pad can’t be described in a pad file: ${message}`, { hint }),
  );
  throw new Failure(problems);
}

/** An id, or the path of the variant file relative to the pad file. */
function toGameReference(file: string, { variant = "" }: Flags): string {
  return namesFile(variant) ? relative(dirname(resolve(file)), resolve(variant)) : variant;
}
