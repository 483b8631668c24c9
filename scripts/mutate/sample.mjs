// Draws a sample of the changes that Stryker would try, the same in every run: each change has a number that follows from the seed and
// from what it changes, and those with the lowest numbers are tried. To Stryker, the others are changes that don't compile.
import { createHash } from "node:crypto";
import { CheckStatus } from "@stryker-mutator/api/check";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";

/** The plugin's name, among the checkers of Stryker. */
export const SAMPLE = "sample";

class Sample {
  constructor({ sample }) {
    this.sample = sample;
  }

  async init() {}

  /** All of them at once, for which are drawn depends on all. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const { size, seed } = this.sample;
    const drawn = new Set(
      mutants
        .map((mutant) => ({ id: mutant.id, place: placeOf(mutant, seed) }))
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .slice(0, size)
        .map(({ id }) => id),
    );
    const statusOf = ({ id }) =>
      drawn.has(id)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: "not drawn" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, statusOf(mutant)]));
  }
}

function placeOf({ fileName, location, mutatorName, replacement }, seed) {
  const file = fileName.replaceAll("\\", "/");
  const change = [seed, file.slice(file.lastIndexOf("/src/")), location, mutatorName, replacement];
  return createHash("sha256").update(JSON.stringify(change)).digest("hex");
}

const create = (options) => new Sample(options);
create.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, SAMPLE, create)];
export const strykerValidationSchema = { properties: { sample: { type: "object" } } };

/** The share of all changes that is noticed lies between these two with a confidence of 95 % (Wilson's interval). */
export function wilson(noticed, tried) {
  const z = 1.96;
  const share = noticed / tried;
  const middle = share + z ** 2 / (2 * tried);
  const half = z * Math.sqrt((share * (1 - share)) / tried + z ** 2 / (4 * tried ** 2));
  const scale = 1 + z ** 2 / tried;
  return [(middle - half) / scale, (middle + half) / scale];
}
