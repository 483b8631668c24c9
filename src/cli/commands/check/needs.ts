import { extname } from "node:path";
import { noteInput } from "../../../files/inputs.ts";
import { folderFault } from "../../../files/season/season-folder.ts";
import { msg } from "../../../rules/problem/message.ts";
import { Failure, problem } from "../../../rules/problem/problem.ts";
import { PHOTO_ENDINGS } from "../../../scan/image/formats.ts";
import { fail } from "../../console/failure.ts";
import { isFolder, needWritable } from "../../console/write-file.ts";
import { type CheckFlags, isForm, isPhoto, wholeOutputs } from "./job.ts";

// What the flags of `check` ask of each other and of what is checked, found out before anything is read.

const FOR_PHOTOS = [
  "names",
  "code",
  "pad",
  "sameSheet",
  "paper",
  "templates",
  "confirm",
  "show",
  "picture",
  "save",
] as const;

/** Ends the command if a flag about photos is given without any. @param files a PDF among them may be a scan */
export function needPhotos(files: readonly string[], flags: CheckFlags): void {
  if (files.some((file) => isPhoto(file) || isForm(file))) return;
  const given = FOR_PHOTOS.find((flag) => flags[flag] !== undefined) ?? (hasChoices(flags) ? "set" : null);
  if (given === null) return;
  const idle = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  fail(
    "no-photo",
    msg("cli.photographed-sheets-none")`\`--${idle}\` is for photographed sheets, and none is named`,
    msg(
      "cli.leave-out-name",
    )`leave it out, or name photos; they end in ${PHOTO_ENDINGS.join(", ")}, scans in .pdf`,
  );
}

function hasChoices({ set }: CheckFlags): boolean {
  return Object.keys(set).length > 0;
}

/** Ends the command if house rules are given without the game or the pad that has them. */
export function needGame(flags: CheckFlags): void {
  if (!hasChoices(flags) || flags.variant !== undefined || flags.pad !== undefined) return;
  const message = msg(
    "cli.set-about-house",
  )`\`--set\` is about the house rules of one game, and none is named`;
  fail(
    "no-game",
    message,
    msg("cli.name-variant-bought")`name it with \`--variant\`, or the bought pad with \`--pad\``,
  );
}

/** Ends the command if a flag about questions is given though none are asked. */
export function needQuestions({ confirm = false, show }: CheckFlags): void {
  if (confirm || show === undefined) return;
  fail(
    "no-questions",
    msg("cli.show-about-questions")`\`--show\` is about the questions of \`--confirm\``,
    msg("cli.add-confirm")`add \`--confirm\``,
  );
}

/** Ends the command if a flag about a season is given without one. */
export function needSeason(flags: CheckFlags): void {
  if (flags.into !== undefined || flags.results !== undefined) return;
  const idle = (["date", "place", "evening"] as const).find((flag) => flags[flag] !== undefined);
  if (idle === undefined) return;
  const hint = msg("cli.name-season-into")`name the season with \`--into\``;
  fail(
    "no-season",
    msg("cli.about-sheets-kept")`\`--${idle}\` is about sheets that are kept in a season`,
    hint,
  );
}

/** Ends the command if a flag needs to know all sheets where a part of them is checked, or where each photo is read by itself. */
export function needWhole(flags: CheckFlags): void {
  const { shard, results } = flags;
  if (shard === undefined && results === undefined) return;
  const idle = (["names", "sameSheet"] as const).find((flag) => flags[flag] !== undefined);
  if (idle === undefined) return;
  fail(
    "not-the-whole",
    idle === "names"
      ? msg(
          "cli.names-does-not",
        )`\`--names\` does not go with \`--shard\` and \`--results\`: they go to all sheets from first to last`
      : msg(
          "cli.same-sheet-does",
        )`\`--same-sheet\` does not go with \`--shard\` and \`--results\`: each photo is read by itself there`,
    msg("cli.leave-one-them")`leave one of them out`,
  );
}

/** What the files end in that flags name. */
const ENDINGS = [
  ["picture", ".png"],
  ["save", ".yaml", ".yml"],
  ["report", ".html", ".htm"],
  ["csv", ".csv"],
  ["results", ".jsonl"],
] as const;

/** Ends the command if a file that it is to write is called as what it is not. A name without an ending says nothing, nor does a folder. */
export function needEndings(flags: CheckFlags): void {
  const problems = ENDINGS.flatMap(([flag, ...endings]) => {
    const file = flags[flag] ?? "";
    const ending = extname(file);
    const isName = /^\.[a-z]\w*$/i.test(ending) && !isFolder(file);
    const [usual] = endings;
    if (!isName || endings.some((one) => one === ending.toLowerCase())) return [];
    const named = `${file.slice(0, -ending.length)}${usual}`;
    const message = msg(
      "cli.cant-write-what",
    )`\`--${flag}\` can’t write ${file}: what it writes ends in ${usual}`;
    return [problem("wrong-ending", message, { hint: msg("cli.write")`write \`--${flag} ${named}\`` })];
  });
  if (problems.length > 0) throw new Failure(problems);
}

/**
 * Ends the command, before any sheet is read, if a file that it is to write would replace one, or another one, or can't be written; or if
 * no season can be kept where one is wanted.
 */
export async function spareInputs(files: readonly string[], flags: CheckFlags): Promise<void> {
  for (const file of files) noteInput(file);
  const { picture, save, results, into } = flags;
  const season = into?.kind === "folder" ? into.folder : undefined;
  const fault = season === undefined ? null : folderFault(season);
  if (fault !== null) throw new Failure([fault]);
  const named = (flag: string, file: string | undefined) => (file === undefined ? [] : [{ flag, file }]);
  await needWritable(
    [...wholeOutputs(flags), ...named("--results", results)],
    [...named("--picture", picture), ...named("--save", save), ...named("--into", season)],
  );
}
