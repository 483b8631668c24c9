import type { Command } from "commander";
import { schemaLine } from "../../authoring/scaffold/extending.ts";
import { msg } from "../../rules/problem/message.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { fail } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { deliver, print } from "../console/output.ts";
import { installSchemas, SCHEMA_KINDS, schemaText } from "../editor-schemas.ts";
import { examples, notes } from "../help.ts";

interface Flags {
  readonly install?: boolean;
  readonly out?: string;
}

/** `augenblock setup schema`: what editors know the keys of variants, block files and pad files from. */
export default function schemaCommand(command: Command): Command {
  return command
    .argument("[kind]", t("cli.kind-file-variant")`the kind of file: variant, block or pad`, "variant")
    .option(
      "--install",
      t(
        "cli.put-schemas-where",
      )`put the schemas where files in any folder find them, and print how a file names them`,
    )
    .option("--out <file>", t("cli.write-file-instead")`write it to a file instead`)
    .addHelpText(
      "after",
      notes(
        t(
          "cli.editor-yaml-language",
        )`An editor with the YAML language server, such as VS Code with the extension YAML, then completes and explains every key. \`augenblock new\` does all of it by itself.`,
      ) + examples("setup schema --install", "setup schema block --out block.schema.json"),
    )
    .action(schema);
}

async function schema(named: string, { install = false, out }: Flags): Promise<void> {
  const kind = SCHEMA_KINDS.find((one) => one === named);
  if (kind === undefined)
    return fail(
      "unknown-word",
      msg("cli.there-no-schema")`there is no schema for \`${named}\``,
      suggestWord(named, SCHEMA_KINDS),
    );
  if (!install) return deliver(await schemaText(kind), out ?? "-");
  if (out !== undefined)
    fail(
      "flags-collide",
      msg("cli.install-out-collide")`\`--install\` and \`--out\` don’t go together`,
      msg("cli.leave-out-out")`leave out \`--out\``,
    );
  const addresses = await installSchemas();
  print(`${t("cli.first-line-variant")`The first line of a variant:`}\n${schemaLine(addresses.variant)}`);
  print(`${t("cli.first-line-block")`The first line of a block file:`}\n${schemaLine(addresses.block)}`);
  print(`${t("cli.first-line-pad")`The first line of a pad file:`}\n${schemaLine(addresses.pad)}`);
}
