// As much of ONNX as our networks are made of. A file is a tree of numbered fields in the wire format of Protocol Buffers
// (https://protobuf.dev/programming-guides/encoding); the numbers are those of onnx.proto.

/** A layer as the file names it: by an operator, with the names of what goes in and comes out. */
export interface OnnxLayer {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Its settings, each a list of whole numbers. */
  readonly settings: Readonly<Record<string, readonly number[]>>;
}

/** Numbers that were learnt, by rows of all dimensions. */
interface OnnxWeights {
  readonly dimensions: readonly number[];
  readonly values: Float32Array;
}

export interface OnnxNetwork {
  /** What goes into the first layers, by name, with its dimensions; those that are left open are 0. */
  readonly inputs: ReadonlyMap<string, readonly number[]>;
  /** In the order in which they are carried out. */
  readonly layers: readonly OnnxLayer[];
  readonly weights: ReadonlyMap<string, OnnxWeights>;
}

/** Reads the bytes of an ONNX file. @throws if it ends early, or holds what no network of ours has */
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
        messages(layer, 5).map((one) => [texts(one, 1).join(), readAttribute(one)]),
      ),
    })),
    weights: new Map(messages(graph, 5).map((one) => [texts(one, 8).join(), readWeights(one)])),
  };
}

/** A number, or the bytes of a text, of numbers or of a message, with its number. */
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

function readAttribute(fields: readonly Field[]): number[] {
  return [...numbers(fields, 3), ...numbers(fields, 8)];
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
