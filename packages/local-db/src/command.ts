import { parseArgs } from "node:util";

import { diagnose } from "./diagnose.ts";
import type { DiagnoseOptions } from "./diagnose.ts";
import { env, parsePort } from "./env.ts";
import { LocalDatabaseError } from "./problem.ts";
import { databaseStatus, removeLocalDatabase, stopLocalDatabase } from "./running.ts";
import { startLocalDatabase } from "./start.ts";

const USAGE =
  "usage: command.ts start|stop|status|doctor|remove [--data-dir <folder>] [--port <number>] [--attached]";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, port: { type: "string" }, attached: { type: "boolean" } },
  });
  const dataDir = values["data-dir"] ?? ".headroom/database";
  const { databaseUrl, databasePort } = env();
  const port = values.port === undefined ? databasePort : parsePort("--port", values.port);
  switch (positionals[0] ?? "") {
    case "start": {
      const database = await startLocalDatabase({
        dataDir,
        databaseUrl,
        detached: !values.attached,
        log: (line) => console.error(line),
        ...(port === null ? {} : { port }),
      });
      console.log(JSON.stringify(database, null, 2));
      return;
    }
    case "stop":
      console.log(JSON.stringify({ stopped: await stopLocalDatabase(dataDir) }));
      return;
    case "status":
      console.log(JSON.stringify(await databaseStatus(dataDir), null, 2));
      return;
    case "remove":
      await removeLocalDatabase(dataDir);
      return;
    case "doctor":
      await printDiagnosis({ dataDir, databaseUrl, ...(port === null ? {} : { port }) });
      return;
    default:
      throw new LocalDatabaseError("usage", "unknown command", USAGE);
  }
}

async function printDiagnosis(options: DiagnoseOptions): Promise<void> {
  const checks = await diagnose(options);
  for (const { ok, what, fix } of checks)
    console.log(`${ok ? "ok  " : "FAIL"} ${what}${fix ? `\n     fix: ${fix}` : ""}`);
  if (checks.some((check) => !check.ok)) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalDatabaseError)) throw error;
  console.error(`${error.message}\n${error.hint}`);
  process.exitCode = error.code === "usage" ? 2 : 1;
}
