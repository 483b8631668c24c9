// What tests see as "vitest" while mutations are tried: Vitest's own collector and expectations, without its processes.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  chai,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";
import { collectTests, getFn, getHooks } from "@vitest/runner";

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from "@vitest/runner";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect, {
  getState: () => getState(expect),
  setState: (state) => setState(state, expect),
  unreachable: (message) => chai.assert.fail(message),
});
globalThis[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, testPath: "" }, expect);

let runningFile = "";
chai.util.addMethod(chai.Assertion.prototype, "toMatchFileSnapshot", async function (name) {
  const expected = readFileSync(resolve(dirname(runningFile), name), "utf8");
  new chai.Assertion(chai.util.flag(this, "object")).equal(expected);
});

/** The tests of some files: file, full name, and how to run it with the hooks around it. */
export async function collected(files) {
  const config = {
    root: process.cwd(),
    name: "",
    setupFiles: [],
    sequence: { hooks: "stack", setupFiles: "list" },
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    includeTaskLocation: false,
    allowOnly: true,
    tags: [],
    diffOptions: undefined,
  };
  const runner = { config, importFile: (file) => import(pathToFileURL(file).href) };
  const suites = await collectTests(files, runner);
  return suites.flatMap((suite) => testsOf(suite, [suite], []));
}

function testsOf(suite, suites, names) {
  return suite.tasks.flatMap((task) => {
    if (task.mode === "skip") return [];
    const path = [...names, task.name];
    if (task.type === "suite") return testsOf(task, [...suites, task], path);
    return [{ file: task.file.filepath, name: path.join(" "), run: () => run(task, suites) }];
  });
}

const ready = new Map();

async function run(task, suites) {
  runningFile = task.file.filepath;
  for (const suite of suites) {
    const prepare = async () => {
      for (const hook of getHooks(suite).beforeAll) await hook(suite);
    };
    if (!ready.has(suite)) ready.set(suite, prepare());
    await ready.get(suite);
  }
  const each = (kind) => suites.flatMap((suite) => getHooks(suite)[kind]);
  for (const hook of each("beforeEach")) await hook(task.context, task.suite);
  try {
    await getFn(task)();
  } finally {
    for (const hook of each("afterEach").reverse()) await hook(task.context, task.suite);
  }
}
