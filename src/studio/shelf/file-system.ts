/**
 * The files of the package in a browser: what `src/files` asks of Node's `fs`, answered from files that were fetched before. The bundler
 * puts this module in the place of `node:fs` (scripts/studio.mjs), so that the same code finds variants, templates and fonts as on Node.
 */

type Path = string | URL;

/** By their paths from the root of the package, which is `/`. */
const files = new Map<string, Uint8Array>();

/** Puts a file where `src/files` will find it; one that is there is replaced. */
export function putFile(path: string, bytes: Uint8Array): void {
  files.set(path, bytes);
}

/** What Node throws; `code` is what our problems are told by. */
function noSuchFile(path: string): Error {
  return Object.assign(new Error(`there is no ${path}`), { code: "ENOENT" });
}

function pathOf(path: Path): string {
  const name = typeof path === "string" ? path : decodeURIComponent(path.pathname);
  return `/${name.replace(/^(?:\.?\/)+/, "").replace(/\/$/, "")}`;
}

function bytesAt(path: Path): Uint8Array {
  const bytes = files.get(pathOf(path));
  if (bytes === undefined) throw noSuchFile(pathOf(path));
  return bytes;
}

function isFolderAt(path: Path): boolean {
  const folder = pathOf(path) === "/" ? "/" : `${pathOf(path)}/`;
  return [...files.keys()].some((file) => file.startsWith(folder));
}

export function existsSync(path: Path): boolean {
  return files.has(pathOf(path)) || isFolderAt(path);
}

/** The bytes, or the text if an encoding is asked for; every text here is UTF-8. */
export function readFileSync(path: Path, encoding?: "utf8"): Uint8Array | string {
  const bytes = bytesAt(path);
  return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
}

export function readdirSync(path: Path): string[] {
  if (!isFolderAt(path)) throw noSuchFile(pathOf(path));
  const folder = pathOf(path) === "/" ? "/" : `${pathOf(path)}/`;
  const inside = [...files.keys()].filter((file) => file.startsWith(folder));
  return [...new Set(inside.map((file) => file.slice(folder.length).split("/")[0] ?? ""))].sort();
}

interface Stats {
  readonly isFile: () => boolean;
  readonly isDirectory: () => boolean;
}

/** Null where nothing is: whoever asks here takes that as Node's `undefined`. */
export function statSync(path: Path): Stats | null {
  if (!existsSync(path)) return null;
  const isFile = files.has(pathOf(path));
  return { isFile: () => isFile, isDirectory: () => !isFile };
}

/** There are no links. */
export function realpathSync(path: Path): string {
  if (!existsSync(path)) throw noSuchFile(pathOf(path));
  return pathOf(path);
}

/** An open file: its bytes, and how far it was read. */
interface OpenFile {
  readonly bytes: Uint8Array;
  at: number;
}

export const constants = { O_RDONLY: 0 } as const;

export function openSync(path: Path): OpenFile {
  return { bytes: bytesAt(path), at: 0 };
}

export function fstatSync(_file: OpenFile): Stats {
  return { isFile: () => true, isDirectory: () => false };
}

/** Fills the chunk with what comes next. @returns how many bytes that were */
export function readSync(file: OpenFile, chunk: Uint8Array): number {
  const next = file.bytes.subarray(file.at, file.at + chunk.length);
  chunk.set(next);
  file.at += next.length;
  return next.length;
}

export function closeSync(_file: OpenFile): void {}
