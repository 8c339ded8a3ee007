import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Lists what each workspace of this checkout sends and stores: `npm run workspaces`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("workspaces", progress), {
    title: "Workspaces",
    command: join(root, "packages", "db", "src", "workspaces-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
