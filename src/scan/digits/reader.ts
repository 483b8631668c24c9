import type { InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import type { Grey } from "../image/picture.ts";
import { type Grammar, TextProbabilities } from "./ctc.ts";
import type { BoxKind, Evidence, LikelyText } from "./evidence.ts";
import { type ModelDescription, modelProblem, outputSize, readDescription } from "./model.ts";
import { fitToInput, writeInput } from "./normalise.ts";

/** The files of a model, as bytes and text. */
export interface DigitModel {
  /** The network in ONNX form: `models/numbers.onnx`. */
  readonly weights: Uint8Array;
  /** The text of `models/numbers.json`. */
  readonly description: string;
  /** The program that runs the network: `ort-wasm-simd-threaded.wasm` of onnxruntime-web. */
  readonly runtime: Uint8Array;
}

/** Reads pictures of boxes. */
export interface DigitReader {
  /**
   * The evidence of each picture, in their order.
   *
   * @param pictures each of one box with a margin of an eighth of its height on all sides, of any size, ink on light paper; see
   *   "Using the model" in training/README.md
   */
  read(pictures: readonly Grey[]): Promise<Evidence[]>;
  /** Frees the network's memory; the reader can't be used afterwards. */
  close(): Promise<void>;
}

/** How many pictures go through the network at once: more would take more memory and be no faster. */
const BATCH = 64;
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];

/**
 * Opens the reader and tries it on an empty picture, so that a network that does not fit its description is found here. The first
 * model's `runtime` serves the whole process.
 *
 * @returns the reader, or what is wrong with its files
 */
export async function openReader(model: DigitModel): Promise<Result<DigitReader>> {
  const described = readDescription(model.description);
  if (!described.ok) return described;
  if (!WASM_MAGIC.every((byte, at) => model.runtime[at] === byte))
    return failure([modelProblem("the program that runs the number reader is not a WebAssembly file")]);
  const opened = await openSession(model);
  if (opened === null)
    return failure([
      modelProblem(
        "the number reader can't be loaded; its weights or the program that runs them may be broken",
      ),
    ]);
  const network: Network = { ...opened, description: described.value };
  if (!(await fitsDescription(network))) {
    await opened.session.release();
    return failure([modelProblem("the network of the number reader does not fit its description")]);
  }
  return success({
    read: (pictures) => read(network, pictures),
    close: () => opened.session.release(),
  });
}

interface Network {
  readonly session: InferenceSession;
  readonly Tensor: typeof Tensor;
  readonly description: ModelDescription;
}

/** Loads the library, which takes a moment, and the network. */
async function openSession({
  weights,
  runtime,
}: DigitModel): Promise<Pick<Network, "session" | "Tensor"> | null> {
  const onnx = await import("onnxruntime-web/wasm");
  onnx.env.logLevel = "fatal"; // A library prints nothing to its caller's console.
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmBinary = runtime;
  try {
    const options = { executionProviders: ["wasm"], logSeverityLevel: 4 } as const;
    return { session: await onnx.InferenceSession.create(weights, options), Tensor: onnx.Tensor };
  } catch {
    return null;
  }
}

/** Whether the network accepts a picture and outputs as many finite numbers as it should. */
async function fitsDescription(network: Network): Promise<boolean> {
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

/** The logits of some pictures, one picture after the other. */
async function run(
  { session, Tensor, description }: Network,
  pictures: readonly Grey[],
): Promise<Float32Array> {
  const { input, normalisation, output } = description;
  const size = input.height * input.width;
  const ink = new Float32Array(pictures.length * size);
  pictures.forEach((picture, at) => {
    writeInput(fitToInput(picture, input), normalisation, ink.subarray(at * size, (at + 1) * size));
  });
  const tensor = new Tensor("float32", ink, [pictures.length, 1, input.height, input.width]);
  const result = (await session.run({ [input.name]: tensor }))[output.name];
  return result?.data instanceof Float32Array ? result.data : new Float32Array(0);
}

/** The softmax of the logits of one picture, divided by their temperatures, over the kinds and over the classes of each step. */
export function evidenceFrom(logits: Float32Array, description: ModelDescription): Evidence {
  const { alphabet, blank, output, temperature } = description;
  const classes = alphabet.length + 1;
  const probabilities = stepProbabilities(logits, classes, output.steps, temperature.text);
  return new NetworkEvidence(
    kindProbabilities(logits.subarray(classes * output.steps), description),
    new TextProbabilities({ count: output.steps, classes, blank, probabilities }),
    alphabet,
  );
}

/** The length of the list of likely texts, and how probable a text on it is at least. */
const MAX_LIKELY = 8;
const MIN_LIKELY = 1e-4;

/** Evidence from texts over an alphabet; the likely ones are searched for on first use. */
class NetworkEvidence implements Evidence {
  readonly kinds: Evidence["kinds"];
  readonly #texts: TextProbabilities;
  readonly #alphabet: string;
  #likely: readonly LikelyText[] | null = null;

  constructor(kinds: Evidence["kinds"], texts: TextProbabilities, alphabet: string) {
    this.kinds = kinds;
    this.#texts = texts;
    this.#alphabet = alphabet;
  }

  probability(text: string): number {
    const symbols: number[] = [];
    for (const symbol of text) symbols.push(this.#alphabet.indexOf(symbol));
    return symbols.includes(-1) ? 0 : this.#texts.of(symbols);
  }

  get likely(): readonly LikelyText[] {
    this.#likely ??= this.#texts
      .best(new NumberGrammar(this.#alphabet), MAX_LIKELY, MIN_LIKELY)
      .map(({ text, probability }) => ({
        text: text.map((symbol) => this.#alphabet.charAt(symbol)).join(""),
        probability,
      }));
    return this.#likely;
  }
}

/** Numbers are digits, perhaps with a leading minus. */
class NumberGrammar implements Grammar {
  readonly #minus: number;

  constructor(alphabet: string) {
    this.#minus = alphabet.indexOf("-");
  }

  mayFollow(last: number, symbol: number): boolean {
    return symbol !== this.#minus || last < 0;
  }

  mayEnd(last: number): boolean {
    return last >= 0 && last !== this.#minus;
  }
}

/** The network's output is sorted by class, the result by step. */
function stepProbabilities(
  logits: Float32Array,
  classes: number,
  steps: number,
  temperature: number,
): Float64Array {
  const probabilities = new Float64Array(classes * steps);
  for (let step = 0; step < steps; step++) {
    const ofStep = probabilities.subarray(step * classes, (step + 1) * classes);
    for (let one = 0; one < classes; one++) ofStep[one] = logits[one * steps + step] ?? 0;
    softmax(ofStep, temperature);
  }
  return probabilities;
}

function kindProbabilities(logits: Float32Array, { kinds, temperature }: ModelDescription) {
  const probabilities = Float64Array.from(logits);
  softmax(probabilities, temperature.kind);
  const of: Record<BoxKind, number> = { empty: 0, number: 0, struck: 0, corrected: 0, scribble: 0 };
  for (const [at, kind] of kinds.entries()) of[kind] = probabilities[at] ?? 0;
  return of;
}

/** Turns logits into probabilities, in place. */
function softmax(values: Float64Array, temperature: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) most = Math.max(most, value);
  let total = 0;
  for (const [at, value] of values.entries()) {
    const weight = Math.exp((value - most) / temperature);
    values[at] = weight;
    total += weight;
  }
  for (const [at, weight] of values.entries()) values[at] = weight / total;
}
