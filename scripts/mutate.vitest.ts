import { relative } from "node:path";
import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../vitest.config.ts";

/** The longest that a file has taken in this process, in ms: for most changes, only some of its tests run. */
const durations = new Map<string, number>();

/** Quick files first: the first test that fails ends the run for a change, and most changes fail many. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => this.#duration(a) - this.#duration(b));
  }

  #duration({ project, moduleId }: TestSpecification): number {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
    const last = this.ctx.cache.getFileTestResults(key)?.duration ?? 0;
    const longest = Math.max(last, durations.get(key) ?? 0);
    durations.set(key, longest);
    return longest;
  }
}

export default mergeConfig(config, { test: { sequence: { sequencer: QuickFirst } } });
