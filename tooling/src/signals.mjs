import { stopEverything } from "./processes.mjs";

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
let onEnd = stopEverything;
let ending = false;

export function isEnding() {
  return ending;
}

/** A command that owns services says how they end; until then whatever runs is ended at once. */
export function endWith(shutDown) {
  onEnd = shutDown;
}

export function endOnSignals() {
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void onEnd()
        .catch((error) => process.stderr.write(`${error.message}\n`))
        .finally(() => process.exit(128 + number));
    });
  }
}
