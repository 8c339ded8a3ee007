import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readStamp } from "./dependencies.mjs";
import { failureFromOutput } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { digestOf } from "./source-digest.mjs";

const packageDir = join(root, "packages", "db");
const stampFile = join(packageDir, "src", "generated", ".headroom-stamp");
const inputs = ["packages/db/prisma", "packages/db/prisma.config.ts", "packages/db/package.json"];

/** The typed client is written from the schema, and again only when the schema or Prisma changed. */
export async function ensureGeneratedClient(progress, { env }) {
  if (!existsSync(join(packageDir, "prisma"))) return;
  const wanted = digestOf(root, inputs);
  if (readStamp(stampFile) === wanted) return;
  await progress.step("Database client (prisma generate)", async () => {
    rmSync(stampFile, { force: true });
    const result = await run("npm", ["run", "--silent", "generate"], { cwd: packageDir, env });
    if (result.code !== 0) {
      throw failureFromOutput("Generating the database client", result.output, "See packages/db/prisma.");
    }
    mkdirSync(join(packageDir, "src", "generated"), { recursive: true });
    writeFileSync(stampFile, wanted);
  });
}
