import { type Identity, IDENTITY_FIELD, readIdentity } from "../../../check/form/fields.ts";
import type { FieldTexts, FormFault } from "../../../check/form/read-fields.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { formSheets } from "../../../check/form/form-sheets.ts";
import type { Game } from "../../../rules/game/game.ts";
import { failure, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { checkSheet } from "../../../check/check-sheet.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Checked } from "./job.ts";
import { readPdf } from "../../files/files.ts";
import { type NoAnswer, PdfThread } from "../../threads/pdf-thread.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;

/** Checks forms that were filled in on a screen: every sheet of each that somebody wrote on, or what is wrong with it. */
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
  if (sheets.length === 0) {
    const hint = "fill it in and save it";
    const unused = problem("nothing-written", `nothing is written on ${file}`, { hint });
    return [{ file, result: failure([unused]) }];
  }
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

/** The fields of a form with the game that they belong to. */
function openForm(
  file: string,
  fields: FieldTexts | FormFault | NoAnswer,
  games: Games,
): Result<{ fields: FieldTexts; game: Game; identity: Identity }> {
  if (typeof fields === "string") {
    const [message, hint] = FAULTS[fields];
    return failure([problem(fields, `${file} ${message}`, { hint })]);
  }
  const makeOne = "`augenblock pad <variant> --profile fillable` makes one to fill in on a screen";
  if (fields.size === 0) {
    const hint = `a sheet that was filled in by hand is read from a photo; ${makeOne}`;
    return failure([
      problem("no-form", `${file} has no fields, so there is nothing in it to be read`, { hint }),
    ]);
  }
  const identity = readIdentity(fields.get(IDENTITY_FIELD) ?? "");
  if (identity === null)
    return failure([problem("no-form", `${file} is a form, and not one of our pads`, { hint: makeOne })]);
  const { variant } = identity;
  const game = games(variant, identity.options);
  if (!game.ok) {
    // The form names its game; what is missing is where its file lies.
    const hint = "name the file it was made from: `--variant <file>`";
    const notHere = `the form is of the game \`${variant}\`, which is not here`;
    return failure(
      game.problems.map((one) =>
        one.code === "unknown-variant" ? problem("variant-not-here", notHere, { hint }) : one,
      ),
    );
  }
  if (rulesDigest(game.value) !== identity.rules) {
    const message = `the form was made from another state of \`${variant}\`: its rules have changed since`;
    const hint = "give the file as it was with `--variant <file>`";
    return failure([problem("variant-changed", message, { hint })]);
  }
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
