import { type Identity, IDENTITY_FIELD, readIdentity } from "../../../check/form/fields.ts";
import type { FieldTexts, FormFault, ReadFields } from "../../../check/form/read-fields.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { formSheets } from "../../../check/form/form-sheets.ts";
import type { Game } from "../../../rules/game/game.ts";
import { failure, type Problem, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { checkSheet } from "../../../check/check-sheet.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Checked } from "./job.ts";
import { readPdf } from "../../files/files.ts";
import { type NoAnswer, PdfThread } from "../../threads/pdf-thread.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;

/**
 * Checks forms that were filled in on a screen: every sheet of each that somebody wrote on.
 *
 * @param games finds the game that a form names
 * @returns the sheets in the order of the files, and every form or sheet that can't be read
 */
export async function checkForms(
  files: readonly string[],
  games: (file: string) => Games,
  language: Language,
): Promise<Checked[]> {
  const reader = new PdfThread("fields", LIMITS);
  const checked: Checked[] = [];
  for (const file of files) checked.push(...(await checkForm(file, games(file), language, reader)));
  await reader.close();
  return checked;
}

async function checkForm(
  file: string,
  games: Games,
  language: Language,
  reader: PdfThread<"fields">,
): Promise<Checked[]> {
  const bytes = readPdf(file, "form", "is it one of our pads?");
  if (!bytes.ok) return [{ file, result: bytes }];
  const form = openForm(file, await reader.run(bytes.value), games);
  if (!form.ok) return [{ file, result: form }];
  const { fields, game, identity } = form.value;
  const sheets = formSheets(file, fields, game, language);
  if (sheets.length === 0) return [{ file, result: failure([nothingWritten(file)]) }];
  const number = (at: number) => {
    if (identity.firstNumber > 0) return identity.firstNumber + at - 1;
    return sheets.length > 1 ? at : 0;
  };
  return sheets.map(({ at, sheet }) => {
    if (!sheet.ok) return { file, result: sheet };
    const report = checkSheet(sheet.value);
    const value = { sheet: sheet.value, report, verdict: report.verdict, photo: null };
    return { file, result: success({ file, number: number(at), ...value }) };
  });
}

interface OpenForm {
  readonly fields: FieldTexts;
  readonly game: Game;
  readonly identity: Identity;
}

/** The fields of a form with the game that they belong to. */
function openForm(file: string, read: ReadFields | NoAnswer, games: Games): Result<OpenForm> {
  if (typeof read === "string") return failure([unreadable(file, read)]);
  if (!read.ok) return failure([unreadable(file, read.fault)]);
  const { fields } = read;
  if (fields.size === 0) return failure([noForm(file)]);
  const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
  if (identity === null) return failure([strangeForm(file)]);
  const game = games(identity.variant, identity.options);
  if (!game.ok) return failure(game.problems.map((one) => notHere(one, identity)));
  if (rulesDigest(game.value) !== identity.rules) return failure([changedSince(identity)]);
  return success({ fields, game: game.value, identity });
}

const FAULTS: Readonly<Record<FormFault | NoAnswer, readonly [message: string, hint: string]>> = {
  "not-a-pdf": [
    "is called a PDF and is none",
    "give it the ending of what it is: a photo, YAML, JSON or CSV",
  ],
  "locked-pdf": ["is locked with a password", "save it once more without one"],
  "broken-pdf": ["is a broken PDF", "save it once more in the program that it was filled in with"],
  "endless-pdf": ["can't be read: it keeps the program busy without end", "is it one of our pads?"],
};

function unreadable(file: string, fault: keyof typeof FAULTS): Problem {
  const [message, hint] = FAULTS[fault];
  return problem(fault, `${file} ${message}`, { hint });
}

const MAKE_ONE = "`augenblock pad <variant> --profile fillable` makes one to fill in on a screen";

function noForm(file: string): Problem {
  const hint = `a sheet that was filled in by hand is read from a photo; ${MAKE_ONE}`;
  return problem("no-form", `${file} has no fields, so there is nothing in it to be read`, { hint });
}

function strangeForm(file: string): Problem {
  return problem("no-form", `${file} is a form, and not one of our pads`, { hint: MAKE_ONE });
}

/** The form names its game; what is missing is where its file lies. */
function notHere(found: Problem, { variant }: Identity): Problem {
  if (found.code !== "unknown-variant") return found;
  const hint = "name the file it was made from: `--variant <file>`";
  return problem("variant-not-here", `the form is of the game \`${variant}\`, which is not here`, { hint });
}

function changedSince({ variant }: Identity): Problem {
  const message = `the form was made from another state of \`${variant}\`: its rules have changed since`;
  return problem("variant-changed", message, { hint: "give the file as it was with `--variant <file>`" });
}

function nothingWritten(file: string): Problem {
  return problem("nothing-written", `nothing is written on ${file}`, { hint: "fill it in and save it" });
}
