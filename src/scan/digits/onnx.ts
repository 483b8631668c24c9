// The part of ONNX that our networks use. A file is a tree of numbered fields in the wire format of Protocol Buffers
// (https://protobuf.dev/programming-guides/encoding); the numbers are those of onnx.proto.

/** A layer of the file: an operator, with the names of its inputs and its output. */
interface OnnxLayer {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Its settings, each a list of whole numbers. */
  readonly settings: Readonly<Record<string, readonly number[]>>;
}

/** Learned numbers, in row-major order. */
interface OnnxWeights {
  readonly dimensions: readonly number[];
  readonly values: Float32Array;
}

export interface OnnxNetwork {
  /** The inputs of the network by name, with their dimensions; open ones are 0. */
  readonly inputs: ReadonlyMap<string, readonly number[]>;
  /** In order of execution. */
  readonly layers: readonly OnnxLayer[];
  readonly weights: ReadonlyMap<string, OnnxWeights>;
}

/** Reads the bytes of an ONNX file. @throws if it ends early, or uses features that our networks don't have */
export function readOnnx(file: Uint8Array): OnnxNetwork {
  const graph = messages(parseFields(file), 7)[0];
  if (graph === undefined) throw new Error("there is no network");
  return {
    inputs: new Map(messages(graph, 11).map((one) => [texts(one, 1).join(), readDimensions(one)])),
    layers: messages(graph, 1).map((layer) => ({
      operator: texts(layer, 4).join(),
      inputs: texts(layer, 1),
      output: texts(layer, 2).join(),
      settings: Object.fromEntries(
        messages(layer, 5).map((one) => [texts(one, 1).join(), [...numbers(one, 3), ...numbers(one, 8)]]),
      ),
    })),
    weights: new Map(messages(graph, 5).map((one) => [texts(one, 8).join(), readWeights(one)])),
  };
}

/** A field: its tag, and a number or the bytes of a text, of numbers or of a message. */
type Field = readonly [tag: number, value: number | Uint8Array];

function parseFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [key, afterKey] = readVarint(bytes, at);
    const [value, after] = (key & 7) === 5 ? [0, afterKey + 4] : readVarint(bytes, afterKey);
    const end = (key & 7) === 2 ? after + value : after;
    if (end > bytes.length || ![0, 2, 5].includes(key & 7)) throw new Error("the file is broken");
    fields.push([key >>> 3, end > after ? bytes.subarray(after, end) : value]);
    at = end;
  }
  return fields;
}

/** A whole number in base 128, the lowest digits first, and where the next field begins. */
function readVarint(bytes: Uint8Array, start: number): [value: number, after: number] {
  let value = 0;
  for (let at = start, weight = 1; at < bytes.length; at++, weight *= 128) {
    const byte = bytes[at] as number;
    value += (byte % 128) * weight;
    if (byte < 128) return [value, at + 1];
  }
  throw new Error("the file ends in a number");
}

function listBytes(fields: readonly Field[], tag: number): Uint8Array[] {
  return fields.flatMap(([number, value]) => (number === tag && typeof value !== "number" ? [value] : []));
}

function messages(fields: readonly Field[], tag: number): Field[][] {
  return listBytes(fields, tag).map(parseFields);
}

function texts(fields: readonly Field[], tag: number): string[] {
  return listBytes(fields, tag).map((bytes) => new TextDecoder().decode(bytes));
}

/** Whole numbers, each a field or all in one. */
function numbers(fields: readonly Field[], tag: number): number[] {
  return fields.flatMap(([number, value]) => {
    if (number !== tag) return [];
    if (typeof value === "number") return [value];
    const all: number[] = [];
    for (let at = 0; at < value.length; ) {
      const [one, after] = readVarint(value, at);
      all.push(one);
      at = after;
    }
    return all;
  });
}

/** The dimensions of an input: those of the shape of the tensor of its type. */
function readDimensions(input: readonly Field[]): number[] {
  const shapes = messages(input, 2).flatMap((type) =>
    messages(type, 1).flatMap((tensor) => messages(tensor, 2)),
  );
  return shapes.flatMap((shape) => messages(shape, 1).map((one) => numbers(one, 1)[0] ?? 0));
}

/** The data type of weights. */
const FLOAT32 = 1;

function readWeights(fields: readonly Field[]): OnnxWeights {
  const raw = listBytes(fields, 9)[0] ?? new Uint8Array(0);
  const dimensions = numbers(fields, 1);
  const count = dimensions.reduce((product, one) => product * one, 1);
  if (numbers(fields, 2)[0] !== FLOAT32 || raw.length !== 4 * count) throw new Error("weights are float32");
  return { dimensions, values: new Float32Array(new Uint8Array(raw).buffer) };
}

/** The shape of a tensor between layers: planes of rows. */
export interface PlaneShape {
  readonly planes: number;
  readonly height: number;
  readonly width: number;
}

/** A convolution, with the shapes of its input and output. */
export interface Convolution {
  readonly input: string;
  readonly output: string;
  readonly before: PlaneShape;
  readonly after: PlaneShape;
  /** A matrix with a row for each plane of the output. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly kernel: readonly [height: number, width: number];
  readonly strides: readonly [down: number, right: number];
  /** Rows of zeros above the input, and columns of zeros to its left. */
  readonly padding: readonly [above: number, left: number];
  /** Whether a ReLU follows: values below 0 become 0. */
  readonly isCut: boolean;
}

/** A network of convolutions, and the names of the tensors that its output is joined from. */
export interface Convolutions {
  readonly layers: readonly Convolution[];
  readonly outputs: readonly string[];
}

/** The convolutions of a network. @throws if it has other layers, another input or output, or does not fit together */
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
  /** Aliases and concatenations: the names of the parts. */
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
        // At most one follows a convolution, and no other layer uses the output before it.
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
