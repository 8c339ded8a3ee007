import { describeFailure } from "./failure.mjs";
import { stopEverything } from "./processes.mjs";
import { isEnding } from "./signals.mjs";

/**
 * Runs an entry script. A failure becomes its message and exit code 1, without a stack if it is a known problem.
 *
 * @param {() => number | void | Promise<number | void>} main
 */
export async function runMain(main) {
  // Nobody may be reading the output anymore (`npm start | head`). Reporting that would fail the same way, forever.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", (error) => {
    process.stderr.write(describeFailure(error));
    void stopEverything().finally(() => process.exit(1));
  });
  let code;
  try {
    code = (await main()) ?? 0;
  } catch (error) {
    if (!isEnding()) process.stderr.write(describeFailure(error));
    code = 1;
  }
  // A signal makes the work return or fail on its way out. The signal handler reports and exits.
  if (isEnding()) return;
  await stopEverything();
  // Sockets that fetch keeps alive would delay the exit for seconds.
  process.exit(code);
}
