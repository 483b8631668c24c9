import type { FormFault, ReadFields } from "../../print/form/fields.ts";
import { SandboxedWorker } from "./sandboxed-worker.ts";

/** What came of a form, or that nothing did in any reasonable time and memory. */
export type FormRead = ReadFields | { readonly ok: false; readonly fault: FormFault | "endless-pdf" };

/** A form is read in a fraction of a second, or in a few on a busy machine, and takes far less memory. */
const LIMITS = { longestMs: 20_000, mostBytes: 512 * 1024 * 1024 } as const;

/** Reads forms one by one, in another thread. */
export class FormReader {
  readonly #thread = new SandboxedWorker<Uint8Array, ReadFields>("form-worker", LIMITS);

  async read(bytes: Uint8Array): Promise<FormRead> {
    const outcome = await this.#thread.ask(bytes);
    return typeof outcome === "string" ? { ok: false, fault: `${outcome}-pdf` } : outcome.answer;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
