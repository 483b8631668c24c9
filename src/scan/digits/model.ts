import { z } from "zod";
import { type Message, msg } from "../../rules/problem/message.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { BOX_KINDS } from "./evidence.ts";

const size = z.int().min(1).max(4096);
const percent = z.number().min(0).max(100);
const temperature = z.number().min(0.01).max(100);

/** `numbers.json`, which describes the network; training/README.md explains it. */
const DESCRIPTION = z
  .object({
    input: z.object({ name: z.string().min(1), height: size, width: size }),
    /** Which percentile of a picture's grey is paper; which percentile of its darkness is full ink, what that becomes, and how dark it is at least. */
    normalisation: z.object({
      paperPercentile: percent,
      fullPercentile: percent,
      fullBecomes: z.number().positive(),
      leastFull: z.number().positive(),
    }),
    output: z.object({
      name: z.string().min(1),
      steps: size,
      order: z.literal("text[class][step], then kinds"),
    }),
    alphabet: z.string().refine(isAlphabet),
    blank: z.int(),
    kinds: z
      .array(z.enum(BOX_KINDS))
      .refine((kinds) => [kinds.length, new Set(kinds).size].every((count) => count === BOX_KINDS.length)),
    temperature: z.object({ text: temperature, kind: temperature }),
  })
  .refine(({ alphabet, blank }) => !isAlphabet(alphabet) || blank === alphabet.length, { path: ["blank"] });

/** How a network's input and output are laid out. */
export type ModelDescription = z.infer<typeof DESCRIPTION>;

/** What a value must be, where it is more than a number within bounds. */
const EXPECTED: Readonly<Record<string, Message>> = {
  alphabet: msg`scan.model-alphabet-rule: the digits 0 to 9 and perhaps \`-\`, each once`,
  blank: msg`scan.model-blank-rule: the class after the alphabet’s`,
  kinds: msg`scan.model-kinds-rule: each of ${BOX_KINDS.join(", ")} once`,
  "output.order": msg`scan.model-output-order: \`text[class][step], then kinds\``,
};

/** A problem with the files of the model, which users don't write. */
export function modelProblem(what: Message): Problem {
  const hint = msg`scan.reinstall-hint: reinstall augenblock; if you trained this reader yourself, see training/README.md`;
  return problem("broken-model", what, { hint });
}

/** Reads the description of a network, which is JSON. */
export function readDescription(text: string): Result<ModelDescription> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure([
      modelProblem(msg`scan.model-not-json: the description of the number reader is not valid JSON`),
    ]);
  }
  const { data, error } = DESCRIPTION.safeParse(json);
  if (data !== undefined) return success(data);
  return failure(
    error.issues.map(({ path }) => {
      const name = path.filter((step) => typeof step === "string").join(".");
      const wanted = EXPECTED[name];
      return modelProblem(
        wanted === undefined
          ? msg`scan.model-key-missing: description of the number reader: \`${name || "."}\` is missing or out of range`
          : msg`scan.model-key-invalid: description of the number reader: \`${name}\` must be ${wanted}`,
      );
    }),
  );
}

function isAlphabet(symbols: string): boolean {
  return [...symbols].sort().join("").replace(/^-/, "") === "0123456789";
}
