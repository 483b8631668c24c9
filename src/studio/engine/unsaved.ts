import { zipOf } from "../../print/publish/publication.ts";
import type { Kept } from "./kept.ts";
import type { MadeFile } from "./printer.ts";

/**
 * What would be lost with the page, as a ZIP: games and sheets as files that `augenblock` and the studio read. Null if nothing would.
 *
 * @param filling the sheet that is being filled in, if it is not kept
 */
export function unsavedFile(kept: Kept, filling: MadeFile | null): MadeFile | null {
  const files = [
    ...[...kept.variants.unsaved, ...kept.received.unsaved].map(({ name, text }) => ({ name, text })),
    ...kept.sheets.unsaved.map(({ checked, yaml }) => ({ name: checked.file, text: yaml })),
    ...(filling === null ? [] : [{ name: filling.name, text: String(filling.content) }]),
  ];
  if (files.length === 0) return null;
  const taken = new Set<string>();
  const named = files.map(({ name, text }) => ({
    path: freeName(name, taken),
    bytes: new TextEncoder().encode(text),
  }));
  return { name: "augenblock.zip", type: "application/zip", content: zipOf("augenblock", named) };
}

/** A name of a YAML file that no other one has. */
function freeName(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.\w+$/, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game";
  let path = `${stem}.yaml`;
  for (let n = 2; taken.has(path); n++) path = `${stem}-${n}.yaml`;
  taken.add(path);
  return path;
}
