// Lets the sources take this system for Windows, as far as paths go: `node --import tsx --import ./as-on-windows.mjs src/cli/main.ts`.
// Paths come apart and together as there, and what leaves for the file system, or comes from it, has its slashes turned round.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

const TURNED = ["node:fs", "node:fs/promises", "node:url"];
const SCHEME = "windows-";

/** Only the sources take it for Windows, not their packages. */
export async function resolve(specifier, context, next) {
  if (!/\/src\/[^?]*\.ts/.test(context.parentURL ?? "")) return next(specifier, context);
  if (specifier === "node:path") return next("node:path/win32", context);
  return TURNED.includes(specifier)
    ? { url: SCHEME + specifier, shortCircuit: true }
    : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith(SCHEME)) return next(url, context);
  const name = url.slice(SCHEME.length);
  const names = Object.keys(await import(name)).filter((one) => one !== "default");
  const source = `import * as real from ${JSON.stringify(name)};
    const there = (path) => typeof path === "string" ? path.replaceAll("\\\\", "/") : path;
    const here = (path) => typeof path === "string" ? path.replaceAll("/", "\\\\") : path;
    const turned = (work, givesPath) => Object.assign(
      (first, second, ...rest) => {
        const result = work(there(first), /rename|symlink/.test(work.name) ? there(second) : second, ...rest);
        return givesPath ? here(result) : result;
      },
      work.native === undefined ? {} : { native: turned(work.native, true) },
    );
    const PATHS = ["realpathSync", "readlinkSync", "mkdtempSync", "fileURLToPath"];
    const one = (name) =>
      typeof real[name] === "function" && /^[a-z]/.test(name) ? turned(real[name], PATHS.includes(name)) : real[name];
    ${names.map((one) => `export const ${one} = one(${JSON.stringify(one)});`).join("\n")}`;
  return { format: "module", source, shortCircuit: true };
}
