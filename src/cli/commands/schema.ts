import type { Command } from "commander";
import { variantSchema } from "../../rules/variant/schema/variant-schema.ts";
import { deliver } from "../console/output.ts";
import { examples } from "../flags.ts";

/** `augenblock schema`: the JSON Schema of variant files, for editors. */
export default function schemaCommand(command: Command): Command {
  return command
    .option("--out <file>", "write it to a file instead")
    .addHelpText("after", examples("schema --out variant.schema.json"))
    .action((flags: { readonly out?: string }) => deliver(schemaText(), flags.out ?? "-"));
}

/** The content of the schema's file. */
export function schemaText(): string {
  return `${JSON.stringify(variantSchema(), null, 1)}\n`;
}
