import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeLocal } from "./src/local-json.mjs";
import { freePort } from "./src/ports.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { endOnSignals, endWith } from "./src/signals.mjs";
import { Stack, builtWeb } from "./src/stack.mjs";
import { ensureWebBuild } from "./src/web-build.mjs";

/**
 * An installation of its own in a folder, restarted like `npm start` does, until it is stopped. For soak tests, which
 * read `local.json` there and end its processes: `node tooling/supervised.mjs FOLDER [--without-web]`.
 */
await runMain(async () => {
  const [home = "", ...options] = process.argv.slice(2);
  const withWeb = !options.includes("--without-web");
  const { DATABASE_URL: _, ...env } = process.env;
  const context = { node: process.execPath, env };
  const progress = createProgress();
  mkdirSync(home, { recursive: true });
  const ports = { web: await freePort(), ingest: await freePort(), database: await freePort() };
  const stack = new Stack(context, { dataDir: join(home, "database"), logsDir: join(home, "logs"), ports });
  endOnSignals();
  endWith(() => stack.shutDown(), { exitCode: 0 });
  try {
    const database = await stack.openDatabase();
    await stack.migrateDatabase();
    const ingest = await stack.startIngest();
    const web = withWeb ? await stack.startWeb(builtWeb(await ensureWebBuild(progress, context))) : null;
    const local = {
      webUrl: stack.urls.web,
      ingestUrl: stack.urls.ingest,
      ...(await stack.provision()).access,
      databaseUrl: database.url,
      webPid: web?.pid ?? null,
      ingestPid: ingest.pid ?? null,
      databasePid: database.pid,
    };
    const file = join(home, "local.json");
    writeLocal(file, local);
    await stack.supervise({
      say: progress.say,
      onChange: (pids) => writeLocal(file, { ...local, ...pids }),
    });
    return 0;
  } catch (error) {
    await stack.shutDown();
    throw error;
  }
});
