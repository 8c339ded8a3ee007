import { join } from "node:path";
import { SetupFailure } from "./src/failure.mjs";
import { root } from "./src/paths.mjs";
import { run, stopEverything } from "./src/processes.mjs";
import { createProgress } from "./src/progress.mjs";
import { findRunning } from "./src/running-instance.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";
import { endWith } from "./src/signals.mjs";

/** It sends what is left, and waits until that is counted. */
const graceMillis = 20_000;

/** Replays a day of simulated traffic: `npm run simulate -- green-saturday --speed 60`. */
await runMain(async () => {
  const progress = createProgress();
  const { node, env } = await setUp("simulate", progress);
  endWith(() => stopEverything({ graceMillis }));
  const args = process.argv.slice(2);
  const place = args.some((arg) => arg === "--url" || arg.startsWith("--url=")) ? [] : await here();
  const command = join(root, "packages", "demo", "src", "simulate-command.ts");
  const { code } = await run(node, [command, ...place, ...args], { cwd: root, env, onLine: progress.say });
  return code;
});

/** The instance that `npm start` runs. */
async function here() {
  const running = await findRunning();
  const { ingestUrl, ingestToken, readToken, manageToken } = running?.local ?? {};
  if (!ingestUrl || !ingestToken || !readToken || !manageToken)
    throw new SetupFailure(
      "Headroom isn't running here.",
      "Run npm start in another terminal, or name another one with --url and --token.",
    );
  const tokens = ["--ingest-token", ingestToken, "--read-token", readToken, "--manage-token", manageToken];
  return ["--url", ingestUrl, ...tokens];
}
