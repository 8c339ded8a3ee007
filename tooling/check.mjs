import { runMain } from "./src/run-main.mjs";
import { readChanged } from "./src/changed.mjs";
import { root } from "./src/paths.mjs";
import { createProgress } from "./src/progress.mjs";
import { runParts, selectParts } from "./src/run-parts.mjs";
import { setUp } from "./src/setup.mjs";
import { staticParts, unitPart } from "./src/test-parts.mjs";

/** Runs everything that needs no database or browser. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const parts = selectParts([...staticParts, unitPart], args);
  const reach = readChanged(root, args);
  return runParts(parts, await setUp("check", createProgress()), { reach });
});
