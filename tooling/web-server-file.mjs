import { createProgress } from "./src/progress.mjs";
import { ensureWebBuild } from "./src/web-build.mjs";

/** Builds the pages if they are not built as they are now, and prints where their server is: for the benches. */
const progress = createProgress({ stream: process.stderr });
process.stdout.write(await ensureWebBuild(progress, { node: process.execPath, env: process.env }));
process.exit(0);
