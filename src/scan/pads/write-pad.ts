import { blockYaml, flowYaml, type YamlValue } from "../../rules/source/write-yaml.ts";
import type { Choices } from "../../rules/variant/options.ts";
import type { Pad, BoughtPadRow } from "./pad.ts";

/** What a pad file names its game by. */
export interface PadSource {
  /** A variant: an id, or a path from the folder of the pad file. */
  readonly game: string;
  readonly set: Choices;
  /** What the file says of itself, as a comment. */
  readonly title: string;
}

/** A pad as a file that reads as the same pad. */
export function padYaml(pad: Pad, { game, set, title }: PadSource): string {
  const { id, name, columns, tables } = pad;
  const rules = Object.keys(set).length === 0 ? {} : { set: { ...set } };
  const head = blockYaml({ pad: id, name: { ...name }, game, ...rules, columns });
  const bodies = tables.map(({ labels, entries: { min, max }, rows }) => {
    const count = flowYaml(min === max ? max : [min, max]);
    const lines = rows.map((row) => `      - ${rowYaml(row)}`);
    return [`  - labels: ${labels}`, `    columns: ${count}`, "    rows:", ...lines].join("\n");
  });
  return `# ${title}\n${head}tables:\n${bodies.join("\n")}\n`;
}

function rowYaml({ holds, height, line }: BoughtPadRow): string {
  const id = "id" in holds ? holds.id : holds.kind;
  const facts: Record<string, YamlValue> = {
    ...(height === 1 ? {} : { height }),
    ...(line === "single" ? {} : { line }),
  };
  return Object.keys(facts).length === 0 ? flowYaml(id) : `${flowYaml(id)}: ${flowYaml(facts)}`;
}
