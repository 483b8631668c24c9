import type { OnnxLayer, OnnxNetwork } from "./onnx.ts";

/** What goes from one layer to the next: planes of numbers, each of rows. */
export interface PlaneShape {
  readonly planes: number;
  readonly height: number;
  readonly width: number;
}

/** A convolution, with what comes of it. */
export interface Convolution {
  readonly input: string;
  readonly output: string;
  readonly before: PlaneShape;
  readonly after: PlaneShape;
  /** For each plane of the output, all weights of one number of it: a row of a matrix. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly kernel: readonly [height: number, width: number];
  readonly strides: readonly [down: number, right: number];
  /** How many rows and columns of zeros stand before the input. */
  readonly padding: readonly [above: number, left: number];
  /** Whether what is below 0 becomes 0. */
  readonly isCut: boolean;
}

/** A network of convolutions, and the names of what its output is put together from. */
export interface Convolutions {
  readonly layers: readonly Convolution[];
  readonly outputs: readonly string[];
}

/**
 * The convolutions of a network.
 *
 * @throws if it is made of anything else, takes or gives something else, or does not fit together
 */
export function readConvolutions(
  { inputs, layers, weights }: OnnxNetwork,
  input: { readonly name: string; readonly height: number; readonly width: number },
  output: string,
): Convolutions {
  const { name, height, width } = input;
  if (requireEntry(inputs, name).slice(1).join() !== [1, height, width].join())
    throw new Error(`${name} is of another size`);
  const made: Convolution[] = [];
  const shapes = new Map([[name, { planes: 1, height, width }]]);
  /** What goes by another name, and what is several things one after the other. */
  const parts = new Map<string, readonly string[]>();
  const resolveParts = (name: string): readonly string[] => parts.get(name) ?? [name];
  for (const layer of layers) {
    const [from = "", kernel = "", bias = ""] = layer.inputs;
    switch (layer.operator) {
      case "Conv": {
        const one = convolution(
          layer,
          requireEntry(shapes, from),
          requireEntry(weights, kernel),
          requireEntry(weights, bias),
        );
        made.push(one);
        shapes.set(layer.output, one.after);
        break;
      }
      case "Relu": {
        // Only one follows a convolution, and nobody else takes what stood before it.
        const at = made.findIndex((one) => one.output === from);
        const cut = made[at];
        if (cut === undefined) throw new Error("what is cut is no convolution");
        made[at] = { ...cut, output: layer.output, isCut: true };
        shapes.set(layer.output, requireEntry(shapes, from));
        shapes.delete(from);
        break;
      }
      case "Flatten":
      case "Concat":
        parts.set(layer.output, layer.inputs.flatMap(resolveParts));
        break;
      default:
        throw new Error(`there is no ${layer.operator}`);
    }
  }
  const outputs = resolveParts(output);
  for (const name of outputs) requireEntry(shapes, name);
  return { layers: made, outputs };
}

function requireEntry<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function convolution(
  { inputs, output, settings }: OnnxLayer,
  before: PlaneShape,
  weights: { readonly dimensions: readonly number[]; readonly values: Float32Array },
  { values: bias }: { readonly values: Float32Array },
): Convolution {
  const [planes = 0, taken, height = 0, width = 0] = weights.dimensions;
  const { strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1], group = [1] } = settings;
  const [down = 1, right = 1] = strides;
  const [above = 0, left = 0, below = 0, after = 0] = pads;
  const size = (whole: number, kernel: number, step: number) => Math.floor((whole - kernel) / step) + 1;
  const shape = {
    planes,
    height: size(before.height + above + below, height, down),
    width: size(before.width + left + after, width, right),
  };
  const isPlain = [...dilations, ...group].every((one) => one === 1);
  if (!isPlain || taken !== before.planes || bias.length !== planes || !(shape.height > 0 && shape.width > 0))
    throw new Error(`${output} does not fit`);
  return {
    ...{ input: inputs[0] ?? "", output, before, after: shape, weights: weights.values, bias },
    ...{ kernel: [height, width], strides: [down, right], padding: [above, left], isCut: false },
  };
}
