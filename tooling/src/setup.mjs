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
 * What TypeScript runs in: the right Node and the environment that has it first on PATH.
 *
 * @typedef {{ node: string, env: NodeJS.ProcessEnv }} Context
 */

const leastMegabytes = 200;

/**
 * What every command needs before TypeScript can run: the right Node, the packages, the generated client.
 * Answers the environment for everything after.
 *
 * @param {string} command
 * @param {Progress} progress
 * @returns {Promise<Context>}
 */
export async function setUp(command, progress) {
  assertSpace(root, leastMegabytes, "this checkout");
  openRecord(command);
  endOnSignals();
  for (const name of await stopOrphans())
    progress.say(`  --  ended ${name}, left by a command that was killed`);
  let told = false;
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
      if (!told) progress.say(`  ..  another command sets up this checkout (pid ${pid}), waiting for it`);
      told = true;
    },
  );
  return { env, node };
}
