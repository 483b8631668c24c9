import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readText, statPath } from "../files/read/read-file.ts";
import { msg } from "../rules/problem/message.ts";
import { fail } from "./console/failure.ts";
import { writeAll } from "./console/write-file.ts";
import { userFolder } from "./user.ts";

/** The kinds of files with a schema for editors. */
export const SCHEMA_KINDS = ["variant", "block", "pad", "style"] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

/** The content of a schema file. */
export async function schemaText(kind: SchemaKind): Promise<string> {
  return `${JSON.stringify(await loadSchema(kind), null, 1)}\n`;
}

async function loadSchema(kind: SchemaKind): Promise<object> {
  switch (kind) {
    case "variant":
      return (await import("../rules/variant/schema/variant-schema.ts")).variantSchema();
    case "block":
      return (await import("../print/pad/block-file.ts")).blockSchema();
    case "pad":
      return (await import("../scan/pads/pad-file.ts")).padSchema();
    case "style":
      return (await import("../print/style/style-file.ts")).styleSchema();
    default:
      return kind satisfies never;
  }
}

/**
 * Puts the schemas of this version into the settings folder of the user, where files in any folder can name them. Ends the command if
 * they can't be written.
 *
 * @returns the address of each, as the first line of a file names it
 */
export async function installSchemas(): Promise<Readonly<Record<SchemaKind, string>>> {
  const folder =
    userFolder("settings") ??
    fail(
      "no-settings-folder",
      msg("cli.no-settings-folder")`this user has no settings folder`,
      msg("cli.no-settings-folder-hint")`set \`${PLACE}\` to the full path of a folder`,
    );
  const getSchemaPath = (kind: SchemaKind) => join(folder, `${kind}.schema.json`);
  const texts = await Promise.all(SCHEMA_KINDS.map(schemaText));
  const outputs = SCHEMA_KINDS.map((kind, at) => ({
    file: getSchemaPath(kind),
    content: texts[at] ?? "",
    flag: PLACE,
  }));
  await writeAll(outputs.filter(({ file, content }) => readExistingText(file) !== content));
  const getSchemaUrl = (kind: SchemaKind) => pathToFileURL(getSchemaPath(kind)).href;
  return {
    variant: getSchemaUrl("variant"),
    block: getSchemaUrl("block"),
    pad: getSchemaUrl("pad"),
    style: getSchemaUrl("style"),
  };
}

/** The variable that names the settings folder. */
const PLACE = process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME";

function readExistingText(file: string): string | null {
  if (statPath(file) === null) return null;
  const text = readText(file, "look");
  return text.ok ? text.value : null;
}
