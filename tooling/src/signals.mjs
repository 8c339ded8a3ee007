import { startOnlyCleanUps, stopEverything } from "./processes.mjs";

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
/** npm passes on the signal that the terminal has already sent to everyone, so one Ctrl-C can arrive twice. */
const sameSignalMillis = 1_000;
/** @type {() => Promise<unknown>} */
let onEnd = stopEverything;
/** @type {number | null} */
let cleanExitCode = null;
let ending = false;

export function isEnding() {
  return ending;
}

/**
 * Sets how a command shuts down its services. Without it, everything that runs is ended immediately. A command that
 * always ends by a signal passes `exitCode` 0; others exit with the code of the signal.
 *
 * @param {() => Promise<unknown>} shutDown
 * @param {{ exitCode?: number | null }} [options]
 */
export function endWith(shutDown, { exitCode = null } = {}) {
  onEnd = shutDown;
  cleanExitCode = exitCode;
}

/**
 * A signal ends the work in progress, which then fails and cleans up as well. A second clean-up would end the processes of the
 * first one.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {() => Promise<T>}
 */
export function once(work) {
  /** @type {Promise<T> | null} */
  let running = null;
  return () => (running ??= work());
}

/** The first signal ends the command in order. Another one, later, no longer waits for what is still running. */
export function endOnSignals() {
  let endingSince = 0;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (ending) {
        if (Date.now() - endingSince > sameSignalMillis) void stopEverything({ graceMillis: 0 });
        return;
      }
      ending = true;
      endingSince = Date.now();
      startOnlyCleanUps();
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
