import { fromBase64 } from "./bytes.ts";

/** Bytes of a whole number, of a number of single and of double precision, and of a vector of them. */
export const INT = 4;
export const SINGLE = 4;
export const DOUBLE = 8;
export const VECTOR = 16;

/** Functions that work on a memory: the numbers that they take are addresses in it, and lengths in bytes. */
export type WasmLoops<T> = T & { readonly memory: WebAssembly.Memory };

/** Loads functions that `npm run loops` compiled, each time with a memory of its own if none is given. @param base64 WebAssembly */
export function loadLoops<T extends object>(
  base64: string,
  memory = new WebAssembly.Memory({ initial: 1 }),
): WasmLoops<T> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(base64)), {
    env: { memory },
  });
  return { ...(exports as T), memory };
}

/** As `loadLoops`, when they are first called for. What is in their memory is only good until the next caller writes there. */
export function lazyLoops<T extends object>(base64: string): () => WasmLoops<T> {
  let loaded: WasmLoops<T> | null = null;
  return () => {
    loaded ??= loadLoops<T>(base64);
    return loaded;
  };
}

const PAGE = 65_536;

/** Makes a memory at least as large as a number of bytes. What is in it stays, but views of it must be made anew. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
