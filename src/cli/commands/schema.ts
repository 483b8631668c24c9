import { variantSchema } from "../../rules/variant/schema/variant-schema.ts";
import { deliver } from "../console/deliver.ts";

/** `augenblock schema`: the JSON Schema of variant files, for editors. */
export async function schema(flags: { readonly out?: string }): Promise<void> {
  await deliver(schemaText(), flags.out ?? "-");
}

/** The schema as it stands in a file. */
export function schemaText(): string {
  return `${JSON.stringify(variantSchema(), null, 1)}\n`;
}
