/** What little `src/files` takes of Node's other modules; the bundler puts this one in their places. */
import { platform } from "../../platform/node.ts";

/** The path of a file of the package, whose root is `/`. */
export function fileURLToPath(url: URL | string): string {
  return decodeURIComponent(new URL(url).pathname);
}

/** Finds files of packages where `putFile` has put them. */
export function createRequire(): { resolve(name: string): string } {
  return { resolve: (name) => `/node_modules/${name}` };
}

/** SHA-256, the only digest that is asked for. */
export function createHash() {
  return {
    update: (bytes: Uint8Array) => ({
      digest: () => Array.from(platform.sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    }),
  };
}

/** Nothing is prepared for browsers, where the build's own format can't be read. */
export function deserialize(): never {
  throw new Error("nothing is prepared here");
}

/** See `deserialize`; nothing calls it. */
export function serialize(): never {
  return deserialize();
}

/** See `deserialize`; nothing calls it. */
export function crc32(): never {
  return deserialize();
}
