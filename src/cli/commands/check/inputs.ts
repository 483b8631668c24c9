import { msg } from "../../../rules/problem/message.ts";
import { existsSync, readdirSync } from "node:fs";
import { extname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { playableIds } from "../../../files/variants.ts";
import { readBytes, readText, reason, whatIsAt } from "../../../files/read-file.ts";
import { failure, type Problem, problem } from "../../../rules/problem/problem.ts";
import { type Checked, FORMATS, isForm, isPhoto } from "./job.ts";

/** What the words behind `check` name. */
export interface Inputs {
  /** Each once, in the order of the words. */
  readonly files: readonly string[];
  /** The words that name no sheet, with the reason. */
  readonly rejects: readonly Checked[];
}

/** Patterns such as `photos/*.jpg` are matched here, for shells that leave that to the command; a folder stands for the sheets in it. @param outputs files of the last run, which are no sheets */
export async function inputsOf(words: readonly string[], outputs: readonly string[] = []): Promise<Inputs> {
  const found = await Promise.all(words.map(async (word) => [word, await filesOf(word, outputs)] as const));
  const rejects = new Map(found.flatMap(([word, it]) => ("code" in it ? [[word, it]] : [])));
  return {
    files: [...new Set(found.flatMap(([, it]) => ("code" in it ? [] : it)))],
    rejects: [...rejects].map(([file, fault]) => ({ file, result: failure([fault]) })),
  };
}

async function filesOf(word: string, outputs: readonly string[]): Promise<readonly string[] | Problem> {
  if (existsSync(word)) return whatIsAt(word)?.isDirectory() ? sheetsIn(word, outputs) : [word];
  if (playableIds().includes(word)) return gameInstead(word);
  if (!/[*?[{]/.test(word)) return [word];
  const { glob } = await import("tinyglobby");
  const found = await glob(word.replaceAll(sep, "/"), {
    absolute: isAbsolute(word),
    expandDirectories: false,
  });
  if (found.length > 0) return found.map((file) => file.replaceAll("/", sep)).sort(byName);
  return problem("no-match", msg`no file matches \`${word}\``, {
    hint: msg`check the folder and the ending`,
  });
}

function gameInstead(id: string): Problem {
  const hint = msg`name a filled-in sheet; \`augenblock sheet ${id}\` prints an empty one to type scores into`;
  return problem("no-sheet", msg`\`${id}\` is a game, not a sheet`, { hint });
}

/**
 * The sheets in a folder, not in those below it. Of files that differ in their ending only, the first kind counts: a sheet that was
 * saved as YAML stands for its photo.
 */
function sheetsIn(folder: string, outputs: readonly string[]): readonly string[] | Problem {
  const own = new Set(outputs.map((file) => resolve(file)));
  try {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && !entry.isDirectory())
      .map(({ name }) => join(folder, name))
      .filter((file) => !own.has(resolve(file)) && isSheet(file));
    const byStem = new Map<string, string>();
    for (const file of files.sort((a, b) => rankOf(b) - rankOf(a))) byStem.set(parse(file).name, file);
    if (byStem.size > 0) return [...byStem.values()].sort(byName);
    const hint = msg`name the sheets, or a pattern such as \`photos/*.jpg\``;
    return problem("no-match", msg`the folder ${folder} holds no sheets`, { hint });
  } catch (error) {
    return problem("unreadable", msg`${folder} can’t be read: ${reason(error)}`);
  }
}

const byName = new Intl.Collator("en", { numeric: true }).compare;

/** The ending of what is written as the picture of a sheet stands last. */
const RANKS = [".yaml", ".yml", ".json", ".csv", ".tsv", ".pdf", ".heic", ".heif", ".jpg", ".jpeg"];

function rankOf(file: string): number {
  const rank = RANKS.indexOf(extname(file).toLowerCase());
  return rank === -1 ? RANKS.length : rank;
}

const SCANNED = ["/DCTDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/JPXDecode"];

/** Whether a file in a folder is a sheet. Variants, settings and pads to print may lie beside sheets, and have the same endings. */
function isSheet(file: string): boolean {
  if (isPhoto(file)) return true;
  if (isForm(file)) {
    const bytes = readBytes(file, "form", "look");
    if (!bytes.ok) return false;
    const { buffer, byteOffset, length } = bytes.value;
    const pdf = Buffer.from(buffer, byteOffset, length);
    // Viewers may save the list of fields compressed. Scanners compress pictures as no logo of a pad is.
    return ["/AcroForm", "/ObjStm", ...SCANNED].some((sign) => pdf.includes(sign));
  }
  const format = FORMATS[extname(file).toLowerCase()];
  if (format === undefined || extname(file) === ".txt") return false;
  const text = readText(file, "look");
  const has = (keys: string) =>
    text.ok && new RegExp(`(^|[{,])\\s*["']?(${keys})["']?\\s*:`, "m").test(text.value);
  return format === "csv" ? text.ok : has("players") && !has("id|extends|block");
}
