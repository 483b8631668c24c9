import { dirname, join } from "node:path";
import { readGame } from "../../../files/package/read-game.ts";
import { findVariant } from "../../../files/package/variants.ts";
import { readText } from "../../../files/read/read-file.ts";
import { isBlockFile, readBlockFile } from "../../../print/pad/block-file.ts";
import { byFileName } from "../../file-kinds.ts";
import { detectSheetFormat, listFolder } from "./inputs.ts";

/** The games in the folders of photos: the variant files in their folders, and those of block files there. Files with mistakes are left out. */
export function findNearbyGames(photos: readonly string[]): string[] {
  const folders = new Set(photos.map((photo) => dirname(photo)));
  const found = [...folders].flatMap((folder) => {
    const entries = listFolder(folder);
    if ("code" in entries) return [];
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name));
    return files.sort(byFileName).flatMap((file) => pickGame(file) ?? []);
  });
  return [...new Set(found)];
}

/** The game of a variant or block file, as `--variant` takes it; null for other files, and for shipped games, which are known anyway. */
function pickGame(file: string): string | null {
  const format = detectSheetFormat(file);
  if (format === null || format === "csv") return null;
  const text = readText(file, "look");
  if (!text.ok) return null;
  if (isBlockFile(text.value)) {
    const block = readBlockFile(file, text.value);
    const variant = block.ok ? findVariant(block.value.variant, file) : null;
    return variant?.ok && dirname(variant.value.file) === dirname(file) ? variant.value.file : null;
  }
  const isVariant =
    /^["'{\s]*(id|extends)["']?\s*:/m.test(text.value) && !/^["'{\s]*players["']?\s*:\s*$/m.test(text.value);
  return isVariant && readGame(file).ok ? file : null;
}
