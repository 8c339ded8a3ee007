import { join } from "node:path";
import { withLock } from "./checkout-lock.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureGeneratedClient } from "./generated-client.mjs";
import { ensureNode, environmentWith } from "./node-runtime.mjs";
import { headroomDir } from "./paths.mjs";
import { openRecord, stopOrphans } from "./process-record.mjs";
import { stopEverything } from "./processes.mjs";

/**
 * What every command needs before TypeScript can run: the right Node, the packages, the generated client.
 * Answers the environment for everything after.
 */
export async function setUp(command, progress) {
  openRecord(command);
  endChildrenOnSignals();
  for (const name of await stopOrphans())
    progress.say(`  --  ended ${name}, left by a command that was killed`);
  let told = false;
  const binDir = await ensureNode(progress);
  const env = environmentWith(binDir);
  await withLock(
    join(headroomDir, "setup.lock"),
    async () => {
      await ensureDependencies(progress, { binDir, env });
      await ensureGeneratedClient(progress, { env });
    },
    (pid) => {
      if (!told) progress.say(`  ..  another command sets up this checkout (pid ${pid}), waiting for it`);
      told = true;
    },
  );
  return { binDir, env, node: join(binDir, "node") };
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
let onSignal = stopEverything;

/** A command that owns services says how they end; until then whatever runs is ended at once. */
export function endWith(shutDown) {
  onSignal = shutDown;
}

function endChildrenOnSignals() {
  let ending = false;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void onSignal().finally(() => process.exit(128 + number));
    });
  }
}
