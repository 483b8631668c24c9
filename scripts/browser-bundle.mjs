// Bundles a module for browsers, the library if none is named: `npm run browser [module] [folder]`. There are no shims: an import that
// a browser can't resolve ends the script.
import { rolldown } from "rolldown";

const [input = "src/index.ts", dir = "dist/browser"] = process.argv.slice(2);
const bundle = await rolldown({
  input,
  platform: "browser",
  onLog(level, { code, message }) {
    if (code === "UNRESOLVED_IMPORT") throw new Error(message);
    if (level === "warn") console.warn(message);
  },
});
const { output } = await bundle.write({ dir, format: "esm", minify: true });
for (const { type, fileName, code } of output)
  if (type === "chunk") console.log(`${fileName}: ${Math.round(code.length / 1000)} kB`);
