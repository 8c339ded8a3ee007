import { join } from "node:path";
import { withLock } from "./checkout-lock.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { assertSpace } from "./disk-space.mjs";
import { ensureGeneratedClient } from "./generated-client.mjs";
import { ensureNode, environmentWith } from "./node-runtime.mjs";
import { headroomDir, root } from "./paths.mjs";
import { openRecord, stopOrphans } from "./process-record.mjs";
import { endOnSignals } from "./signals.mjs";

/** @import { Progress } from "./progress.mjs" */

/**
 * The right Node, and the environment with it first on PATH.
 *
 * @typedef {{ node: string, env: NodeJS.ProcessEnv }} Context
 */

const minMegabytes = 200;

/**
 * Prepares what every command needs before TypeScript can run: the right Node, the packages, the generated client.
 * Returns the environment for everything that follows. `check` runs before anything is downloaded.
 *
 * @param {string} command
 * @param {Progress} progress
 * @param {{ check?: () => Promise<void> }} [options]
 * @returns {Promise<Context>}
 */
export async function setUp(command, progress, { check } = {}) {
  assertSpace(root, minMegabytes, "this checkout");
  openRecord(command);
  endOnSignals();
  for (const name of await stopOrphans())
    progress.say(`  --  ended ${name}, left behind by a killed command`);
  // An orphan may have held what is checked.
  await check?.();
  let announced = false;
  const binDir = await ensureNode(progress);
  const env = environmentWith(binDir);
  const node = join(binDir, "node");
  await withLock(
    join(headroomDir, "setup.lock"),
    async () => {
      await ensureDependencies(progress, { binDir, env });
      await ensureGeneratedClient(progress, { node, env });
    },
    (pid) => {
      if (!announced)
        progress.say(`  ..  waiting for another command that is setting up this checkout (pid ${pid})`);
      announced = true;
    },
  );
  return { env, node };
}
