/** As much of WebAssembly as we need; browsers and Node.js have it, the types of the language don't. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(
      module: Module,
      imports: Readonly<Record<string, Readonly<Record<string, Memory | (() => number)>>>>,
    );
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
