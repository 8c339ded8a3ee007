import { runMain } from "./src/run-main.mjs";
import { createProgress } from "./src/progress.mjs";
import { runParts, selectParts } from "./src/run-parts.mjs";
import { setUp } from "./src/setup.mjs";
import { staticParts, unitPart } from "./src/test-parts.mjs";

/** Everything that needs no database or browser, in under a minute. */
await runMain(async () => {
  const parts = selectParts([...staticParts, unitPart], process.argv.slice(2));
  return runParts(parts, await setUp("check", createProgress()));
});
