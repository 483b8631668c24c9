import { flowYaml, type YamlValue } from "../../rules/source/write-yaml.ts";
import { findCursor } from "../../rules/source/yaml-cursor.ts";
import { findSchemaDescription } from "./completion.ts";
import { listSchemasAtPath } from "./schema-path.ts";

/** What the schema says about something in a variant file. */
export interface Explanation {
  /** Offsets of what is explained; the end is not included. */
  readonly from: number;
  readonly to: number;
  /** In English, as the schema is. */
  readonly about: string;
  /** How it may be written, as YAML; null where the schema shows nothing. */
  readonly example: string | null;
}

/** Explains the key or value at an offset of a variant file; null where there is nothing to say. */
export function findExplanation(text: string, offset: number): Explanation | null {
  const cursor = findCursor(text, offset);
  if (cursor === null) return null;
  const path = cursor.kind === "key" ? [...cursor.path, cursor.word] : cursor.path;
  const about = findSchemaDescription(path);
  if (about === "") return null;
  const [example] = listSchemasAtPath(path).flatMap(({ examples }) =>
    Array.isArray(examples) ? examples : [],
  );
  const shown = example === undefined ? null : flowYaml(example as YamlValue);
  return { from: cursor.from, to: cursor.to, about, example: shown };
}
