import { fromBase64 } from "./bytes.ts";

/** Sizes in bytes: an integer, a float, a double, a SIMD vector. */
export const INT = 4;
export const SINGLE = 4;
export const DOUBLE = 8;
export const VECTOR = 16;

/** Functions that work on a memory. Their arguments are addresses in it, and lengths in bytes. */
export type WasmLoops<T> = T & { readonly memory: WebAssembly.Memory };

/** Loads functions that `npm run loops` compiled, by default with a new memory. @param base64 WebAssembly */
export function loadLoops<T extends object>(
  base64: string,
  memory = new WebAssembly.Memory({ initial: 1 }),
): WasmLoops<T> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(base64)), {
    env: { memory },
  });
  return { ...(exports as T), memory };
}

/** Like `loadLoops`, but on first use. All callers share the memory: its contents are valid until the next call. */
export function lazyLoops<T extends object>(base64: string): () => WasmLoops<T> {
  let loaded: WasmLoops<T> | null = null;
  return () => {
    loaded ??= loadLoops<T>(base64);
    return loaded;
  };
}

const PAGE = 65_536;

/** Grows a memory to at least `bytes`. Its contents stay, but existing views become invalid. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
