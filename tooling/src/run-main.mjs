import { describeFailure } from "./failure.mjs";
import { stopEverything } from "./processes.mjs";
import { isEnding } from "./signals.mjs";

/**
 * Runs an entry script: a failure becomes its text and exit code 1, never a stack for a known fault.
 *
 * @param {() => number | void | Promise<number | void>} main
 */
export async function runMain(main) {
  process.on("uncaughtException", (error) => {
    process.stderr.write(describeFailure(error));
    void stopEverything().finally(() => process.exit(1));
  });
  let code;
  try {
    code = (await main()) ?? 0;
  } catch (error) {
    // What ends because of a signal fails on its way; the signal's own end speaks and exits.
    if (isEnding()) return;
    process.stderr.write(describeFailure(error));
    code = 1;
  }
  await stopEverything();
  // Sockets kept alive by fetch would hold the process for seconds after the work is done.
  process.exit(code);
}
