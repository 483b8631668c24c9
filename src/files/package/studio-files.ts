import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE_ROOT } from "../package.ts";
import { fontFiles } from "./fonts.ts";

// The files of the studio: those that the build makes, and those from elsewhere in the package.

let large: ReadonlyMap<string, string> | null = null;

/** Files that the build doesn't copy into the studio, by their name there: a path in this package, or a file of another package. @public */
export function largeFiles(): ReadonlyMap<string, string> {
  large ??= new Map([
    ["files/opencv.wasm", "./dist/vendor/opencv/opencv.wasm"],
    ["files/jpeg.wasm", "./dist/vendor/jpeg-turbo/jpeg-turbo.wasm"],
    ["files/zxing.wasm", "zxing-wasm/reader/zxing_reader.wasm"],
    ["files/numbers.onnx", "./models/numbers.onnx"],
    ["files/numbers.json", "./models/numbers.json"],
    ["files/subsetter.wasm", "harfbuzzjs/dist/harfbuzz-subset.wasm"],
    ...fontFiles().map((name) => [`files/${name}`, `./dist/vendor/faces/${name}`] as const),
  ]);
  return large;
}

const STUDIO = new URL("dist/studio/", PACKAGE_ROOT);
const require = createRequire(import.meta.url);

/** Where a file of the studio lies; null if it has none of that name. @param name its path below the studio, with `/` between */
export function studioFile(name: string): string | null {
  const source = largeFiles().get(name);
  if (source?.startsWith("./")) return fileURLToPath(new URL(source, PACKAGE_ROOT));
  if (source !== undefined) return require.resolve(source);
  const inside = new URL(name === "" ? "index.html" : name, STUDIO);
  return inside.href.startsWith(STUDIO.href) && existsSync(inside) ? fileURLToPath(inside) : null;
}

/** Whether this installation has the studio: sources that were not built have none. */
export function hasStudio(): boolean {
  return existsSync(new URL("index.html", STUDIO));
}

/** Whether a folder is empty, or holds a studio that may be overwritten. */
export function isStudio(folder: string): boolean {
  const names = readdirSync(folder);
  return (
    names.length === 0 || ["index.html", "service-worker.js", "files"].every((name) => names.includes(name))
  );
}

/** The whole studio for a web host: each file by its path below it, with `/` between, and where it lies. */
export function studioFiles(): { readonly path: string; readonly source: string }[] {
  const built = readdirSync(STUDIO, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(STUDIO), join(entry.parentPath, entry.name)).split(sep).join("/"));
  return [...built, ...largeFiles().keys()].flatMap((path) => {
    const source = studioFile(path);
    return source === null ? [] : [{ path, source }];
  });
}

/** Writes the whole studio into a folder. */
export function copyStudio(folder: string): void {
  for (const { path, source } of studioFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(source, join(folder, path));
  }
}
