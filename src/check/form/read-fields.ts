import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What stands in the fields of a PDF form, by their full names; blank fields have empty text. */
export type FieldTexts = ReadonlyMap<string, string>;

/** Why a PDF can't be read as a form. */
export type FormFault = "not-a-pdf" | "locked-pdf" | "broken-pdf";

/** A PDF's signature stands at the beginning, though something may stand before it. */
const LATEST_SIGNATURE = 1024;

/** Reads the fields of a PDF, none if it is no form, and neither pages nor scripts; or says why nothing can be read. */
export async function readFields(bytes: Uint8Array): Promise<FieldTexts | FormFault> {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, LATEST_SIGNATURE));
  if (!beginning.includes("%PDF-")) return "not-a-pdf";
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
    return textsOf((await document.getFieldObjects()) ?? {});
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    return isLocked ? "locked-pdf" : "broken-pdf";
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
