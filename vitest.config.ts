import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const sources = ["packages/*/src", "apps/*/src", "tooling", "bench"];
const never = ["**/node_modules/**", "**/.next/**", "**/generated/**"];
const tests = (suffix: string) => sources.map((folder) => `${folder}/**/*${suffix}`);

/** Next gives the servers' modules an empty one; anywhere else it throws. */
const serverOnly = { "server-only": join(import.meta.dirname, "node_modules/server-only/empty.js") };

export default defineConfig({
  test: {
    passWithNoTests: false,
    // By itself Vitest leaves one core idle: half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: "unit",
          include: [...tests(".test.ts"), ...tests(".test.tsx")],
          // Pure tests share their modules: loading them again for each file took almost half of the time.
          isolate: false,
          exclude: [...never, "**/*.db.test.ts"],
        },
      },
      {
        resolve: { alias: serverOnly },
        test: {
          name: "db",
          include: tests(".db.test.ts"),
          exclude: never,
          globalSetup: "packages/db/src/testing-server.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
