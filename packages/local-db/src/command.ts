import { parseArgs } from "node:util";

import { env } from "./env.ts";
import { LocalDatabaseError } from "./problem.ts";
import { databaseStatus, startLocalDatabase, stopLocalDatabase } from "./start.ts";

const USAGE = "usage: command.ts start|stop|status|doctor [--data-dir <folder>] [--port <number>]";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, port: { type: "string" } },
  });
  const dataDir = values["data-dir"] ?? ".headroom/database";
  const { databaseUrl, databasePort } = env();
  const port = values.port === undefined ? databasePort : Number(values.port);
  switch (positionals[0]) {
    case "start": {
      const options = { dataDir, databaseUrl, detached: true, log: (line: string) => console.error(line) };
      const { stop: _, ...database } = await startLocalDatabase({
        ...options,
        ...(port === null ? {} : { port }),
      });
      console.log(JSON.stringify(database, null, 2));
      return;
    }
    case "stop":
      console.log(JSON.stringify({ stopped: await stopLocalDatabase(dataDir) }));
      return;
    case "status":
      console.log(JSON.stringify(databaseStatus(dataDir), null, 2));
      return;
    default:
      throw new LocalDatabaseError("usage", "unknown command", USAGE);
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalDatabaseError)) throw error;
  console.error(`${error.message}\n${error.hint}`);
  process.exitCode = error.code === "usage" ? 2 : 1;
}
