import type { ModelDescription } from "./model.ts";
import {
  type Convolutions,
  readConvolutions,
  type Convolution,
  type PlaneShape,
  type OnnxNetwork,
  readOnnx,
} from "./onnx.ts";
import { getElement } from "../../rules/arrays.ts";
import { growMemory, loadLoops, SINGLE } from "../../rules/wasm.ts";
import { NETWORK_WASM, type NetworkLoops, TILE_COLUMNS, TILE_ROWS } from "./network-wasm.ts";

/** A loaded network. */
export interface Network {
  /** The output for some inputs: all values of the first, then all of the next; empty once it is closed. */
  run(inputs: Float32Array): Promise<Float32Array>;
  /** Frees its memory; it can't be used afterwards. */
  close(): Promise<void>;
}

/** The expected shapes of a network. */
export type NetworkShape = Pick<ModelDescription, "input" | "output">;

/**
 * Loads a network of convolutions.
 *
 * @param weights the network as ONNX: `models/numbers.onnx`
 * @returns null if the file is broken, `misfit` if its input, output or layers are not the expected ones
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

/** The memory begins with a zero, for padding, and minus infinity, as a lower bound that cuts nothing. */
const ZERO = 0;
const LEAST = 4;
const FIRST = 16;

/** A convolution as a product of matrices: a row for each plane, a column for each place in it. Addresses are those of bytes. */
interface Product {
  readonly layer: Convolution;
  /** The weights in bands, and their factors in panels (see `NetworkLoops`), which are gathered from the addresses in `sources`. */
  readonly weights: Span;
  readonly panels: Span;
  readonly sources: Span;
  /** The length of a panel, and of its blocks that are summed separately. */
  readonly panel: number;
  readonly block: number;
  /** The bias of each plane of the output. */
  readonly bias: Span;
  readonly out: Span;
  /** Bytes from a plane of the output to the next: whole tiles. */
  readonly stride: number;
}

/** A range of memory, in bytes. */
interface Span {
  readonly at: number;
  readonly end: number;
}

/** Runs convolutions, one input after the other, in a few megabytes. */
class Runner {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #loops: NetworkLoops;
  readonly #input: Span;
  readonly #products: readonly Product[];
  readonly #outputs: readonly Product[];
  #end = FIRST;

  /** @throws if there are no layers, or one has an input that no earlier layer gives */
  constructor({ layers, outputs }: Convolutions) {
    new Float32Array(this.#memory.buffer).set([Number.NEGATIVE_INFINITY], LEAST / SINGLE);
    const first = getElement(layers, 0);
    this.#input = this.#reserve(planeSize(first.before));
    const panels = this.#reserve(
      Math.max(...layers.map((layer) => countSteps(layer) * paddedColumns(layer.after))),
    );
    const given = new Map([[first.input, { at: this.#input.at, stride: planeSize(first.before) * SINGLE }]]);
    this.#products = layers.map((layer) => {
      const from = given.get(layer.input);
      if (from === undefined) throw new Error(`nothing gives ${layer.input}`);
      const [steps, columns] = [countSteps(layer), paddedColumns(layer.after)];
      const rows = Math.ceil(layer.after.planes / TILE_ROWS) * TILE_ROWS;
      const out = this.#reserve(rows * columns);
      given.set(layer.output, { at: out.at, stride: columns * SINGLE });
      return {
        ...{ layer, out, stride: columns * SINGLE },
        weights: this.#place(packBands(layer.weights, rows, steps)),
        panels: { at: panels.at, end: panels.at + steps * columns * SINGLE },
        panel: steps * TILE_COLUMNS * SINGLE,
        block: blockLength(planeSize(layer.after), steps) * TILE_COLUMNS * SINGLE,
        sources: this.#place(sourceAddresses(layer, from)),
        bias: this.#place(Float32Array.from({ length: rows }, (_, plane) => layer.bias[plane] ?? 0)),
      };
    });
    this.#outputs = outputs.flatMap((name) => this.#products.filter(({ layer }) => layer.output === name));
    this.#loops = loadLoops<NetworkLoops>(NETWORK_WASM, this.#memory);
  }

  #reserve(count: number): Span {
    const at = this.#end;
    this.#end += Math.ceil(count / 4) * 4 * SINGLE;
    growMemory(this.#memory, this.#end);
    return { at, end: at + count * SINGLE };
  }

  #place(numbers: Float32Array | Int32Array): Span {
    const span = this.#reserve(numbers.length);
    const Kind = numbers instanceof Int32Array ? Int32Array : Float32Array;
    new Kind(this.#memory.buffer, span.at, numbers.length).set(numbers);
    return span;
  }

  /** The outputs for concatenated inputs, one after the other. */
  run(inputs: Float32Array): Float32Array {
    const numbers = new Float32Array(this.#memory.buffer);
    const size = (this.#input.end - this.#input.at) / SINGLE;
    const planes = this.#outputs.flatMap(({ layer, out, stride }) =>
      Array.from({ length: layer.after.planes }, (_, plane) => {
        const at = (out.at + plane * stride) / SINGLE;
        return numbers.subarray(at, at + planeSize(layer.after));
      }),
    );
    const length = planes.reduce((sum, plane) => sum + plane.length, 0);
    const outputs = new Float32Array((inputs.length / size) * length);
    for (let from = 0, to = 0; from < inputs.length; from += size) {
      numbers.set(inputs.subarray(from, from + size), this.#input.at / SINGLE);
      for (const product of this.#products) this.#carryOut(product, numbers);
      for (const plane of planes) {
        outputs.set(plane, to);
        to += plane.length;
      }
    }
    return outputs;
  }

  #carryOut(
    { layer, weights, panels, panel, block, sources, bias, out, stride }: Product,
    numbers: Float32Array,
  ) {
    const { gather, multiply, finish } = this.#loops;
    gather(sources.at, sources.end, panels.at);
    numbers.fill(0, out.at / SINGLE, out.end / SINGLE);
    multiply(weights.at, weights.end, panels.at, panels.end, panel, block, out.at, stride);
    finish(out.at, out.end, stride, bias.at, layer.isCut ? ZERO : LEAST);
  }
}

function planeSize({ height, width }: PlaneShape): number {
  return height * width;
}

/** The size of a plane in memory, in numbers. */
function paddedColumns(shape: PlaneShape): number {
  return Math.ceil(planeSize(shape) / TILE_COLUMNS) * TILE_COLUMNS;
}

function countSteps({ before, kernel: [height, width] }: Convolution): number {
  return before.planes * height * width;
}

/**
 * The number of products that are summed before they are added to the rest. Floating-point sums depend on it; these are the blocks of ONNX
 * Runtime, so that the output is bit-identical.
 */
function blockLength(columns: number, steps: number): number {
  let [block, width] = [128, 128];
  if (columns >= steps) while (block / 2 >= steps) block /= 2;
  else for (; width > 16 && width / 2 >= columns; width /= 2) block *= 2;
  return block;
}

/** The rows of a matrix in bands; rows that it does not have are zeros. */
function packBands(weights: Float32Array, rows: number, steps: number): Float32Array {
  const bands = new Float32Array(rows * steps);
  for (let at = 0; at < weights.length; at++) {
    const [row, step] = [Math.floor(at / steps), at % steps];
    const band = Math.floor(row / TILE_ROWS) * steps + step;
    bands[band * TILE_ROWS + (row % TILE_ROWS)] = weights[at] as number;
  }
  return bands;
}

/** The address of each factor of the weights, panel by panel. */
function sourceAddresses(
  layer: Convolution,
  from: { readonly at: number; readonly stride: number },
): Int32Array {
  const { before, after, strides, padding } = layer;
  const [height, width] = layer.kernel;
  const steps = countSteps(layer);
  const sources = new Int32Array(steps * paddedColumns(after)).fill(ZERO);
  for (let step = 0; step < steps; step++) {
    const plane = from.at + Math.floor(step / (height * width)) * from.stride;
    const [down, right] = [Math.floor(step / width) % height, step % width];
    for (let place = 0; place < planeSize(after); place++) {
      const y = Math.floor(place / after.width) * strides[0] + down - padding[0];
      const x = (place % after.width) * strides[1] + right - padding[1];
      if (y < 0 || y >= before.height || x < 0 || x >= before.width) continue;
      const panel = Math.floor(place / TILE_COLUMNS) * steps + step;
      sources[panel * TILE_COLUMNS + (place % TILE_COLUMNS)] = plane + (y * before.width + x) * SINGLE;
    }
  }
  return sources;
}
