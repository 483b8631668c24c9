import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // The command-line tests start processes; two slow cores need room.
    testTimeout: 30_000,
    // One core fewer than there are is the default: of two, one would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    hookTimeout: 60_000,
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
