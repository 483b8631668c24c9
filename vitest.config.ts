import { availableParallelism } from "node:os";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Only what hangs takes this long, however slow or busy the machine is: no test decides by time. */
const HANGS_MS = 900_000;

/**
 * What `npm test` leaves to `npm run check`, for three quarters of the time go there: photos, browsers, packages, rendered pages, random
 * input, commands that take long, and proofs about every shipped game.
 */
const THOROUGH = [
  "tests/{bench,docs,fuzz,golden,histories,judge,library,platform,scan,studio}/**",
  "tests/print/{form,preflight,rulebook}/**",
  "tests/cli/{check-inputs,check-photo,complete,new,publish,show-boxes,usage}.test.ts",
  "tests/cli/{block-files,watch,watch-page,windows-paths}.test.ts",
  "tests/{authoring/diff/compare-games,authoring/scaffold/house-rules,check/one-finding}.test.ts",
  "tests/files/picture-process.test.ts",
  "tests/rules/variant/{fuzz,shipped}.test.ts",
  "tests/season/{begin-season,missing-files,queue,refused-store,work}.test.ts",
];

/** What `npm run check` leaves to `npm run check:all`, for it takes long and has its like among the others. */
const RARE = [
  "tests/library/{loops,package,portable}.test.ts",
  "tests/{bench/all-words,cli/check-scan,platform/browser}.test.ts",
];

/**
 * The files that start first, the longest before the others. PostgreSQL takes and leaves so much memory that each season opened has the
 * whole heap looked through: before fonts and the network's weights are in it, that is quick.
 */
const FIRST = [
  "season/work",
  "season/queue",
  "season/servers",
  "season/",
  "histories/histories",
  "cli/league",
  "docs/commands",
  "library/package",
  "studio/studio",
  "scan/pads/photos",
  "scan/view-sheets",
  "studio/site",
  "print/rulebook/one-page",
  "print/form/browser",
  "bench/all-words",
  "scan/view/quiet-sheets",
  "cli/publish",
  "odds/",
  "cli/watch-page",
  "cli/watch",
  "print/rulebook/rules-pdf",
  "studio/pages",
  "studio/nothing-lost",
  "scan/warp/straighten",
  "platform/browser",
  "cli/check-pdf-pages",
  "golden/golden",
  "fuzz/fuzz",
  "judge/judge",
  "scan/inference/sheets",
  "cli/beside-best-play",
  "cli/check-photo",
  "files/picture-process",
].map((name) => `/tests/${name}${name.endsWith("/") ? "" : ".test.ts"}`);

/** Starts with what takes longest, so that no process is left with a long file when the others have nothing more to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = FIRST.findIndex((name) => moduleId.includes(name));
      return at === -1 ? FIRST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Shuffled files come in an order of their own. */
const IS_SHUFFLED = process.argv.some((arg) => arg.startsWith("--sequence.shuffle"));

/** The modules of the built program: those directly below the folder of this file. */
const BUILT = new RegExp(`^${import.meta.dirname.replaceAll(/[\\^$.*+?()[\]{}|]/g, ".")}.dist.`);

/** Coverage sees only what runs from its sources in the processes of the tests. */
const MEASURES_COVERAGE = process.argv.some((arg) => arg.startsWith("--coverage"));

/** Node can't load TypeScript into a thread, so the threads of the command line run as they were built. */
const BUILT_THREADS: Plugin = {
  name: "built-threads",
  transform: (code, id) =>
    id.includes("/src/cli/threads/")
      ? code.replaceAll(
          /`\.\/([\w-]+-worker)\$\{extname\(import\.meta\.url\)\}`/g,
          (_, name) => `"../../../dist/bundle/${name}.js"`,
        )
      : null,
};

export default defineConfig(({ mode }) => ({
  plugins: [BUILT_THREADS],
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: [...(mode === "quick" ? THOROUGH : []), ...(process.env.AUGENBLOCK_CASES === "all" ? [] : RARE)],
    // Test files share their processes, which saves four fifths of the time for imports: modules, fonts and models are loaded once for
    // each process. So a test leaves environment, working folder and timers as they were.
    isolate: false,
    globalSetup: "tests/support/one-folder.ts",
    // Each process makes a lot that is soon forgotten; with little room for it, a quarter of the time goes into clearing it away. Left to
    // itself, the room shrinks with every large collection. What stays, such as fonts and the network's weights, fills half a gigabyte:
    // up to a whole one, nobody looks through it for what may go. A quarter of the time went into optimizing code that soon was not run
    // any more: only what runs three times as often as usual is optimized, with less inlined.
    execArgv: [
      ...["--min-semi-space-size=96", "--max-semi-space-size=96", "--initial-old-space-size=1024"],
      ...["--interrupt-budget=200000", "--max-inlined-bytecode-size-cumulative=300"],
    ],
    sequence: IS_SHUFFLED ? {} : { sequencer: LongestFirst },
    restoreMocks: true,
    // The program runs as it was built.
    server: { deps: { external: [BUILT] } },
    // The language of whoever runs the tests changes nothing; nor do settings (see `globalSetup`).
    env: { LC_ALL: "C", ...(MEASURES_COVERAGE ? { AUGENBLOCK_SOURCES: "true" } : {}) },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    // Some tests wait for browsers, servers and other processes; with three processes, two cores are busy meanwhile.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["src/index.ts", "src/node.ts"],
      reporter: ["text-summary", "html"],
      // Views (.tsx) run in browsers, which coverage does not see: they are shown, but have no floor.
      thresholds: {
        "src/!(cli)/**/*.ts": { lines: 95, functions: 95, branches: 87, statements: 94 },
        // What runs only in processes of its own, such as `watch`, counts as not reached.
        "src/cli/**": { lines: 75, functions: 75 },
      },
    },
  },
}));
