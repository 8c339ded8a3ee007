import { stopEverything } from "./processes.mjs";

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
/** @type {() => Promise<unknown>} */
let onEnd = stopEverything;
/** @type {number | null} */
let cleanExitCode = null;
let ending = false;

export function isEnding() {
  return ending;
}

/**
 * A command that owns services says how they end; until then whatever runs is ended at once. For a command that only
 * ends by a signal that is success, and its `exitCode` 0; for others the signal's own code stands.
 *
 * @param {() => Promise<unknown>} shutDown
 * @param {{ exitCode?: number | null }} [options]
 */
export function endWith(shutDown, { exitCode = null } = {}) {
  onEnd = shutDown;
  cleanExitCode = exitCode;
}

export function endOnSignals() {
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void onEnd().then(
        () => process.exit(cleanExitCode ?? 128 + number),
        (error) => {
          process.stderr.write(`${error.message}\n`);
          process.exit(128 + number);
        },
      );
    });
  }
}
