import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Imports an exported workspace into this checkout's database, also while it is running: `npm run import-workspace -- FOLDER`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("import-workspace", progress), {
    title: "Import",
    command: join(root, "packages", "db", "src", "import-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
