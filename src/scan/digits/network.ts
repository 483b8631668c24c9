import type { ModelDescription } from "./model.ts";

/** A network that has been loaded. */
export interface Network {
  /** The output for some inputs: all values of the first, then all of the next; none if it can't say anything. */
  run(inputs: Float32Array): Promise<Float32Array>;
  /** Frees its memory; it can't be used afterwards. */
  close(): Promise<void>;
}

/** The files of a network, as bytes. */
export interface NetworkFiles {
  /** The network in ONNX form: `models/numbers.onnx`. */
  readonly weights: Uint8Array;
  /** The program that runs the network: `vendor/onnxruntime/ort-wasm-simd-threaded.wasm` of this package. */
  readonly runtime: Uint8Array;
}

/** What a network is asked for. */
export type NetworkShape = Pick<ModelDescription, "input" | "output">;

/** Loads a network. The first one's `runtime` serves the whole process. @returns null if the files are broken */
export async function openNetwork(
  files: NetworkFiles,
  { input, output }: NetworkShape,
): Promise<Network | null> {
  // The library takes a moment to load.
  const onnx = await import("onnxruntime-web/wasm");
  onnx.env.logLevel = "fatal"; // A library prints nothing to its caller's console.
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmBinary = files.runtime;
  const session = await onnx.InferenceSession.create(files.weights, {
    executionProviders: ["wasm"],
    logSeverityLevel: 4,
    // The network is small and was exported as it is best run: to look for shortcuts takes a tenth of a second and finds none.
    graphOptimizationLevel: "disabled",
  }).catch(() => null);
  // It has been compiled, and would only hold 14 MB.
  delete onnx.env.wasm.wasmBinary;
  if (session === null) return null;
  return {
    async run(inputs) {
      const count = inputs.length / (input.height * input.width);
      const tensor = new onnx.Tensor("float32", inputs, [count, 1, input.height, input.width]);
      const result = (await session.run({ [input.name]: tensor }))[output.name];
      return result?.data instanceof Float32Array ? result.data : new Float32Array(0);
    },
    close: () => session.release(),
  };
}
