import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly container?: string;
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, string | number>>;
  }[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = ".github/workflows";
const PACKAGE = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};
const WORKFLOWS = readdirSync(FOLDER).map(
  (name) => [name, parse(readFileSync(`${FOLDER}/${name}`, "utf8")) as Workflow] as const,
);
const JOBS = WORKFLOWS.flatMap(([name, workflow]) =>
  Object.entries(workflow.jobs).map(([id, job]) => [`${name}, ${id}`, workflow, job] as const),
);
/** Everything that is run for the project, by where it is written. */
const COMMANDS = [
  ...JOBS.flatMap(([name, , { steps }]) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [[name, run] as const])),
  ),
  ...Object.entries(PACKAGE.scripts).map(([name, command]) => [`npm run ${name}`, command] as const),
  [".ci/run", readFileSync(".ci/run", "utf8")] as const,
];

/** The scripts that a command line starts through npm. */
function npmScripts(command: string): string[] {
  const named = [...command.matchAll(/\bnpm run (?:--?[\w-]+ )*([\w:-]+)/g)].map(([, name = ""]) => name);
  return /\bnpm test\b/.test(command) ? [...named, "test"] : named;
}

/** The files of the repository that a command line names; not what a build or a run makes. */
function namedFiles(command: string): string[] {
  const words =
    command.match(/[\w./-]*[\w-]\.(?:mjs|ts|json)\b|(?<=\bbash )[\w./-]+|(?<=\s)tests\/[\w./-]+/g) ?? [];
  return words.filter((word) => !/^(\.\/)?(dist|output|node_modules)\//.test(word));
}

const PUBLISH = "npm publish --provenance";

describe("workflows and npm scripts", () => {
  it("start scripts and files that exist", () => {
    const scripts = COMMANDS.flatMap(([where, command]) => npmScripts(command).map((name) => [where, name]));
    const files = COMMANDS.flatMap(([where, command]) => namedFiles(command).map((name) => [where, name]));
    expect([scripts.length > 15, files.length > 30]).toEqual([true, true]);
    expect(scripts.filter(([, name = ""]) => !Object.hasOwn(PACKAGE.scripts, name))).toEqual([]);
    expect(files.filter(([, name = ""]) => !existsSync(name))).toEqual([]);
  });

  it.each(JOBS)(
    "%s: has the least rights, fixed commits of actions, and the oldest Node.js that we support",
    (_, workflow, job) => {
      // Without a word about permissions, a job may write everything.
      expect(workflow.permissions).toEqual({ contents: "read" });
      const writes = Object.values(job.permissions ?? {}).includes("write");
      // What may write runs none of the tests, with all that they install.
      expect(writes && job.steps.some(({ run = "" }) => /\.ci\/run|npm (test|run check)/.test(run))).toBe(
        false,
      );
      const uses = job.steps.flatMap((step) => step.uses ?? []);
      // Whoever owns an action can move its tags, but not its commits.
      for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      const oldest = Number(/\d+/.exec(PACKAGE.engines.node)?.[0]);
      const runsNode = job.steps.some(({ run = "" }) => /\bnp[mx]\b|\.ci\/run/.test(run));
      const setUp = job.steps.find((step) => step.uses?.startsWith("actions/setup-node@"))?.with?.[
        "node-version"
      ];
      const given = setUp ?? /^node:(\d+)/.exec(job.container ?? "")?.[1];
      if (runsNode) expect(Number(given)).toBe(oldest);
    },
  );

  it("measure what an installation takes, and name the repository, before the package is published", () => {
    const job = JOBS.map(([, , job]) => job).find(({ steps }) =>
      steps.some(({ run = "" }) => run.includes(PUBLISH)),
    );
    const runs = (job?.steps ?? []).map(({ run = "" }) => run);
    const before = runs
      .slice(
        0,
        runs.findIndex((run) => run.includes(PUBLISH)),
      )
      .join("\n");
    expect(before).toContain("npm run install-size");
    // npm refuses a statement of provenance about another repository, or none.
    expect(before).toMatch(
      /npm pkg set .*repository\.url=git\+https:\/\/github\.com\/\$GITHUB_REPOSITORY\.git/,
    );
  });
});
