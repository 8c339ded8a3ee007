import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Writes one workspace of this checkout's database into a folder: `npm run export-workspace -- --workspace SLUG --to FOLDER`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("export-workspace", progress), {
    title: "Export",
    command: join(root, "packages", "db", "src", "export-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
