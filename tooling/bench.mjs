import { createProgress } from "./src/progress.mjs";
import { runBenches } from "./src/run-benches.mjs";
import { runMain } from "./src/run-main.mjs";
import { setUp } from "./src/setup.mjs";

/** Measures every stage. `npm run bench -- sketch` runs one. */
await runMain(async () => {
  const progress = createProgress();
  const context = await setUp("bench", progress);
  return runBenches(context, { folder: "bench", given: process.argv.slice(2), progress });
});
