import * as onnx from "onnxruntime-web/wasm";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import { type ModelDescription, modelProblem, outputSize, readDescription } from "./description.ts";
import type { Evidence } from "./evidence.ts";
import type { Grey } from "./grey.ts";
import { windowOf, writeInput } from "./normalise.ts";
import { evidenceFrom } from "./outcome.ts";

/** The files that make a reader, as bytes and text. */
export interface NumberModel {
  /** The network in ONNX form: `models/numbers.onnx`. */
  readonly weights: Uint8Array;
  /** The text of `models/numbers.json`. */
  readonly description: string;
  /** The program that runs the network: `ort-wasm-simd-threaded.wasm` of onnxruntime-web. */
  readonly runtime: Uint8Array;
}

/** Reads pictures of boxes. */
export interface NumberReader {
  /**
   * One piece of evidence for each picture, in their order.
   *
   * @param pictures each of one box with a margin of an eighth of its height on all sides, of any size, ink on light paper; see
   *   "Using the model" in training/README.md
   */
  read(pictures: readonly Grey[]): Promise<Evidence[]>;
  /** Gives the network's memory back; the reader can't be used afterwards. */
  close(): Promise<void>;
}

/** How many pictures the network sees at once: more would not be faster and take more memory. */
const BATCH = 64;
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/**
 * Opens the reader of numbers and tries it on an empty picture, so that a network that does not fit its description is found here.
 *
 * The first model's `runtime` serves the whole process.
 *
 * @returns the reader, or what is wrong with its files
 */
export async function openReader(model: NumberModel): Promise<Result<NumberReader>> {
  const described = readDescription(model.description);
  if (!described.ok) return described;
  if (!WASM_MAGIC.every((byte, at) => model.runtime[at] === byte))
    return failure([modelProblem("the program that runs the number reader is not a WebAssembly file")]);
  const session = await openSession(model);
  if (session === null)
    return failure([
      modelProblem(
        "the number reader can't be loaded; its weights or the program that runs them may be broken",
      ),
    ]);
  const network: Network = { session, description: described.value };
  if (!(await isFitting(network))) {
    await session.release();
    return failure([modelProblem("the network of the number reader does not fit its description")]);
  }
  return success({
    read: (pictures) => read(network, pictures),
    close: () => session.release(),
  });
}

interface Network {
  readonly session: onnx.InferenceSession;
  readonly description: ModelDescription;
}

async function openSession({ weights, runtime }: NumberModel): Promise<onnx.InferenceSession | null> {
  onnx.env.logLevel = "fatal"; // The console belongs to whoever called us.
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmBinary = runtime;
  try {
    return await onnx.InferenceSession.create(weights, { executionProviders: ["wasm"], logSeverityLevel: 4 });
  } catch {
    return null;
  }
}

/** Whether the network takes a picture and gives as many finite numbers as it should. */
async function isFitting(network: Network): Promise<boolean> {
  try {
    const logits = await run(network, [{ widthPx: 0, heightPx: 0, pixels: new Uint8Array(0) }]);
    return logits.length === outputSize(network.description) && logits.every(Number.isFinite);
  } catch {
    return false;
  }
}

async function read(network: Network, pictures: readonly Grey[]): Promise<Evidence[]> {
  const size = outputSize(network.description);
  const evidence: Evidence[] = [];
  for (let first = 0; first < pictures.length; first += BATCH) {
    const logits = await run(network, pictures.slice(first, first + BATCH));
    for (let at = 0; at < logits.length; at += size)
      evidence.push(evidenceFrom(logits.slice(at, at + size), network.description));
  }
  return evidence;
}

/** The network's numbers for some pictures, picture by picture. */
async function run({ session, description }: Network, pictures: readonly Grey[]): Promise<Float32Array> {
  const { input, normalisation, output } = description;
  const size = input.height * input.width;
  const ink = new Float32Array(pictures.length * size);
  pictures.forEach((picture, at) => {
    writeInput(windowOf(picture, input), normalisation, ink.subarray(at * size, (at + 1) * size));
  });
  const seen = new onnx.Tensor("float32", ink, [pictures.length, 1, input.height, input.width]);
  const given = (await session.run({ [input.name]: seen }))[output.name];
  return given?.data instanceof Float32Array ? given.data : new Float32Array(0);
}
