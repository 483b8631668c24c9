import type { ReadFields } from "../../check/form/read-fields.ts";
import type { PreflightResult } from "../../print/preflight/preflight.ts";
import type { Asked } from "../../print/preflight/requirements.ts";

// What the PDF libraries print is meant for their own developers.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

/** Reads the fields of a form. */
export async function fields(bytes: Uint8Array): Promise<ReadFields> {
  return (await import("../../check/form/read-fields.ts")).readFields(bytes);
}

/** A file to check, and what it is checked against. */
export interface PreflightRequest {
  readonly bytes: Uint8Array;
  readonly asked: Asked;
}

/** Checks a file as a print shop does. */
export async function preflight({ bytes, asked }: PreflightRequest): Promise<PreflightResult> {
  return (await import("../../print/preflight/preflight.ts")).preflight(bytes, asked);
}
