import { join } from "node:path";
import { startCommand } from "./src/start-command.mjs";
import { runMain } from "./src/run-main.mjs";
import { headroomDir } from "./src/paths.mjs";
import { builtWeb } from "./src/stack.mjs";
import { ensureWebBuild } from "./src/web-build.mjs";

/** From a fresh clone to a running Headroom. */
await runMain(() =>
  startCommand("start", {
    logsDir: join(headroomDir, "logs"),
    watch: false,
    prepareWeb: async (progress, context) => builtWeb(await ensureWebBuild(progress, context)),
  }),
);
