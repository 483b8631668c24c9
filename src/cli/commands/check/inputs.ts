import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, extname, isAbsolute, join, parse, resolve, sep } from "node:path";
import type { SheetFormat } from "../../../check/read/read-sheet.ts";
import { playableIds } from "../../../files/package/variants.ts";
import { readBytes, readText, statPath, unreadable } from "../../../files/read/read-file.ts";
import { groupByKey } from "../../../rules/arrays.ts";
import { msg } from "../../../rules/problem/message.ts";
import { failure, type Problem, problem, type Result } from "../../../rules/problem/problem.ts";
import { isMissing } from "../../console/write-file.ts";
import { byFileName, isPdf, isPhoto, sheetFormat } from "../../file-kinds.ts";
import type { Checked } from "./checked.ts";

/** What the arguments of `check` name. */
export interface Inputs {
  /** Each once, in the order of the words. */
  readonly files: readonly string[];
  /** The words that name no sheet, with the reason. */
  readonly rejects: readonly Checked[];
  /** Other files in a folder that may be sheets, but can't be read. */
  readonly warnings: readonly Problem[];
}

/** What a word names. */
interface Named {
  readonly files: readonly string[];
  /** Why it names no sheet; null if it does. */
  readonly fault: Problem | null;
  readonly warnings: readonly Problem[];
}

/** Finds the sheets in folders and by patterns such as `photos/*.jpg`, which some shells leave to the command. @param outputs files of the last run, which are no sheets */
export async function findInputs(words: readonly string[], outputs: readonly string[] = []): Promise<Inputs> {
  const found = await Promise.all(
    words.map(async (word) => [word, await expandInput(word, outputs)] as const),
  );
  const named = found.flatMap(([, { files }]) => files);
  const rejects = new Map(found.flatMap(([word, { fault }]) => (fault === null ? [] : [[word, fault]])));
  return {
    files: [...groupByKey(named, (file) => resolve(file)).values()].flatMap(([file = ""]) => file),
    rejects: [...rejects].map(([file, fault]) => ({ file, result: failure([fault]) })),
    warnings: found.flatMap(([, { warnings }]) => warnings),
  };
}

async function expandInput(word: string, outputs: readonly string[]): Promise<Named> {
  if (existsSync(word)) return statPath(word)?.isDirectory() ? listSheetFiles(word, outputs) : only([word]);
  if (playableIds().includes(word)) {
    const hint = msg`cli.game-not-sheet-hint: name a filled-in sheet; \`augenblock sheet ${word}\` prints an empty one to type scores into`;
    return none(problem("no-sheet", msg`cli.game-not-sheet: \`${word}\` is a game, not a sheet`, { hint }));
  }
  if (!/[*?[{]/.test(word)) return only([word]);
  const { glob } = await import("tinyglobby");
  const found = await glob(word.replaceAll(sep, "/"), {
    absolute: isAbsolute(word),
    expandDirectories: false,
  });
  if (found.length > 0) return only(found.map((file) => file.replaceAll("/", sep)).sort(byFileName));
  const hint = msg`cli.no-match-hint: check the folder and the file extension`;
  return none(
    unreadableFolder(word) ??
      problem("no-match", msg`cli.no-file-matches: no file matches \`${word}\``, { hint }),
  );
}

function only(files: readonly string[], warnings: readonly Problem[] = []): Named {
  return { files, fault: null, warnings };
}

function none(fault: Problem, warnings: readonly Problem[] = []): Named {
  return { files: [], fault, warnings };
}

/** The problem of a pattern whose folder exists, but can't be read; null for others. */
function unreadableFolder(pattern: string): Problem | null {
  const [plain = ""] = pattern.split(/[*?[{]/, 1);
  const folder = dirname(`${plain}_`);
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    return isMissing(error) ? null : unreadable(folder, error);
  }
}

/**
 * The sheets in a folder, without its subfolders. Of files that differ only in their extension, the one with the best rank counts: a sheet
 * saved as YAML replaces its photo.
 */
async function listSheetFiles(folder: string, outputs: readonly string[]): Promise<Named> {
  const own = new Set(outputs.map((file) => resolve(file)));
  const entries = listFolder(folder);
  if ("code" in entries) return none(entries);
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((file) => !own.has(resolve(file)));
  const sheets = files.filter(isSheet);
  const byStem = new Map<string, string>();
  for (const file of sheets.sort((a, b) => rankExtension(b) - rankExtension(a)))
    byStem.set(parse(file).name, file);
  const warnings: Problem[] = [];
  for (const file of files) if (!sheets.includes(file)) warnings.push(...(await warnSkipped(file)));
  if (byStem.size > 0) return only([...byStem.values()].sort(byFileName), warnings);
  const [below] = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const hint =
    below === undefined
      ? msg`cli.no-sheets-in-folder-hint: name the sheets, or a pattern such as \`photos/*.jpg\``
      : msg`cli.subfolders-hint: subfolders are not searched; name them, such as ${below}`;
  return none(
    problem("no-match", msg`cli.no-sheets-in-folder: the folder ${folder} contains no sheets`, { hint }),
    warnings,
  );
}

/** The visible entries of a folder, or the problem if it can't be read. */
export function listFolder(folder: string): Dirent[] | Problem {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  } catch (error) {
    return unreadable(folder, error);
  }
}

/** A warning about a file that may be meant as a sheet, but can't be read as the type of its extension. */
async function warnSkipped(file: string): Promise<Problem[]> {
  const format = detectSheetFormat(file);
  if (format === null || format === "csv" || statPath(file)?.isFile() !== true) return [];
  const text = readText(file, "look");
  const read = text.ok ? await parseText(format, file, text.value) : text;
  // No sheet is so large.
  if (read.ok || read.problems.some(({ code }) => code === "file-too-large")) return [];
  const hint = msg`cli.left-out-hint: check it by name with \`augenblock check\` to see why, or move it elsewhere`;
  return read.problems.slice(0, 1).map(({ words }) =>
    problem("left-out", msg`cli.left-out: ${file} was skipped: ${words.message}`, {
      severity: "warning",
      hint,
    }),
  );
}

/** Parsers are loaded only for a folder with other text files. */
async function parseText(format: "yaml" | "json", file: string, text: string): Promise<Result<unknown>> {
  if (format === "json") return (await import("../../../rules/source/json.ts")).readJson(file, text);
  return (await import("../../../rules/source/yaml.ts")).readYaml(file, text);
}

/** PNG is last: `--picture` writes it. */
const RANKS = [".yaml", ".yml", ".json", ".csv", ".tsv", ".pdf", ".heic", ".heif", ".jpg", ".jpeg"];

function rankExtension(file: string): number {
  const rank = RANKS.indexOf(extname(file).toLowerCase());
  return rank === -1 ? RANKS.length : rank;
}

const SCANNED = ["/DCTDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/JPXDecode"];

/** Whether a file in a folder is a sheet. Variants, settings and printed pads in it may have the same extensions. */
function isSheet(file: string): boolean {
  if (isPhoto(file)) return true;
  if (isPdf(file)) {
    const bytes = readBytes(file, "form", "look");
    if (!bytes.ok) return false;
    const { buffer, byteOffset, length } = bytes.value;
    const pdf = Buffer.from(buffer, byteOffset, length);
    // Viewers may save the list of fields compressed. Scanners compress pictures as no logo of a pad is.
    return ["/AcroForm", "/ObjStm", ...SCANNED].some((sign) => pdf.includes(sign));
  }
  const format = detectSheetFormat(file);
  // One that can't be read was saved in another encoding, as spreadsheet programs do.
  if (format === null || format === "csv") return format === "csv";
  const text = readText(file, "look");
  const has = (keys: string) =>
    text.ok && new RegExp(`(^|[{,])\\s*["']?(${keys})["']?\\s*:`, "m").test(text.value);
  return has("players") && !has("id|extends|block");
}

/** The format of a possible typed sheet in a folder, by its extension; `.txt` files are usually notes. */
export function detectSheetFormat(file: string): SheetFormat | null {
  return extname(file).toLowerCase() === ".txt" ? null : sheetFormat(file);
}
