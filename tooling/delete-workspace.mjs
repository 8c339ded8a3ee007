import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Deletes one workspace of this checkout for good: `npm run delete-workspace -- --workspace SLUG --name NAME`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("delete-workspace", progress), {
    title: "Deletion",
    command: join(root, "packages", "db", "src", "delete-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
