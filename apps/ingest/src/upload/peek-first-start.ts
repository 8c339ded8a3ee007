import { ALL_REQUESTS, type SampleSink } from "@headroom/core";
import type { Format } from "@headroom/formats";

/** When the first sample within the first bytes began; null if none ends there. */
export function peekFirstStart(format: Format, head: Uint8Array): number | null {
  let firstStartMicros: number | null = null;
  const sink: SampleSink = {
    label: () => ALL_REQUESTS,
    add(_label, completedAtMicros, latencyMicros) {
      firstStartMicros ??= completedAtMicros - latencyMicros;
    },
    interval(_label, startMicros) {
      firstStartMicros ??= startMicros;
    },
    total() {},
    failure() {},
    gauge: () => 0,
    measure() {},
  };
  try {
    format.open(sink, {}).write(head);
  } catch {
    // What is wrong with the file is said when it is read in earnest.
  }
  return firstStartMicros;
}
