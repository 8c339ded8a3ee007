import { join } from "node:path";
import { SetupFailure } from "./failure.mjs";
import { readLocal } from "./local-json.mjs";
import { headroomDir } from "./paths.mjs";
import { runningCommands } from "./process-record.mjs";
import { answers } from "./wait-until-ready.mjs";

/** @import { Local } from "./local-json.mjs" */

/**
 * `work`: the names of the tools that it runs now.
 *
 * @typedef {{ local: Local, webUrl: string, databaseUrl: string, pid: number, work: string[] }} RunningInstance
 */

export const localFile = join(headroomDir, "local.json");

/**
 * The running instance of this checkout, or null. A checkout has one database, so it runs once.
 *
 * @returns {Promise<RunningInstance | null>}
 */
export async function findRunning() {
  const other = runningCommands().find(
    ({ record }) => record.command === "start" || record.command === "dev",
  );
  if (other === undefined) return null;
  const { command, owner, processes } = other.record;
  const local = readLocal(localFile);
  if (local !== null && local.webPid !== null && local.webUrl !== null && local.databaseUrl !== null) {
    const { webUrl, databaseUrl } = local;
    if (await answers(`${webUrl}/healthz`)) {
      const work = processes.map(({ name }) => name);
      return { local, webUrl, databaseUrl, pid: owner.pid, work };
    }
  }
  throw new SetupFailure(
    `Another \`npm run ${command}\` of this checkout is starting or stopping (pid ${owner.pid}).`,
    `Wait for it, or stop it: kill ${owner.pid}`,
  );
}
