import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { offlinePrisma } from "./env.ts";

/**
 * Generates the Prisma client unless the existing one was made from the same schema and version.
 */
function generate(): number {
  const home = join(import.meta.dirname, "..");
  const manifest = createRequire(import.meta.url).resolve("prisma/package.json");
  const digest = createHash("sha256")
    .update(readFileSync(manifest))
    .update(readFileSync(join(home, "prisma/schema.prisma")))
    .digest("hex");
  const mark = join(home, "src/generated/made-from");
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest) return 0;

  const command = join(dirname(manifest), "build/index.js");
  const result = spawnSync(process.execPath, [command, "generate", "--schema", "prisma/schema.prisma"], {
    cwd: home,
    encoding: "utf8",
    env: offlinePrisma(),
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    return result.status ?? 1;
  }
  writeFileSync(mark, digest);
  return 0;
}

process.exitCode = generate();
