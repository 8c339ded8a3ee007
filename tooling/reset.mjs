import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { stopDatabase } from "./src/database.mjs";
import { SetupFailure } from "./src/failure.mjs";
import { stop } from "./src/live-process.mjs";
import { headroomDir } from "./src/paths.mjs";
import { runningCommands } from "./src/process-record.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

const dataDir = join(headroomDir, "database");

/** Returns the checkout to its initial state: stops what is running, then deletes data, logs, built pages and secrets. */
await runMain(async () => {
  const progress = createProgress();
  if (!existsSync(headroomDir)) {
    progress.say("Nothing to reset: this checkout has no .headroom folder.");
    return 0;
  }
  if (!(await isMeant())) {
    progress.say("Nothing changed.");
    return 1;
  }
  for (const { record } of runningCommands()) {
    await progress.step(`Stopping npm run ${record.command} (pid ${record.owner.pid})`, () =>
      stop(record.owner, { graceMillis: 45_000 }),
    );
  }
  const context = await setUp("reset", progress);
  await progress.step("Stopping the database", () => stopDatabase(context, dataDir));
  await progress.step("Deleting .headroom", () => rmSync(headroomDir, { recursive: true, force: true }));
  progress.say("\nThe next `npm start` starts from scratch. Packages, Node and the database engine stay.");
  return 0;
});

async function isMeant() {
  if (process.argv.includes("--yes")) return true;
  if (!process.stdin.isTTY) {
    throw new SetupFailure("This deletes all runs in .headroom.", "To confirm, run npm run reset -- --yes");
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    "This deletes all data of this checkout (.headroom). Continue? [y/N] ",
  );
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
