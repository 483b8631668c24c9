import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const made = new Map<string, Promise<string>>();

/** A program of the tests as one file of JavaScript, made once in each process: run from its sources, it would be compiled at each start. */
export function bundled(source: URL): Promise<string> {
  const known = made.get(source.href) ?? bundle(source);
  made.set(source.href, known);
  return known;
}

async function bundle(source: URL): Promise<string> {
  const input = fileURLToPath(source);
  // Our code looks for the package two folders above each bundle.
  const file = fileURLToPath(new URL(`../../output/programs/${basename(input, ".ts")}.mjs`, import.meta.url));
  const build = await rolldown({ input, platform: "node", external: (id) => /^[^./]/.test(id) });
  await build.write({ file, format: "esm" });
  await build.close();
  return file;
}
