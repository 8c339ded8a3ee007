import { existsSync } from "node:fs";
import { join } from "node:path";
import { diagnoseMachine, diagnoseProduct } from "./src/diagnose.mjs";
import { environmentWith, nodeAtHand } from "./src/node-runtime.mjs";
import { root } from "./src/paths.mjs";
import { runMain } from "./src/run-main.mjs";

/** @import { Check } from "./src/diagnose.mjs" */

/** Looks at everything that a start needs and prints the mend of what is wrong. Changes nothing. */
await runMain(async () => {
  const binDir = nodeAtHand();
  const checks = print(await diagnoseMachine(binDir));
  if (binDir !== null && existsSync(join(root, "node_modules"))) {
    const context = { node: join(binDir, "node"), env: environmentWith(binDir) };
    checks.push(...print(await diagnoseProduct(context)));
  }
  const failed = checks.filter(({ ok }) => !ok).length;
  console.log(failed === 0 ? "\nAll is well." : `\n${failed} of ${checks.length} need a mend.`);
  return failed === 0 ? 0 : 1;
});

/** @param {Check[]} checks */
function print(checks) {
  for (const { ok, what, mend } of checks)
    console.log(`  ${ok ? "ok" : "no"}  ${what}${ok ? "" : `\n      mend: ${mend}`}`);
  return [...checks];
}
