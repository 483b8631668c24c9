import { readFileSync } from "node:fs";
import * as onnx from "onnxruntime-web/wasm";
import { describe, expect, it } from "vitest";
import { type Network, openNetwork } from "../../../src/scan/digits/network.ts";
import { randomFrom } from "../../support/sheets.ts";

const WEIGHTS = readFileSync("models/numbers.onnx");
const shape = JSON.parse(readFileSync("models/numbers.json", "utf8"));
const { height, width } = shape.input;

function opened(weights: Uint8Array): Network {
  const network = openNetwork(weights, shape);
  if (network === null || network === "misfit") throw new Error(`${network}`);
  return network;
}

/** What the runtime of ONNX says. */
async function reference(inputs: Float32Array): Promise<Float32Array> {
  onnx.env.wasm.numThreads = 1;
  const session = await onnx.InferenceSession.create(WEIGHTS, { graphOptimizationLevel: "disabled" });
  const dimensions = [inputs.length / (height * width), 1, height, width];
  const result = await session.run({ pictures: new onnx.Tensor("float32", inputs, dimensions) });
  await session.release();
  return result.logits?.data as Float32Array;
}

/** Pictures of nothing, of ink everywhere, and of strokes at random; the same each time. */
function pictures(count: number): Float32Array {
  const random = randomFrom(1);
  return Float32Array.from({ length: count * height * width }, (_, at) => {
    const picture = Math.floor(at / (height * width));
    return picture < 2 ? picture : random() < 0.2 ? random() : 0;
  });
}

describe("the network", () => {
  it("says the same as the runtime of ONNX, to the last bit", async () => {
    const inputs = pictures(12);
    const ours = await opened(WEIGHTS).run(inputs);
    expect(ours).toHaveLength(12 * 293);
    expect(new Set(ours).size).toBeGreaterThan(1000);
    expect(ours).toEqual(await reference(inputs));
  });

  it("says the same of an input whatever came before it", async () => {
    const network = opened(WEIGHTS);
    const inputs = pictures(4);
    const all = await network.run(inputs);
    const last = await network.run(inputs.subarray(3 * height * width));
    expect(last).toEqual(all.subarray(3 * 293));
  });

  it("is broken wherever its file ends early", () => {
    for (const share of [0, 0.001, 0.01, 0.3, 0.999])
      expect(openNetwork(WEIGHTS.subarray(0, share * WEIGHTS.length), shape), String(share)).toBeNull();
  });

  it("does not fit if it is made of something else", () => {
    const changed = WEIGHTS.toString("latin1").replaceAll("Relu", "Tanh");
    expect(openNetwork(Buffer.from(changed, "latin1"), shape)).toBe("misfit");
  });
});
