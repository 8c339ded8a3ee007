import { createProgress } from "./src/progress.mjs";
import { runBenches } from "./src/run-benches.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Long, rough runs: kills, load, repetition. `npm run soak -- chaos` runs one. */
await runMain(async () => {
  const progress = createProgress();
  const context = await setUp("soak", progress);
  return runBenches(context, { folder: "bench/soak", given: process.argv.slice(2), progress });
});
