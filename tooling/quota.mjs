import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Sets what a workspace may upload and store: `npm run quota -- WORKSPACE --uploads-per-day 500`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("quota", progress), {
    title: "Quota",
    command: join(root, "apps", "ingest", "src", "quota-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
