import { createProgress } from "./src/progress.mjs";
import { ensureWebBuild } from "./src/web-build.mjs";

/** For the benches: builds the pages if the build is out of date, and prints the path of their server. */
const progress = createProgress({ stream: process.stderr });
process.stdout.write(await ensureWebBuild(progress, { node: process.execPath, env: process.env }));
process.exit(0);
