import type { ModelDescription } from "./model.ts";
import { type Convolutions, readConvolutions } from "./network/layers.ts";
import { type OnnxNetwork, readOnnx } from "./network/onnx.ts";
import { Runner } from "./network/runner.ts";

/** A network that has been loaded. */
export interface Network {
  /** The output for some inputs: all values of the first, then all of the next; none if it can't say anything. */
  run(inputs: Float32Array): Promise<Float32Array>;
  /** Frees its memory; it can't be used afterwards. */
  close(): Promise<void>;
}

/** What a network is asked for. */
export type NetworkShape = Pick<ModelDescription, "input" | "output">;

/**
 * Loads a network of convolutions.
 *
 * @param weights the network in ONNX form: `models/numbers.onnx`
 * @returns null if the file is broken, `misfit` if it takes or gives something else than it is asked for, or is made of something else
 */
export function openNetwork(weights: Uint8Array, { input, output }: NetworkShape): Network | "misfit" | null {
  const network = readWeights(weights);
  if (network === null) return null;
  const convolutions = readMatchingNetwork(network, { input, output });
  if (convolutions === null) return "misfit";
  let runner: Runner | null = new Runner(convolutions);
  return {
    run: async (inputs) => runner?.run(inputs) ?? new Float32Array(0),
    async close() {
      runner = null;
    },
  };
}

function readWeights(weights: Uint8Array): OnnxNetwork | null {
  try {
    return readOnnx(weights);
  } catch {
    return null;
  }
}

function readMatchingNetwork(network: OnnxNetwork, { input, output }: NetworkShape): Convolutions | null {
  try {
    return readConvolutions(network, input, output.name);
  } catch {
    return null;
  }
}
