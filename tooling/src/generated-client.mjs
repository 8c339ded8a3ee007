import { join } from "node:path";
import { failureFromOutput } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/**
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 */

/**
 * Generates the typed client from the schema. The command itself detects when there is nothing to do.
 *
 * @param {Progress} progress
 * @param {Context} context
 */
export async function ensureGeneratedClient(progress, { node, env }) {
  await progress.step(
    "Database client (prisma generate)",
    async () => {
      const { code, output } = await run(node, ["src/generate.ts"], {
        cwd: join(root, "packages", "db"),
        env,
      });
      if (code === 0) return;
      throw failureFromOutput(
        "Generating the database client",
        output,
        "See packages/db/prisma/schema.prisma.",
      );
    },
    { quiet: true },
  );
}
