import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Backs up this checkout's database, also while it is running: `npm run backup -- --to FOLDER`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("backup", progress), {
    title: "Backup",
    command: join(root, "packages", "db", "src", "backup-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
