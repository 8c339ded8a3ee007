import { join } from "node:path";
import { lastLines, SetupFailure } from "./src/failure.mjs";
import { root } from "./src/paths.mjs";
import { run } from "./src/processes.mjs";
import { createProgress } from "./src/progress.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Packs the CLI into one tarball that `npx` can run: `npx ./.headroom/headroom-cli-….tgz upload …`. */
await runMain(async () => {
  const progress = createProgress();
  const { env, node } = await setUp("pack-cli", progress);
  const { code, output } = await run(node, [join("apps", "cli", "pack.ts")], { cwd: root, env });
  if (code !== 0) throw new SetupFailure("Could not pack the CLI.", lastLines(output, 5));
  progress.say(lastLines(output, 1));
  return 0;
});
