import { existsSync } from "node:fs";
import { join } from "node:path";
import { diagnoseMachine, diagnoseProduct } from "./src/diagnose.mjs";
import { environmentWith, nodeAtHand } from "./src/node-runtime.mjs";
import { root } from "./src/paths.mjs";
import { runMain } from "./src/run-main.mjs";

/** @import { Check } from "./src/diagnose.mjs" */

/** Checks everything that a start needs and prints how to fix what is wrong. Changes nothing. */
await runMain(async () => {
  const binDir = nodeAtHand();
  const checks = print(await diagnoseMachine(binDir));
  if (binDir !== null && existsSync(join(root, "node_modules"))) {
    const context = { node: join(binDir, "node"), env: environmentWith(binDir) };
    checks.push(...print(await diagnoseProduct(context)));
  }
  const failed = checks.filter(({ ok }) => !ok).length;
  console.log(failed === 0 ? "\nEverything is fine." : `\n${failed} of ${checks.length} checks failed.`);
  return failed === 0 ? 0 : 1;
});

/** @param {Check[]} checks */
function print(checks) {
  for (const { ok, what, fix } of checks)
    console.log(`  ${ok ? "ok" : "no"}  ${what}${ok ? "" : `\n      fix: ${fix}`}`);
  return [...checks];
}
