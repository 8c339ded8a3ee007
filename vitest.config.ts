import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const sources = ["packages/*/src", "apps/*/src", "tooling", "bench"];
const never = ["**/node_modules/**", "**/.next/**", "**/generated/**"];
const tests = (suffix: string) => sources.map((folder) => `${folder}/**/*${suffix}`);

const shared = {
  // Loading the modules again for each file took 40% of the processor time.
  isolate: false,
  // Transforming them for Vite's own loader took 30% of it. Node strips the types, as it does for the product.
  experimental: { viteModuleRunner: false },
  execArgv: ["--import", "./tooling/src/test-modules.ts"],
  // Some tests start ten processes, which takes a while on a busy machine. This only ends what hangs.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    passWithNoTests: false,
    // By itself Vitest leaves one core idle: half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: "unit",
          ...shared,
          include: [...tests(".test.ts"), ...tests(".test.tsx")],
          exclude: [...never, "**/*.db.test.ts"],
        },
      },
      {
        test: {
          name: "db",
          ...shared,
          include: tests(".db.test.ts"),
          exclude: never,
          globalSetup: ["packages/db/src/testing/server.ts", "apps/ingest/src/testing/command-line.ts"],
        },
      },
    ],
  },
});
