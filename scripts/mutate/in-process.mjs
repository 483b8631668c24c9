// A test runner for Stryker that stays in one process: modules are loaded and tests collected once, then each change is switched on and
// the tests that reach it run, first those that are quick and have noticed other changes nearby, until one fails. Stryker's own runner
// for Vitest starts anew for each change, which takes half a second of processor time. What remembers results forgets those that come
// from the changed code (`forgetting.mjs`); all tests run once before the first change, for some modules and tests keep more. A change
// that this hides counts as survived. One that a test notices counts only if that test passes without it right afterwards.
import { register } from "node:module";
import { relative, resolve } from "node:path";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import fc from "fast-check";
import { forgetAll, reachedBy, switchOn } from "./forgetting.mjs";
import { Likeliest } from "./likeliest.mjs";

class InProcessRunner {
  constructor(options) {
    this.files = options.inProcess.testFiles;
    this.likeliest = new Likeliest();
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    // What a change makes fail after its test must not end the process.
    for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, () => undefined);
    // A property that fails need not be made small.
    fc.configureGlobal({ endOnFailure: true });
    const tsx = await import("tsx/esm/api");
    tsx.register();
    register(new URL("./resolve.mjs", import.meta.url));
    this.stryker = globalThis.__stryker__ ??= {};
    const { collected } = await import("./vitest.mjs");
    this.tests = await collected(this.files.map((file) => resolve(file)));
    await this.warmUp();
  }

  /** Runs all tests once, and forgets what they reached: it would look like code that runs when it is loaded. */
  async warmUp() {
    const coverage = this.stryker.mutantCoverage ?? { static: {} };
    const whileLoading = { ...coverage.static };
    for (const test of this.tests) this.likeliest.takes(test, (await resultOf(test)).timeSpentMs);
    for (const id of Object.keys(coverage.static)) delete coverage.static[id];
    Object.assign(coverage.static, whileLoading);
  }

  async dryRun() {
    const results = [];
    for (const test of this.tests) {
      reachedBy(idOf(test));
      const result = await resultOf(test);
      this.likeliest.takes(test, result.timeSpentMs);
      results.push(result);
    }
    reachedBy(undefined);
    // What runs while tests are collected, too, needs no new process: it is tried in the tests alone.
    const { static: whileLoading, perTest } = this.stryker.mutantCoverage;
    for (const reached of Object.values(perTest))
      for (const id of Object.keys(reached)) delete whileLoading[id];
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: this.stryker.mutantCoverage };
  }

  async mutantRun({ testFilter, activeMutant: change, hitLimit }) {
    const wanted = testFilter && new Set(testFilter);
    const reaching = this.tests.filter((test) => !wanted || wanted.has(idOf(test)));
    Object.assign(this.stryker, { hitCount: 0, hitLimit });
    const results = [];
    for (const test of this.likeliest.first(reaching, change.fileName)) {
      const result = await this.under(change, test);
      const isNoticed = result.status !== TestStatus.Success;
      this.likeliest.ran(test, change.fileName, result.timeSpentMs, isNoticed);
      results.push(result);
      if (isNoticed) break;
    }
    const loop = determineHitLimitReached(this.stryker.hitCount, hitLimit);
    return toMutantRunResult(loop ?? { status: DryRunStatus.Complete, tests: results });
  }

  /** What a test says to a change. What fails without the change, too, says nothing: an earlier change has spoilt what is kept. */
  async under(change, test) {
    const result = await this.tried(change.id, test);
    if (result.status === TestStatus.Success || this.stryker.hitCount > this.stryker.hitLimit) return result;
    if (await this.passes(test)) return result;
    forgetAll();
    if (await this.passes(test)) return this.tried(change.id, test);
    console.error(`left out from here on, for it fails by itself: ${idOf(test)}`);
    this.tests = this.tests.filter((other) => other !== test);
    return { ...result, status: TestStatus.Success };
  }

  async tried(id, test) {
    switchOn(id);
    const result = await resultOf(test);
    switchOn(undefined);
    return result;
  }

  async passes(test) {
    return (await this.tried(undefined, test)).status === TestStatus.Success;
  }

  async dispose() {}
}

function idOf({ file, name }) {
  return `${relative(".", file)}#${name}`;
}

async function resultOf(test) {
  const start = performance.now();
  const told = { id: idOf(test), name: test.name, fileName: test.file };
  try {
    await test.run();
    return { ...told, status: TestStatus.Success, timeSpentMs: performance.now() - start };
  } catch (error) {
    const failureMessage = String(error?.message ?? error).slice(0, 300);
    return { ...told, status: TestStatus.Failed, failureMessage, timeSpentMs: performance.now() - start };
  }
}

const create = (injector) => injector.injectClass(InProcessRunner);
create.inject = tokens(commonTokens.injector);
InProcessRunner.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "in-process", create)];
// Without it, Stryker warns of an option that it does not know.
export const strykerValidationSchema = { properties: { inProcess: { type: "object" } } };
