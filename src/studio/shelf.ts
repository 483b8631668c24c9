/**
 * Replaces the modules of Node that `src/files` imports, in browsers: reads package files that were fetched before, so that the same code
 * finds variants, templates and fonts. The bundler makes the replacement (scripts/studio.mjs).
 */
import { platform } from "../platform/node.ts";

type Path = string | URL;

/** By their paths from the root of the package, which is `/`. */
const files = new Map<string, Uint8Array>();

/** Adds or replaces a file. */
export function putFile(path: string, bytes: Uint8Array): void {
  files.set(path, bytes);
}

/** The error of Node; our problems depend on its `code`. */
function noSuchFile(path: string): Error {
  return Object.assign(new Error(`there is no ${path}`), { code: "ENOENT" });
}

function normalPath(path: Path): string {
  const name = typeof path === "string" ? path : decodeURIComponent(path.pathname);
  return `/${name.replace(/^(?:\.?\/)+/, "").replace(/\/$/, "")}`;
}

function fileBytes(path: Path): Uint8Array {
  const bytes = files.get(normalPath(path));
  if (bytes === undefined) throw noSuchFile(normalPath(path));
  return bytes;
}

function hasFolder(path: Path): boolean {
  const folder = normalPath(path) === "/" ? "/" : `${normalPath(path)}/`;
  return [...files.keys()].some((file) => file.startsWith(folder));
}

export function existsSync(path: Path): boolean {
  return files.has(normalPath(path)) || hasFolder(path);
}

/** The bytes, or the text if an encoding is given; all texts are UTF-8. */
export function readFileSync(path: Path, encoding?: "utf8"): Uint8Array | string {
  const bytes = fileBytes(path);
  return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
}

export function readdirSync(path: Path): string[] {
  if (!hasFolder(path)) throw noSuchFile(normalPath(path));
  const folder = normalPath(path) === "/" ? "/" : `${normalPath(path)}/`;
  const inside = [...files.keys()].filter((file) => file.startsWith(folder));
  return [...new Set(inside.map((file) => file.slice(folder.length).split("/")[0] ?? ""))].sort();
}

interface Stats {
  readonly isFile: () => boolean;
  readonly isDirectory: () => boolean;
}

/** Null if there is nothing; callers treat it as Node's `undefined`. */
export function statSync(path: Path): Stats | null {
  if (!existsSync(path)) return null;
  const isFile = files.has(normalPath(path));
  return { isFile: () => isFile, isDirectory: () => !isFile };
}

/** There are no links. */
export function realpathSync(path: Path): string {
  if (!existsSync(path)) throw noSuchFile(normalPath(path));
  return normalPath(path);
}

/** An open file: its bytes, and the read position. */
interface OpenFile {
  readonly bytes: Uint8Array;
  at: number;
}

export const constants = { O_RDONLY: 0 } as const;

export function openSync(path: Path): OpenFile {
  return { bytes: fileBytes(path), at: 0 };
}

export function fstatSync(_file: OpenFile): Stats {
  return { isFile: () => true, isDirectory: () => false };
}

/** Fills the chunk from the read position. @returns the number of bytes */
export function readSync(file: OpenFile, chunk: Uint8Array): number {
  const next = file.bytes.subarray(file.at, file.at + chunk.length);
  chunk.set(next);
  file.at += next.length;
  return next.length;
}

export function closeSync(_file: OpenFile): void {}

/** The path of a file of the package, whose root is `/`. */
export function fileURLToPath(url: URL | string): string {
  return decodeURIComponent(new URL(url).pathname);
}

/** Finds files of packages where `putFile` has put them. */
export function createRequire(): { resolve(name: string): string } {
  return { resolve: (name) => `/node_modules/${name}` };
}

/** SHA-256, the only digest in use. */
export function createHash() {
  return {
    update: (bytes: Uint8Array) => ({
      digest: () => Array.from(platform.sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    }),
  };
}

/** Browsers can't read Node's format; nothing in it is built for them. The others have no callers. */
export function deserialize(): never {
  throw new Error("nothing is prepared here");
}
export { deserialize as crc32, deserialize as serialize };

// Fetches the files of the package from the folder of the studio: texts at once, large files on demand.

const SUBSETTER = "/node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm";
/** Where `src/files` looks for a large file of the folder `files/` of the studio: a font, or what subsets one. */
const placeFile = (name: string) => (name === "subsetter.wasm" ? SUBSETTER : `/dist/vendor/faces/${name}`);

/** Fetches each file once. */
export class PackageFiles {
  readonly #folder: string;
  #texts: Promise<void> | null = null;
  readonly #fetched = new Map<string, Promise<Uint8Array>>();

  /** @param folder the address of the studio, with `/` behind it */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes of a file below the folder. @throws if it can't be had */
  bytes(name: string): Promise<Uint8Array> {
    const known = this.#fetched.get(name);
    if (known !== undefined) return known;
    const fetched = this.fetch(name);
    this.#fetched.set(name, fetched);
    // A failed download may work the next time.
    fetched.catch(() => this.#fetched.delete(name));
    return fetched;
  }

  /** The same, without keeping the bytes. @throws if it can't be had */
  async fetch(name: string): Promise<Uint8Array> {
    const response = await fetch(new URL(name, this.#folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Puts variants, words and templates in their places. */
  takeTexts(): Promise<void> {
    this.#texts ??= this.#takeTexts();
    return this.#texts;
  }

  async #takeTexts(): Promise<void> {
    const json = new TextDecoder().decode(await this.bytes("texts.json"));
    const texts: Record<string, string> = JSON.parse(json);
    const encoder = new TextEncoder();
    for (const [path, text] of Object.entries(texts)) putFile(`/${path}`, encoder.encode(text));
  }

  /** Puts fonts in their places. */
  async takeFonts(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map(async (name) => putFile(placeFile(name), await this.bytes(`files/${name}`))));
  }
}
