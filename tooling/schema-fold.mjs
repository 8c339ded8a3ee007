import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Replaces the migrations by those in a folder, if both make the same schema: `npm run schema:fold -- FOLDER`. */
await runMain(async () => {
  const progress = createProgress();
  await runDatabaseCommand(await setUp("schema:fold", progress), {
    title: "Fold",
    command: join(root, "packages", "db", "src", "fold-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  return 0;
});
