import { runMain } from "./src/run-main.mjs";
import { journeysPart } from "./src/journeys.mjs";
import { createProgress } from "./src/progress.mjs";
import { runParts, selectParts } from "./src/run-parts.mjs";
import { setUp } from "./src/setup.mjs";
import { databasePart, staticParts, unitPart } from "./src/test-parts.mjs";

/** All tests, on a bare machine. The last line is the sum of all parts. */
await runMain(async () => {
  const parts = selectParts([...staticParts, unitPart, databasePart, journeysPart], process.argv.slice(2));
  return runParts(parts, await setUp("test", createProgress()));
});
