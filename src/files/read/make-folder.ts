import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and its parents one by one, because on some file systems Node's recursive option never returns. */
export async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null)) !== null) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
