// Bundles a module for browsers, the library if none is named: `npm run browser [module] [folder]`. There are no shims: an import that
// a browser can't resolve ends the script.
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";

const [input = "src/index.ts", dir = "dist/browser"] = process.argv.slice(2);
const bundle = await rolldown({
  input,
  platform: "browser",
  // HarfBuzz asks for it on Node only.
  external: ["module"],
  onLog(level, { code, message }) {
    if (code === "UNRESOLVED_IMPORT") throw new Error(message);
    if (level === "warn") console.warn(message);
  },
});
const { output } = await bundle.write({ dir, format: "esm", minify: true });
// HarfBuzz looks for its code next to the bundle.
const { resolve } = createRequire(import.meta.url);
copyFileSync(resolve("harfbuzzjs/dist/harfbuzz.wasm"), join(dir, "harfbuzz.wasm"));
for (const { type, fileName, code } of output)
  if (type === "chunk") console.log(`${fileName}: ${Math.round(code.length / 1000)} kB`);
