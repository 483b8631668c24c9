import { msg } from "../../../rules/problem/message.ts";
import { openForm } from "../../../check/form/open-form.ts";
import { formSheets } from "../../../check/form/form-sheets.ts";
import type { Games } from "../../../check/read/read-sheet.ts";
import type { Language } from "../../../i18n/language.ts";
import { rulesDigest } from "../../../print/form/form-script.ts";
import { refusal } from "../../../rules/problem/problem.ts";
import { pdfThread } from "../../threads/pdf-thread.ts";
import { readPdf } from "../../../files/read-file.ts";
import { type Checked, checkedSheet } from "./job.ts";

/** A form is read in a fraction of a second, or a few on a busy machine, and takes far less memory. */
const LIMITS = { maxMs: 20_000, maxBytes: 512 * 1024 * 1024 } as const;

/** Checks forms that were filled in on a screen: every sheet of each that somebody wrote on, or what is wrong with it. */
export async function checkForms(
  files: readonly string[],
  games: (file: string) => Games,
  language: Language,
): Promise<Checked[]> {
  const reader = pdfThread("fields", LIMITS);
  const checked: Checked[] = [];
  for (const file of files) {
    const bytes = readPdf(file, "form", msg`is it one of our pads?`);
    const form = bytes.ok ? openForm(file, await reader.run(bytes.value), games(file), rulesDigest) : bytes;
    checked.push(...checkedForm(file, form, language));
  }
  await reader.close();
  return checked;
}

function checkedForm(file: string, form: ReturnType<typeof openForm>, language: Language): Checked[] {
  if (!form.ok) return [{ file, result: form }];
  const { fields, game, identity } = form.value;
  const sheets = formSheets(file, fields, game, language);
  const unused = refusal("nothing-written", msg`nothing is written on ${file}`, msg`fill it in and save it`);
  if (sheets.length === 0) return [{ file, result: unused }];
  const first = identity.firstNumber > 0 ? identity.firstNumber : 1;
  const isNumbered = identity.firstNumber > 0 || sheets.length > 1;
  return sheets.map(({ at, sheet }) => checkedSheet(file, sheet, isNumbered ? first + at - 1 : 0));
}
