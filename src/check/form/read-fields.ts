import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What stands in the fields of a PDF form, by their full names; blank fields have empty text. */
export type FieldTexts = ReadonlyMap<string, string>;

/** Why a PDF can't be read as a form. */
export type FormFault = "not-a-pdf" | "locked-pdf" | "broken-pdf";

export type ReadFields =
  | { readonly ok: true; readonly fields: FieldTexts }
  | { readonly ok: false; readonly fault: FormFault };

/** A PDF begins with this, though something may stand before it. */
const SIGNATURE = "%PDF-";
const LATEST_SIGNATURE = 1024;

/**
 * Reads the fields of a PDF that any viewer may have saved. Its pages are not looked at, and none of its scripts is run.
 *
 * @returns no fields for a PDF that is no form
 */
export async function readFields(bytes: Uint8Array): Promise<ReadFields> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, LATEST_SIGNATURE));
  if (!beginning.includes(SIGNATURE)) return { ok: false, fault: "not-a-pdf" };
  const task = getDocument({
    // pdf.js transfers the bytes to its worker, so it gets a copy.
    data: bytes.slice(),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    stopAtErrors: false,
  });
  // Nobody is there to be asked for a password.
  task.onPassword = () => void task.destroy();
  try {
    const document = await task.promise;
    const fields = await document.getFieldObjects();
    return { ok: true, fields: textsOf(fields ?? {}) };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return { ok: false, fault: isLocked ? "locked-pdf" : "broken-pdf" };
  } finally {
    await task.destroy();
  }
}

function textsOf(fields: object): FieldTexts {
  const texts = new Map<string, string>();
  for (const [name, widgets] of Object.entries(fields)) {
    for (const widget of [widgets].flat()) {
      const { value } = (widget ?? {}) as { value?: unknown };
      if (typeof value === "string" && !texts.get(name)) texts.set(name, value);
    }
  }
  return texts;
}
