import { join } from "node:path";
import { startCommand } from "./src/start-command.mjs";
import { runMain } from "./src/run-main.mjs";
import { headroomDir, root } from "./src/paths.mjs";

/** @import { ServeWeb } from "./src/stack.mjs" */

/** Like `npm start`, but from sources: ingest restarts and pages rebuild as files change. */
await runMain(() =>
  startCommand("dev", {
    logsDir: join(headroomDir, "logs"),
    watch: true,
    prepareWeb: () => serveFromSource,
  }),
);

/** @type {ServeWeb} */
function serveFromSource({ node, port }) {
  return {
    command: node,
    args: [
      join(root, "node_modules", "next", "dist", "bin", "next"),
      "dev",
      "-H",
      "127.0.0.1",
      "-p",
      String(port),
    ],
    cwd: join(root, "apps", "web"),
    env: { NODE_ENV: "development" },
  };
}
