import { runMain } from "./src/run-main.mjs";
import { journeysPart } from "./src/journeys.mjs";
import { readChanged } from "./src/changed.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runParts, selectParts } from "./src/run-parts.mjs";
import { setUp } from "./src/setup.mjs";
import { databasePart, staticParts, unitPart } from "./src/test-parts.mjs";

/** All tests, on a bare machine. The last line is the sum of all parts. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const parts = selectParts([...staticParts, unitPart, databasePart, journeysPart], args);
  const reach = readChanged(root, args);
  return runParts(parts, await setUp("test", createProgress()), { reach });
});
