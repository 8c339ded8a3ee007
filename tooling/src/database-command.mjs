import { join } from "node:path";
import { startDatabase, stopDatabase } from "./database.mjs";
import { SetupFailure } from "./failure.mjs";
import { headroomDir } from "./paths.mjs";
import { readPorts } from "./ports.mjs";
import { run, stopEverything } from "./processes.mjs";
import { endWith, once } from "./signals.mjs";

/**
 * @import { Database } from "./database.mjs"
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 */

const dataDir = join(headroomDir, "database");

/**
 * Runs a command of `packages/db` against the database of this checkout, which is started for it if it isn't running, or
 * against the one in DATABASE_URL. Prints what the command says, without its indented lines, and returns the database.
 *
 * @param {Context} context
 * @param {{ title: string, command: string, args: string[], progress: Progress }} options
 * @returns {Promise<Database>}
 */
export async function runDatabaseCommand(context, { title, command, args, progress }) {
  const logFile = join(headroomDir, "logs", "database.log");
  const place = { dataDir, port: readPorts().database, logFile };
  const database = await progress.step("Database", (note) => startDatabase(context, place, note));
  const stop = once(async () => {
    await stopEverything();
    if (!database.adopted) await stopDatabase(context, dataDir);
  });
  endWith(stop);
  try {
    const said = await progress.step(title, async (note) => {
      const { code, output } = await run(context.node, [command, ...args], {
        // Folders in the arguments are relative to where npm was called.
        cwd: process.env["INIT_CWD"] ?? process.cwd(),
        env: { ...context.env, ...addressesOf(database) },
        onLine: note,
      });
      const lines = output.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
      if (code !== 0) throw new SetupFailure(lines[0] ?? `${title} failed.`, lines.slice(1).join("\n  "));
      return lines;
    });
    for (const line of said) progress.say(line);
    return database;
  } finally {
    await stop();
  }
}

/**
 * The administrator of someone else's database is named by its user.
 *
 * @param {Database} database
 */
function addressesOf({ url, adminUrl }) {
  if (adminUrl === null) return {};
  return { DATABASE_URL: url, HEADROOM_DATABASE_DIRECT_URL: url, HEADROOM_DATABASE_ADMIN_URL: adminUrl };
}
