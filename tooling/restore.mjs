import { join } from "node:path";
import { runDatabaseCommand } from "./src/database-command.mjs";
import { markDemoSeeded } from "./src/demo-seed.mjs";
import { SetupFailure } from "./src/failure.mjs";
import { headroomDir, root } from "./src/paths.mjs";
import { runningCommands } from "./src/process-record.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Restores a backup into this checkout's database: `npm run restore -- FOLDER`. */
await runMain(async () => {
  const progress = createProgress();
  requireStopped();
  const database = await runDatabaseCommand(await setUp("restore", progress), {
    title: "Restore",
    command: join(root, "packages", "db", "src", "restore-command.ts"),
    args: process.argv.slice(2),
    progress,
  });
  // The next start would otherwise add the demo's runs to what was restored.
  markDemoSeeded({ stampFile: join(headroomDir, "demo-stamp"), databaseUrl: database.url });
  return 0;
});

function requireStopped() {
  const running = runningCommands().find(({ record }) => ["start", "dev"].includes(record.command));
  if (running === undefined) return;
  const { command, owner } = running.record;
  throw new SetupFailure(
    `npm run ${command} of this checkout is running (pid ${owner.pid}).`,
    "Stop it with Ctrl-C, then restore again.",
  );
}
