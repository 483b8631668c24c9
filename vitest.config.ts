import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Only what hangs takes this long, however slow or busy the machine is: no test decides by time. */
const HANGS_MS = 900_000;

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Test files share their processes, which saves four fifths of the time for imports: modules, fonts and models are loaded once for
    // each process. So a test leaves environment, working folder and timers as they were.
    isolate: false,
    restoreMocks: true,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    // One core fewer than there are is the default: of two, one would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The command line runs in processes of its own, which coverage does not see.
      exclude: ["src/cli/**", "src/index.ts", "src/node.ts"],
      reporter: ["text-summary", "html"],
      thresholds: { lines: 95, functions: 95, branches: 87, statements: 94 },
    },
  },
});
