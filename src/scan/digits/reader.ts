import { getElement } from "../../rules/arrays.ts";
import { type Message, msg } from "../../rules/problem/message.ts";
import { failure, type Result, success } from "../../rules/problem/problem.ts";
import type { Grey } from "../image/picture.ts";
import { type CloseUp, closeUp, findBoxInk } from "./close-up.ts";
import { BOX_KINDS, type Evidence, meanKinds, meanTexts } from "./evidence.ts";
import { type ModelDescription, modelProblem, readDescription } from "./model.ts";
import { type Network, type NetworkShape, openNetwork } from "./network.ts";
import { fitToInput, shiftPicture, writeInput } from "./normalise.ts";
import { readScript, textEvidence } from "./hand.ts";

/** The files of a model, as bytes and text. */
export interface DigitModel {
  /** The network in ONNX form: `models/numbers.onnx`. */
  readonly weights: Uint8Array;
  /** The text of `models/numbers.json`. */
  readonly description: string;
}

export interface DigitReader {
  /**
   * The evidence of each picture, in their order.
   *
   * @param pictures each of one box with a margin of an eighth of its height on all sides, of any size, ink on light paper; see
   *   "Using the model" in training/README.md
   * @param isSigned false where no number should be below 0: what looks like a minus is then most probably a speck, or ink from the next box
   */
  read(pictures: readonly Grey[], isSigned?: boolean): Promise<Evidence[]>;
  /** The same from several views of each picture: slower by the number of views, but far more rarely sure of a wrong reading. */
  readCarefully(pictures: readonly Grey[], isSigned?: boolean): Promise<Evidence[]>;
  /** Frees the network's memory; the reader can't be used afterwards. */
  close(): Promise<void>;
}

/** How many pictures go through the network at once: more would take more memory and be no faster. */
const BATCH = 64;
/** How far each of several views of a picture is moved to the right and down, in pixels of the input. */
const MOVES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
/** The close-ups of its ink: at several sizes, upright and leant to either side. */
const CLOSE_UPS: readonly CloseUp[] = [
  ...[18, 26, 34].map((inkPx) => ({ inkPx, slant: 0 })),
  ...[22, 30].flatMap((inkPx) => [0.3, -0.3].map((slant) => ({ inkPx, slant }))),
];

/**
 * Opens the reader and tries it on an empty picture, so that a network that does not fit its description is found here.
 *
 * @returns the reader, or what is wrong with its files
 */
export function openReader(model: DigitModel): Promise<Result<DigitReader>> {
  return openWeightedReader(model.description, async (shape) => openNetwork(model.weights, shape));
}

/** The same for a network that is opened elsewhere. @param open gives the network; null if its file is broken, `misfit` if it is another one @internal */
export async function openWeightedReader(
  description: string,
  open: (shape: NetworkShape) => Promise<Network | "misfit" | null>,
): Promise<Result<DigitReader>> {
  const described = readDescription(description);
  if (!described.ok) return described;
  const { input, normalisation, output, alphabet, kinds } = described.value;
  const broken = (what: Message): Result<never> => failure([modelProblem(what)]);
  const network = await open({ input, output });
  if (network === null)
    return broken(
      msg`scan.network-broken: the number reader can’t be loaded; the file of its weights may be damaged`,
    );
  const misfit = msg`scan.network-misfit: the network of the number reader does not match its description`;
  if (network === "misfit") return broken(misfit);
  const inputSize = input.height * input.width;
  const size = (alphabet.length + 1) * output.steps + kinds.length;
  /** The logits of some inputs, one after the other. */
  const run = (inputs: readonly Uint8Array[]): Promise<Float32Array> => {
    const ink = new Float32Array(inputs.length * inputSize);
    for (const [at, seen] of inputs.entries())
      writeInput(seen, normalisation, ink.subarray(at * inputSize, (at + 1) * inputSize));
    return network.run(ink);
  };
  const empty = { widthPx: 0, heightPx: 0, pixels: new Uint8Array(0) };
  const logits = await run([fitToInput(empty, input)]).catch(() => null);
  if (logits?.length !== size || !logits.every(Number.isFinite)) {
    await network.close();
    return broken(misfit);
  }
  const collectEvidence = async (inputs: readonly Uint8Array[], isSigned: boolean): Promise<Evidence[]> => {
    const evidence: Evidence[] = [];
    for (let first = 0; first < inputs.length; first += BATCH) {
      const logits = await run(inputs.slice(first, first + BATCH));
      for (let at = 0; at < logits.length; at += size)
        evidence.push(decodeLogits(logits.subarray(at, at + size), described.value, isSigned));
    }
    return evidence;
  };
  return success({
    read: (pictures, isSigned = true) =>
      collectEvidence(
        pictures.map((picture) => fitToInput(picture, input)),
        isSigned,
      ),
    async readCarefully(pictures, isSigned = true) {
      const wholes = pictures.map((picture) => fitToInput(picture, input));
      const firsts = await collectEvidence(wholes, isSigned);
      const closeUps = pictures.map((picture) => {
        const ink = findBoxInk(picture);
        return ink === null ? [] : CLOSE_UPS.map((one) => closeUp(ink, one, input));
      });
      const moved = wholes.map((whole, at) => {
        const { kinds } = getElement(firsts, at);
        const isClear = kinds.number > SURELY_NUMBER && getElement(closeUps, at).length > 0;
        return isClear ? [] : MOVES.map(([right, down]) => shiftPicture(whole, input, right, down));
      });
      const further = await collectEvidence([...moved, ...closeUps].flat(), isSigned);
      const wholesOf = firsts.map((first, at) => [first, ...further.splice(0, getElement(moved, at).length)]);
      return wholesOf.map((views, at) =>
        fromViews(views, further.splice(0, getElement(closeUps, at).length)),
      );
    },
    close: () => network.close(),
  });
}

/** From this probability on that a picture shows a number, it is not moved to see what kind of ink it is. */
const SURELY_NUMBER = 0.98;
/** From this probability on that a mark is a strike, it is not read from close up: a long stroke and a short one look alike there. */
const MAY_BE_STRUCK = 0.02;

/** The whole pictures say what kind of ink it is, since size and place show that; a number is read from close up and from the first of them. */
function fromViews(wholes: readonly Evidence[], closeUps: readonly Evidence[]): Evidence {
  const kinds = meanKinds(wholes);
  const isWhole = closeUps.length === 0 || kinds.struck > MAY_BE_STRUCK;
  return { ...meanTexts(isWhole ? wholes : [...wholes.slice(0, 1), ...closeUps]), kinds };
}

/** The softmax of the logits of one picture, divided by their temperatures, over the kinds and over the classes of each step. */
export function decodeLogits(
  logits: Float32Array,
  description: ModelDescription,
  isSigned: boolean,
): Evidence {
  const { alphabet, blank, output, temperature, kinds } = description;
  const classes = alphabet.length + 1;
  const probabilities = new Float64Array(classes * output.steps);
  for (let step = 0; step < output.steps; step++) {
    // The network's output is sorted by class, the probabilities by step.
    const ofStep = probabilities.subarray(step * classes, (step + 1) * classes);
    for (let one = 0; one < classes; one++) ofStep[one] = logits[one * output.steps + step] ?? 0;
    softmax(ofStep, temperature.text);
    if (!isSigned) becomeSpeck(ofStep, alphabet.indexOf("-"), blank);
  }
  const ofKinds = Float64Array.from(logits.subarray(classes * output.steps));
  softmax(ofKinds, temperature.kind);
  const shares = BOX_KINDS.map((kind) => [kind, ofKinds[kinds.indexOf(kind)]]);
  const steps = { count: output.steps, classes, blank, probabilities };
  // The likely texts are searched for on first use, so their object must stay whole.
  return Object.assign(textEvidence(steps, alphabet), {
    kinds: Object.fromEntries(shares),
    script: readScript(steps, alphabet),
  });
}

/** The share of apparent minus signs that are none, where no number should be below 0. */
const SPECKS = 0.9;

/** Moves most of the probability of a minus to the blank class. */
function becomeSpeck(ofStep: Float64Array, minus: number, blank: number): void {
  const share = SPECKS * (ofStep[minus] ?? 0);
  ofStep[blank] = (ofStep[blank] ?? 0) + share;
  if (minus >= 0) ofStep[minus] = (ofStep[minus] ?? 0) - share;
}

/** Turns logits into probabilities, in place. */
function softmax(values: Float64Array, temperature: number): void {
  const most = Math.max(...values);
  let total = 0;
  for (let at = 0; at < values.length; at++) {
    values[at] = Math.exp(((values[at] as number) - most) / temperature);
    total += values[at] as number;
  }
  for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) / total;
}
