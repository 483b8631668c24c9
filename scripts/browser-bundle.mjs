// Bundles the library for browsers: `npm run browser [folder]`. Nothing of Node is replaced by a shim: an import that a browser can't
// resolve ends the script.
import { rolldown } from "rolldown";

const [folder = "dist/browser"] = process.argv.slice(2);
const bundle = await rolldown({
  input: "src/index.ts",
  platform: "browser",
  onLog(level, log) {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    if (level === "warn") console.warn(log.message);
  },
});
const { output } = await bundle.write({ dir: folder, format: "esm", minify: true });
const chunks = output.filter(({ type }) => type === "chunk");
const names = new Set(chunks.map(({ fileName }) => fileName));
const foreign = chunks
  .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  .filter((name) => !names.has(name));
if (foreign.length > 0) throw new Error(`imports that no browser has: ${foreign.join(", ")}`);
for (const { fileName, code } of chunks) console.log(`${fileName}: ${Math.round(code.length / 1000)} kB`);
