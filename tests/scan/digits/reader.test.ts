import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BOX_KINDS, type Evidence } from "../../../src/scan/digits/evidence.ts";
import type { ModelDescription } from "../../../src/scan/digits/model.ts";
import { openNetwork } from "../../../src/scan/digits/network.ts";
import {
  type DigitModel,
  type DigitReader,
  openReader,
  openWeightedReader,
} from "../../../src/scan/digits/reader.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { type KnownBox, knownBoxes } from "./known-boxes.ts";

const model: DigitModel = {
  weights: readFileSync("models/numbers.onnx"),
  description: readFileSync("models/numbers.json", "utf8"),
};

async function opened(): Promise<DigitReader> {
  const result = await openReader(model);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.value;
}

describe("the reader of numbers", () => {
  let reader: DigitReader;
  let all: KnownBox[];
  let pictures: Grey[];
  let evidence: Evidence[];
  beforeAll(async () => {
    reader = await opened();
    const boxes = await knownBoxes();
    all = boxes.map((box) => box.known);
    pictures = boxes.map((box) => box.picture);
    evidence = await reader.read(pictures);
  });
  afterAll(() => reader.close());

  it("sees the kinds as the training does", () => {
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(evidence).toHaveLength(all.length);
    all.forEach((known, at) => {
      for (const kind of BOX_KINDS)
        expect(Math.abs((evidence[at]?.kinds[kind] ?? 2) - (known.kinds[kind] ?? 0))).toBeLessThan(1e-3);
    });
  });

  it("gives texts the probabilities that the training gives", () => {
    const compared = all.flatMap((known, at) =>
      Object.entries(known.texts).map(([text, probability]) => {
        expect(Math.abs((evidence[at]?.probability(text) ?? 2) - probability)).toBeLessThan(1e-3);
        return text;
      }),
    );
    expect(compared.length).toBeGreaterThan(30);
  });

  describe("looks carefully", () => {
    let inputs = 0;
    /** A reader that counts what goes through its network. @param numbers the probability with which each picture is a number; null: as it is */
    const countingReader = async (numbers: number | null) => {
      const opened = await openWeightedReader(model.description, async (shape) => {
        const network = await openNetwork(model.weights, shape);
        if (network === null || network === "misfit") return network;
        const { kinds, temperature } = JSON.parse(model.description) as ModelDescription;
        const size = shape.input.height * shape.input.width;
        const run = async (ink: Float32Array) => {
          const count = ink.length / size;
          inputs += count;
          const logits = await network.run(ink);
          if (numbers === null) return logits;
          const length = logits.length / count;
          for (let end = length; end <= logits.length; end += length) {
            logits.fill(-100, end - kinds.length, end);
            const odds = temperature.kind * Math.log(numbers / (1 - numbers));
            logits.set([odds], end - kinds.length + kinds.indexOf("number"));
            logits.set([0], end - kinds.length + kinds.indexOf("scribble"));
          }
          return logits;
        };
        return { ...network, run };
      });
      return need(opened);
    };

    it("at each picture by itself", async () => {
      const counting = await countingReader(null);
      // One without ink, of which nothing is seen from close up, before the others.
      const blank = { widthPx: 60, heightPx: 40, pixels: new Uint8Array(2400).fill(250) };
      const mixed = [blank, ...pictures];
      const together = await counting.readCarefully(mixed);
      expect(together).toHaveLength(mixed.length);
      const counts = new Set<number>();
      for (const [at, picture] of mixed.entries()) {
        inputs = 0;
        const [alone] = await counting.readCarefully([picture]);
        expect(alone?.kinds).toEqual(together[at]?.kinds);
        expect(alone?.likely).toEqual(together[at]?.likely);
        counts.add(inputs);
      }
      // The picture, its ink from close up seven times, and the picture moved to four sides.
      expect([...counts].toSorted((a, b) => a - b)).toEqual([5, 8, 12]);
      await counting.close();
    });

    it.each([
      [0.9, 12],
      [0.97, 12],
      [0.99, 8],
    ])("and moves it unless it is surely a number: of %f, %i views", async (numbers, views) => {
      const counting = await countingReader(numbers);
      const [picture] = pictures.filter(
        (_, at) => all[at]?.kind === "number" && (evidence[at]?.kinds.number ?? 0) > 0.9,
      );
      inputs = 0;
      await counting.readCarefully(picture === undefined ? [] : [picture]);
      expect(inputs).toBe(views);
      await counting.close();
    });
  });

  it("finds the text that the training finds", () => {
    const numbers = all
      .map((known, at) => ({ known, box: evidence[at] }))
      .filter(({ box }) => (box?.kinds.number ?? 0) + (box?.kinds.corrected ?? 0) > 0.5);
    expect(numbers.length).toBeGreaterThan(7);
    for (const { known, box } of numbers) {
      expect(box?.likely[0]?.text).toBe(known.best);
      expect(box?.likely[0]?.probability).toBeCloseTo(known.texts[known.best] ?? Number.NaN, 3);
    }
  });

  it("gives probabilities that come to 1", () => {
    for (const box of evidence) {
      const { kinds, likely } = box;
      expect(Object.values(kinds).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
      const told = likely.map((one) => one.probability);
      expect(told.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1 + 1e-12);
      expect(told).toEqual(told.toSorted((a, b) => b - a));
      for (const { text, probability } of likely) {
        expect(text).toMatch(/^-?\d+$/);
        expect(box.probability(text)).toBeCloseTo(probability, 12);
      }
    }
  });

  it("gives what is no text of signs no probability", () => {
    expect(evidence[1]?.probability("x")).toBe(0);
    expect(evidence[1]?.probability("1 2")).toBe(0);
    expect(evidence[1]?.probability("١")).toBe(0);
  });

  it("reads the same alone and among many, in order", async () => {
    const many = Array.from({ length: 150 }, (_, at) => pictures[at % pictures.length]).filter(
      (picture) => picture !== undefined,
    );
    const read = await reader.read(many);
    expect(read).toHaveLength(150);
    read.forEach(({ kinds }, at) => {
      expect(kinds.empty).toBeCloseTo(evidence[at % pictures.length]?.kinds.empty ?? Number.NaN, 5);
    });
    expect(await reader.read([])).toEqual([]);
  });

  it("sees nothing on blank paper, white or grey, and in no picture at all", async () => {
    const blank = [255, 120].map((grey) => ({
      widthPx: 90,
      heightPx: 60,
      pixels: new Uint8Array(90 * 60).fill(grey),
    }));
    const none = { widthPx: 0, heightPx: 0, pixels: new Uint8Array(0) };
    const read = await reader.read([...blank, none]);
    expect(read).toHaveLength(3);
    for (const { kinds } of read) expect(kinds.empty).toBeGreaterThan(0.9);
  });
});

describe("a broken model", () => {
  const problemsOf = async (change: Partial<DigitModel>): Promise<string[]> => {
    const result = await openReader({ ...model, ...change });
    if (result.ok) throw new Error("a broken model was opened");
    for (const { code, hint } of result.problems) {
      expect(code).toBe("broken-model");
      expect(hint).toBeTruthy();
    }
    return result.problems.map(({ message }) => message);
  };
  const described = (change: (description: Record<string, unknown>) => void): string => {
    const description = JSON.parse(model.description);
    change(description);
    return JSON.stringify(description);
  };

  it("is told when its description can't be read", async () => {
    for (const description of ["", "{", "numbers"])
      expect(await problemsOf({ description })).toEqual([
        "the description of the number reader is not valid JSON",
      ]);
    expect(await problemsOf({ description: "[]" })).toEqual([
      "description of the number reader: `.` is missing or out of range",
    ]);
  });

  it.each<[string, (description: Record<string, unknown>) => void, string]>([
    ["temperature", (one) => delete one.temperature, "`temperature` is missing or out of range"],
    [
      "a temperature of 0",
      (one) => Object.assign(one, { temperature: { text: 0, kind: 1 } }),
      "`temperature.text` is missing or out of range",
    ],
    [
      "alphabet",
      (one) => Object.assign(one, { alphabet: "0123456788" }),
      "`alphabet` must be the digits 0 to 9",
    ],
    ["blank", (one) => Object.assign(one, { blank: 0 }), "`blank` must be the class after the alphabet’s"],
    [
      "kinds",
      (one) => Object.assign(one, { kinds: ["empty", "number"] }),
      "`kinds` must be each of empty, number",
    ],
    [
      "order",
      (one) => Object.assign(one, { output: { name: "logits", steps: 24, order: "kinds first" } }),
      "`output.order` must be",
    ],
  ])("is told when its description is wrong: %s", async (_name, change, message) => {
    const told = await problemsOf({ description: described(change) });
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(message);
  });

  it("is told when its weights are broken", async () => {
    const log = vi.spyOn(console, "log");
    const warn = vi.spyOn(console, "warn");
    const error = vi.spyOn(console, "error");
    const message = "the number reader can’t be loaded; the file of its weights may be damaged";
    for (const weights of [
      new Uint8Array(0),
      Buffer.from("numbers"),
      model.weights.subarray(0, model.weights.length / 2),
    ])
      expect(await problemsOf({ weights })).toEqual([message]);
    for (const calls of [log, warn, error]) expect(calls).not.toHaveBeenCalled();
  });

  it("is told when its weights are no numbers", async () => {
    const weights = Uint8Array.from(model.weights);
    // Bytes of ones are not a number, and the middle of the file is the largest layer.
    weights.fill(0xff, 0.45 * weights.length, 0.5 * weights.length);
    expect(await problemsOf({ weights })).toEqual([
      "the network of the number reader does not match its description",
    ]);
  });

  it("is told when network and description do not fit", async () => {
    const message = "the network of the number reader does not match its description";
    for (const change of [
      (one: Record<string, unknown>) => Object.assign(one, { input: { name: "x", height: 40, width: 96 } }),
      (one: Record<string, unknown>) =>
        Object.assign(one, { input: { name: "pictures", height: 40, width: 95 } }),
      (one: Record<string, unknown>) =>
        Object.assign(one, { output: { ...(one.output as object), name: "other" } }),
      (one: Record<string, unknown>) =>
        Object.assign(one, { output: { ...(one.output as object), steps: 23 } }),
      (one: Record<string, unknown>) => Object.assign(one, { alphabet: "0123456789", blank: 10 }),
    ])
      expect(await problemsOf({ description: described(change) })).toEqual([message]);
  });
});
